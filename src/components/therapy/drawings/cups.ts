import { bell, rim, smooth } from '../../../drawing/curve.ts'
import type { Disturbance, Plate } from '../../../drawing/therapies/disturbance.ts'

const CUPS = [
  { x: 0.35, y: 0.24 },
  { x: 0.65, y: 0.24 },
  { x: 0.35, y: 0.52 },
  { x: 0.65, y: 0.52 },
  { x: 0.5, y: 0.8 },
]

/** Cupping: five cups, and the lines drawn up under each. */
export function cups({ width, height }: Plate): Disturbance {
  const radius = Math.min(width, height) * 0.115
  const distance = (cup: { x: number; y: number }, x: number, y: number) =>
    Math.hypot(x - cup.x * width, y - cup.y * height) / radius

  const displace = (x: number, y: number) =>
    CUPS.reduce((sum, cup) => {
      const out = distance(cup, x, y)
      const dome = out < 1 ? -radius * 0.42 * (1 - out * out) : 0
      const pull = out >= 1 ? radius * 0.09 * bell(out - 1, 0.5) * Math.sign(y - cup.y * height) : 0
      return sum + dome - pull
    }, 0) * rim(x, width)

  // Lit from the upper left: the far side of each dome carries the ink.
  const weight = (x: number, y: number) =>
    CUPS.reduce((ink, cup) => {
      const inside = 1 - smooth(0.94, 1.06, distance(cup, x, y))
      const across = (x - cup.x * width) / radius
      const down = (y - cup.y * height) / radius
      return ink + inside * (-0.25 + 3.4 * smooth(0.5, 1.5, Math.hypot(across + 0.55, down + 0.4)))
    }, 1)

  return { displace, weight, relief: 1, points: [] }
}
