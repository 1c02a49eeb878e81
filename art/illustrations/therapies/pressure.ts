import { bell, clamp, rim } from '../curve.ts'
import type { Disturbance, Plate } from './disturbance.ts'

const PALMS = [
  { x: 0.36, y: 0.3, depth: 0.34 },
  { x: 0.64, y: 0.62, depth: 0.4 },
]

/** Massage: two palms. The lines give way, crowd together and carry the weight. */
export function pressure({ width, height }: Plate): Disturbance {
  const size = Math.min(width, height * 0.8)
  const displace = (x: number, y: number) =>
    PALMS.reduce((sum, palm) => {
      const under = bell(x - palm.x * width, size * 0.3) * bell(y - palm.y * height, height * 0.17)
      return sum + size * palm.depth * 0.42 * under
    }, 0) * rim(x, width)

  const weight = (x: number, y: number) => {
    const crowding = Math.max(0, -(displace(x, y + 2) - displace(x, y - 2)) / 4)
    const slope = (displace(x + 2, y) - displace(x - 2, y)) / 4
    return clamp(1 + 1.15 * crowding * 3.4 + slope * 1.3, 0.55, 4.2)
  }
  return { displace, weight, relief: 0.8, points: [] }
}
