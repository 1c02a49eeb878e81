import { smooth } from '#art/illustrations/curve.ts'

/** Displacement of a line that passes a point at a distance of `away` px, `x` px before or after it: the flow around a
 *  cylinder, y (1 − r² / (x² + y²)) = away, solved for y. It fades out within nine radii. */
export function flowAround(x: number, away: number, radius: number): number {
  const side = away < 0 ? -1 : 1
  const level = Math.abs(away)
  if (Math.abs(x) > radius * 9 || level > radius * 7) return 0

  let low = level
  let high = level + radius * 1.05
  for (let step = 0; step < 24; step++) {
    const y = (low + high) / 2
    const streamline = y * (1 - (radius * radius) / (x * x + y * y || 1e-9))
    if (streamline < level) low = y
    else high = y
  }
  const fade = (1 - smooth(radius * 5, radius * 9, Math.abs(x))) * (1 - smooth(radius * 4, radius * 7, level))
  return side * (low - level) * fade
}
