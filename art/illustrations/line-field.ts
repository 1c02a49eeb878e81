import { clamp } from '#art/illustrations/curve.ts'
import { ribbon, type Ribbon } from '#art/illustrations/ribbon.ts'

// The line system of the brand: parallel lines that are displaced once and level again at the other edge. Every drawing
// is a field with its own displacement and, if needed, its own line weight.

export interface LineField {
  width: number
  height: number
  rows: number
  /** Displacement of a line from its level at x, in px. */
  displace: (x: number, level: number) => number
  /** Line weight at x, in px. By default it follows the slope, as if lit from the upper left. */
  weight?: ((x: number, level: number) => number) | undefined
  /** Weight of a level line, in px. */
  hair?: number | ((level: number) => number)
  /** How strongly the default weight follows the slope. */
  relief?: number
  /** Position of a row, from 0 at the top to 1. */
  place?: (row: number) => number
  /** How far the lines extend beyond both edges, in px. */
  bleed?: number
  /** Tolerance of the curves, in px: a larger one makes a smaller file. */
  fine?: number
  checks?: Ribbon['checks']
}

/** Returns the data of one path to fill. */
export function lineField({
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
  checks,
}: LineField): string {
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
      checks,
    })
  }
  return Array.from({ length: rows }, (_, row) => line(row)).join('')
}
