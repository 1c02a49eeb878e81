import { bell, rim, TURN } from '../curve.ts'
import type { Disturbance, Plate } from './disturbance.ts'

const CLIMB = [
  { x: 0.24, y: 0.86 },
  { x: 0.4, y: 0.68 },
  { x: 0.52, y: 0.5 },
  { x: 0.63, y: 0.33 },
  { x: 0.74, y: 0.17 },
]

/** Neuropuncture: short packets of waves that climb the field from point to point, stronger each time. */
export function impulses({ width, height }: Plate): Disturbance {
  const size = Math.min(width, height * 0.8)
  const displace = (x: number, y: number) => {
    const packets = CLIMB.reduce((sum, at, i) => {
      const along = x - at.x * width
      const around = bell(along, size * 0.19) * bell(y - at.y * height, height * 0.1)
      return sum + size * (0.03 + 0.013 * i) * around * Math.cos((TURN * along) / (size * 0.15))
    }, 0)
    return packets * rim(x, width)
  }
  return { displace, relief: 1, points: [{ x: 0.74, y: 0.17 }] }
}
