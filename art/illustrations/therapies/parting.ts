import { rim, TURN } from '../curve.ts'
import { part } from '../part.ts'
import type { Disturbance, Plate } from './disturbance.ts'

/** Acupuncture: the flow parts around three points on one meridian. */
export function parting({ width, height, pitch }: Plate): Disturbance {
  const size = Math.min(width, height * 0.8)
  // No line may meet a point head on: each point lies between two lines.
  const between = (share: number) => (Math.round((share * height) / pitch) * pitch) / height
  const points = [
    { x: 0.5, y: between(0.2), radius: size * 0.07 },
    { x: 0.5, y: between(0.47), radius: size * 0.115 },
    { x: 0.5, y: between(0.78), radius: size * 0.05 },
  ]
  const displace = (x: number, y: number) => {
    const aside = points.reduce((sum, at) => sum + part(x - at.x * width, y - at.y * height, at.radius), 0)
    const breath = size * 0.02 * Math.sin((TURN * x) / width + y / (height * 0.16))
    return (aside + breath) * rim(x, width)
  }
  return { displace, relief: 1.25, points: points.map(({ x, y }) => ({ x, y })), meridian: 0.5 }
}
