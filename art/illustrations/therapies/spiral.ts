import { bell, rim, smooth, TURN } from '../curve.ts'
import type { Disturbance, Plate } from './disturbance.ts'

const TILT = 0.3

/** German auricular medicine: the ear, one turn of a spiral, taller than wide and a little tilted. */
export function spiral({ width, height }: Plate): Disturbance {
  const size = Math.min(width, height * 0.72)
  const centre = { x: 0.5, y: 0.47 }
  const displace = (x: number, y: number) => {
    const across = (x - centre.x * width) / (size * 0.46)
    const down = (y - centre.y * height) / (size * 0.68)
    const a = across * Math.cos(TILT) - down * Math.sin(TILT)
    const b = across * Math.sin(TILT) + down * Math.cos(TILT)
    const radius = Math.hypot(a, b)
    const turn = Math.cos(TURN * 1.45 * radius ** 0.8 - Math.atan2(b, a) - 0.6)
    return size * 0.07 * bell(radius, 1.02) * smooth(0, 0.22, radius) * turn * rim(x, width)
  }
  return { displace, relief: 0.95, points: [centre] }
}
