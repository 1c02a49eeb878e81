import { clamp } from './curve.ts'
import { ribbon } from './ribbon.ts'

// The line system: one calm field of parallel lines, disturbed once, calm again at the far edge. Every picture of the
// brand is a field with its own displacement and, where it needs one, its own weight.

export interface Field {
  width: number
  height: number
  rows: number
  /** How far a line leaves its level at x, in px. */
  displace: (x: number, level: number) => number
  /** The weight at x, in px. Left out, it follows the slope, as if lit from the upper left. */
  weight?: ((x: number, level: number) => number) | undefined
  /** The weight of a level line. */
  hair?: number | ((level: number) => number)
  /** How strongly the weight follows the slope. */
  relief?: number
  /** Where a row lies, from 0 at the top to 1. */
  place?: (row: number) => number
  /** How far the lines run on over both edges. */
  bleed?: number
  /** How far, in px, the drawn curve may miss the line: the larger, the smaller the file. */
  fine?: number
}

/** The data of one path, to be filled. */
export function field({
  width,
  height,
  rows,
  displace,
  weight,
  hair = 0.9,
  relief = 1,
  place = (row) => (row + 0.5) / rows,
  bleed = 0,
  fine = 0.14,
}: Field): string {
  const line = (row: number) => {
    const level = place(row) * height
    const thin = typeof hair === 'function' ? hair(level) : hair
    const at = (x: number) => level + displace(x, level)
    const bySlope = (x: number) => thin * clamp(1 + (at(x + 1) - at(x - 1)) * 1.6 * relief, 0.55, 3.6)
    return ribbon({
      from: -bleed,
      to: width + bleed,
      height: at,
      weight: weight ? (x) => weight(x, level) : bySlope,
      fine,
    })
  }
  return Array.from({ length: rows }, (_, row) => line(row)).join('')
}
