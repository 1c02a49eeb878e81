import { blur, edges, reader, sample, shadow, SIDE, type Heights } from '#art/figures/relief.ts'
import { clearance, drawStroke, type Stroke } from '#art/figures/strokes.ts'
import { clamp, smooth } from '#art/illustrations/curve.ts'
import { lineField } from '#art/illustrations/line-field.ts'

export const ROWS = 60
const HAIR = 1
const HEAVIEST = 8.2

/** Unit vector towards the light: from the upper left. */
const LIGHT = { x: -0.5, y: -0.42, z: 0.757 }

export interface Engraving {
  heights: Heights
  /** How far the lines rise, per px of height. */
  lift?: number
  /** Raises lines and shades, for the drawing under the pointer. */
  raise?: number
  keep?: (x: number, y: number) => number
  /** Tone of the lit side, from 0 to 1. */
  ink?: Heights
  /** Thin things above the body, such as needles. */
  strokes?: Stroke[]
  fine?: number
}

/** Draws a body by lines that rise over it and grow heavier in its shade. Returns one path to fill. */
export function engrave({ heights, lift = 0.16, raise = 1, keep = () => 1, ink = sample(() => 0.2), strokes = [], fine = 0.8 }: Engraving): string {
  const kept = sample((x, y) => edges(x) * keep(x, y))
  const soft = blur(heights, 5)
  const form = blur(heights, 2)
  const inside = blur(heights.map((height) => (height > 0 ? 1 : 0)), 2)
  const around = blur(heights, 12)
  const within = blur(inside, 6)
  const base = blur(ink, 2)
  const cast = blur(shadow(heights), 3)
  const formAt = reader(form)
  const slope = sample((x, y) => {
    const dx = (formAt(x + 2, y) - formAt(x - 2, y)) / 4
    const dy = (formAt(x, y + 2) - formAt(x, y - 2)) / 4
    return (LIGHT.z - LIGHT.x * dx - LIGHT.y * dy) / Math.sqrt(dx * dx + dy * dy + 1)
  })
  const rise = reader(soft.map((height, i) => -lift * raise * height * kept[i]!))
  const tone = reader(
    slope.map((bright, i) => {
      const body = inside[i]!
      const crease = clamp((around[i]! - form[i]!) / 20, -0.3, 1)
      const rim = Math.max(0, body - within[i]!)
      const lit = body * (base[i]! + (0.88 - base[i]!) * smooth(0.97, 0, bright)) + 0.5 * rim
      const dark = lit + crease * (0.34 + 0.26 * body) + 0.35 * cast[i]! * (1 - lit)
      return clamp(dark, 0, 1) * kept[i]!
    }),
  )
  const clear = clearance(strokes)
  const lines = lineField({
    width: SIDE,
    height: SIDE,
    rows: ROWS,
    displace: rise,
    weight: (x, y) => {
      // Where lines crowd together they are thinner, so that the tone stays.
      const spread = clamp(1 + (rise(x, y + 3) - rise(x, y - 3)) / 6, 0.4, 1.4)
      return (HAIR * clamp(spread, 0.6, 1) + (HEAVIEST - HAIR) * tone(x, y) * spread) * clear(x, y + rise(x, y))
    },
    fine,
    halvings: strokes.length > 0 ? 6 : 3,
  })
  return lines + strokes.map(drawStroke).join('')
}
