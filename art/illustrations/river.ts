import { bell, smooth, TURN } from '#art/illustrations/curve.ts'
import { flowAround } from '#art/illustrations/flow-around.ts'
import { lineField } from '#art/illustrations/line-field.ts'

export interface River {
  width: number
  height: number
  rows: number
  /** The point: x and y as fractions of width and height, the radius in px. */
  point: { x: number; y: number; r: number }
  fine?: number
}

const WAVES = [
  { cycles: 1, phase: 0.7, height: 46 },
  { cycles: 2, phase: 2.2, height: 24 },
  { cycles: 3, phase: 4, height: 13 },
  { cycles: 5, phase: 0.3, height: 4 },
]

/** The height, in px, that the heights in WAVES refer to. */
const DRAWN_AT = 420

/** Draws the river as a sum of cosines, like a tide. The lines are closer towards the horizon and part around one
 *  point. Returns one path to fill. */
export function river({ width, height, rows, point, fine = 0.3 }: River): string {
  const px = point.x * width
  const py = point.y * height

  const displace = (x: number, level: number) => {
    const depth = level / height
    const swell = WAVES.reduce((sum, wave) => {
      const along = TURN * wave.cycles * 0.8 * (x / width)
      return sum + wave.height * Math.cos(along + wave.phase + depth * 3.1 * wave.cycles ** 0.6)
    }, 0)
    // Level at the horizon and at the lower edge.
    const depthOfSwell = (0.12 + 0.88 * depth ** 1.15) * (1 - smooth(0.66, 1, depth))
    const still = 1 - 0.95 * bell(x - px, point.r * 5) * bell(level - py, point.r * 3)
    return swell * depthOfSwell * still * (height / DRAWN_AT) + flowAround(x - px, level - py, point.r)
  }

  return lineField({
    width,
    height,
    rows,
    displace,
    hair: (level) => 0.8 + 0.8 * (level / height),
    relief: 1.7,
    fine,
    place: (row) => ((row + 1) / rows) ** 1.6 * 0.996,
    bleed: 4,
  })
}

/** The river of the home page: the still picture and the film have this shape. */
export const HERO_RIVER: River = { width: 2400, height: 420, rows: 36, point: { x: 0.25, y: 0.4, r: 32 } }
