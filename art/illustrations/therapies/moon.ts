import { bell, rim, smooth, TURN } from '../curve.ts'
import type { Disturbance, Plate } from './disturbance.ts'

/** Women's health: the cycle, a moon lifted out of the lines, and the ripple it draws. */
export function moon({ width, height }: Plate): Disturbance {
  const size = Math.min(width, height * 0.8)
  const centre = { x: width * 0.5, y: height * 0.44 }
  const radius = size * 0.29

  const displace = (x: number, y: number) => {
    const out = Math.hypot(x - centre.x, y - centre.y) / radius
    const globe = out < 1 ? (y - centre.y) * 0.42 * (1 - out * out) : 0
    const ripple = out >= 1 ? size * 0.013 * Math.sin((out - 1) * TURN * 2.1) * bell(out - 1, 1) : 0
    return (globe + ripple) * rim(x, width)
  }

  // Lit from the upper left: the far limb carries the ink.
  const weight = (x: number, y: number) => {
    const across = (x - centre.x) / radius
    const down = (y - centre.y) / radius
    const inside = 1 - smooth(0.97, 1.03, Math.hypot(across, down))
    const shade = smooth(0.55, 1.5, Math.hypot(across + 0.6, down + 0.3))
    const slope = displace(x + 1.5, y) - displace(x - 1.5, y)
    return 1 + inside * (-0.3 + 5.6 * shade) + (1 - inside) * 1.5 * slope
  }
  return { displace, weight, relief: 1, points: [] }
}
