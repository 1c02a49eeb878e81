import { bell, clamp, rim, smooth } from '../../../../art/illustrations/curve.ts'
import type { Disturbance, Plate } from '../../../../art/illustrations/therapies/disturbance.ts'

/** Sports massage: a muscle. Its fibres gather at both tendons and swell between them. */
export function muscle({ width, height }: Plate): Disturbance {
  const axis = (x: number) => height * (0.5 + 0.1 * Math.cos((Math.PI * x) / width))
  // From the axis outwards: 0 at the tendons' gathering, 1 in the belly.
  const swell = (x: number) => smooth(0.2, 0.5, x / width) * smooth(0.2, 0.5, 1 - x / width)

  const displace = (x: number, y: number) => {
    const out = y - height / 2
    const within = bell(out, height * 0.3)
    const lean = (axis(x) - height / 2) * bell(out, height * 0.42)
    return (out * within * (1.35 * swell(x) - 0.62) + lean) * rim(x, width)
  }

  const weight = (x: number, y: number) => {
    const crowding = Math.max(0, -(displace(x, y + 2) - displace(x, y - 2)) / 4)
    const slope = (displace(x + 2, y) - displace(x - 2, y)) / 4
    const under = smooth(0, height * 0.2, y - height / 2) * bell(y - height / 2, height * 0.26) * swell(x)
    return clamp(1 + 1.6 * crowding + 2.4 * under + slope * 1.2, 0.55, 4.2)
  }
  return { displace, weight, relief: 1, points: [] }
}
