import { tenth, TURN } from '#art/illustrations/curve.ts'
import { lineField } from '#art/illustrations/line-field.ts'

// A map that is not to scale: the river on the left, streets on the right bank, and the point of the clinic.

export const MAP = { width: 560, height: 280, point: { x: 372, y: 132 } }

const BANK = 236
/** Angle of the streets to the frame, in turns. */
const TILT = 0.0319
/** Where streets cross the rotated axes, in px from the point. Irregular, so that no two blocks are alike. */
const ALONG = [-196, -151, -102, -53, 47, 95, 143, 192]
const ACROSS = [-147, -92, -32, 41, 98, 141, 206]

// The bank bends, and the water bends less the further it is from the bank.
const swell = (down: number, level: number) => {
  const far = level / BANK
  const bend = 12 * Math.sin((TURN * down) / 310 + 1.9) * far ** 1.4
  const current = 4 * Math.sin((TURN * down) / 170 + far * 5) * Math.sin(Math.PI * far)
  return bend + current
}

/** The river as horizontal lines; the SVG swaps x and y. */
export const mapRiver = () =>
  lineField({ width: MAP.height, height: BANK, rows: 24, displace: swell, relief: 1.6, bleed: 4, fine: 0.3 })

/** The streets as one path to stroke. */
export function mapStreets(): string {
  const angle = TILT * TURN
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const along = ALONG.map((off) => ({ x: off * sin, y: off * cos, dx: cos, dy: -sin }))
  const across = ACROSS.map((off) => ({ x: off * cos, y: -off * sin, dx: sin, dy: cos }))
  return [...along, ...across].map(street).join('')
}

interface Direction {
  x: number
  y: number
  dx: number
  dy: number
}

/** Clips a street to the land within the frame. */
function street({ x, y, dx, dy }: Direction): string {
  const at = (step: number) => ({ x: MAP.point.x + x + dx * step, y: MAP.point.y + y + dy * step })
  const isLand = (step: number) => {
    const place = at(step)
    const inFrame = place.y > -8 && place.y < MAP.height + 8 && place.x < MAP.width + 8
    return inFrame && place.x > BANK + swell(place.y, BANK) + 10
  }
  const steps = Array.from({ length: 701 }, (_, i) => i - 350).filter(isLand)
  const [first, last] = [steps[0], steps.at(-1)]
  if (first === undefined || last === undefined || last - first < 12) return ''
  const [a, b] = [at(first), at(last)]
  return `M${tenth(a.x)} ${tenth(a.y)}L${tenth(b.x)} ${tenth(b.y)}`
}

/** Radius without streets around the point, in px. */
export const MAP_CLEAR = 15
