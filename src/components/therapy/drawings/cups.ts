import { bell, rim, smooth } from '../../../../art/illustrations/curve.ts'
import type { Disturbance, Plate } from '../../../../art/illustrations/therapies/disturbance.ts'

const CUPS = [
  { x: 0.32, y: 0.23, size: 1 },
  { x: 0.68, y: 0.23, size: 1 },
  { x: 0.32, y: 0.57, size: 1 },
  { x: 0.68, y: 0.57, size: 1 },
  { x: 0.5, y: 0.83, size: 0.72 },
]

/** Cupping: five cups along a back, and the lines drawn up under each. */
export function cups({ width, height }: Plate): Disturbance {
  const at = CUPS.map(({ x, y, size }) => ({
    x: x * width,
    y: y * height,
    radius: size * 0.145 * Math.min(width, height),
  }))

  const displace = (x: number, y: number) =>
    at.reduce((sum, cup) => {
      const out = Math.hypot(x - cup.x, y - cup.y) / cup.radius
      const globe = out < 1 ? (y - cup.y) * 0.5 * (1 - out * out) : 0
      const rise = -cup.radius * 0.16 * bell(out, 0.95)
      return sum + globe + rise
    }, 0) * rim(x, width)

  // Lit from the upper left: the far limb of each dome carries the ink.
  const weight = (x: number, y: number) =>
    at.reduce((ink, cup) => {
      const across = (x - cup.x) / cup.radius
      const down = (y - cup.y) / cup.radius
      const inside = 1 - smooth(0.96, 1.04, Math.hypot(across, down))
      return ink + inside * (-0.35 + 3.6 * smooth(0.55, 1.5, Math.hypot(across + 0.6, down + 0.35)))
    }, 0.8)

  return { displace, weight, relief: 1, points: [] }
}
