import { bell, clamp, rim, smooth, TURN } from '#art/illustrations/curve.ts'
import { flowAround } from '#art/illustrations/flow-around.ts'

// One function per therapy or technique: how its drawing bends the lines of a field.

/** The area of a drawing in px. `pitch` is the distance between two lines. */
export interface Canvas {
  width: number
  height: number
  pitch: number
}

/** How a design bends the lines. It must fade out towards the left and right edges, because drawings stand side by side
 *  and their lines join. */
export interface Disturbance {
  displace: (x: number, y: number) => number
  /** By default the weight follows the slope. */
  weight?: (x: number, y: number) => number
  relief: number
  /** Positions of points, as fractions of width and height. */
  points: { x: number; y: number }[]
  /** A vertical line, as a fraction of the width. */
  meridian?: number
}

const CLIMB = [
  { x: 0.24, y: 0.86 },
  { x: 0.4, y: 0.68 },
  { x: 0.52, y: 0.5 },
  { x: 0.63, y: 0.33 },
  { x: 0.74, y: 0.17 },
]

/** Neuropuncture: wave packets that climb from point to point and grow stronger. */
export function impulses({ width, height }: Canvas): Disturbance {
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

/** Acupuncture: the flow parts around three points on one meridian. */
export function parting({ width, height, pitch }: Canvas): Disturbance {
  const size = Math.min(width, height * 0.8)
  // Each point lies between two lines, so that no line runs into it.
  const between = (fraction: number) => (Math.round((fraction * height) / pitch) * pitch) / height
  const points = [
    { x: 0.5, y: between(0.2), radius: size * 0.07 },
    { x: 0.5, y: between(0.47), radius: size * 0.115 },
    { x: 0.5, y: between(0.78), radius: size * 0.05 },
  ]
  const displace = (x: number, y: number) => {
    const aside = points.reduce(
      (sum, at) => sum + flowAround(x - at.x * width, y - at.y * height, at.radius),
      0,
    )
    const breath = size * 0.02 * Math.sin((TURN * x) / width + y / (height * 0.16))
    return (aside + breath) * rim(x, width)
  }
  return { displace, relief: 1.25, points: points.map(({ x, y }) => ({ x, y })), meridian: 0.5 }
}

const EAR_TILT = 0.3

/** German auricular medicine: an ear as one turn of a spiral, taller than wide and slightly tilted. */
export function spiral({ width, height }: Canvas): Disturbance {
  const size = Math.min(width, height * 0.72)
  const centre = { x: 0.5, y: 0.47 }
  const displace = (x: number, y: number) => {
    const across = (x - centre.x * width) / (size * 0.46)
    const down = (y - centre.y * height) / (size * 0.68)
    const a = across * Math.cos(EAR_TILT) - down * Math.sin(EAR_TILT)
    const b = across * Math.sin(EAR_TILT) + down * Math.cos(EAR_TILT)
    const radius = Math.hypot(a, b)
    const turn = Math.cos(TURN * 1.45 * radius ** 0.8 - Math.atan2(b, a) - 0.6)
    return size * 0.07 * bell(radius, 1.02) * smooth(0, 0.22, radius) * turn * rim(x, width)
  }
  return { displace, relief: 0.95, points: [centre] }
}

const PALMS = [
  { x: 0.36, y: 0.3, depth: 0.34 },
  { x: 0.64, y: 0.62, depth: 0.4 },
]

/** Massage: two palms. The lines below them give way, crowd together and become heavier. */
export function pressure({ width, height }: Canvas): Disturbance {
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

/** Women's health: a moon, for the cycle, raised out of the lines with a ripple around it. */
export function moon({ width, height }: Canvas): Disturbance {
  const size = Math.min(width, height * 0.8)
  const centre = { x: width * 0.5, y: height * 0.44 }
  const radius = size * 0.29

  const displace = (x: number, y: number) => {
    const out = Math.hypot(x - centre.x, y - centre.y) / radius
    const globe = out < 1 ? (y - centre.y) * 0.42 * (1 - out * out) : 0
    const ripple = out >= 1 ? size * 0.013 * Math.sin((out - 1) * TURN * 2.1) * bell(out - 1, 1) : 0
    return (globe + ripple) * rim(x, width)
  }

  // Lit from the upper left: the lower right edge is dark.
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

/** Sports massage: a muscle. Its fibres converge at both tendons and swell between them. */
export function muscle({ width, height }: Canvas): Disturbance {
  const axis = (x: number) => height * (0.5 + 0.1 * Math.cos((Math.PI * x) / width))
  // 0 at the tendons, 1 in the belly of the muscle.
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

const CUPS = [
  { x: 0.32, y: 0.23, size: 1 },
  { x: 0.68, y: 0.23, size: 1 },
  { x: 0.32, y: 0.57, size: 1 },
  { x: 0.68, y: 0.57, size: 1 },
  { x: 0.5, y: 0.83, size: 0.72 },
]

/** Cupping: five cups along a back, with the lines raised below each. */
export function cups({ width, height }: Canvas): Disturbance {
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

  // Lit from the upper left: the lower right edge of each dome is dark.
  const weight = (x: number, y: number) =>
    at.reduce((ink, cup) => {
      const across = (x - cup.x) / cup.radius
      const down = (y - cup.y) / cup.radius
      const inside = 1 - smooth(0.96, 1.04, Math.hypot(across, down))
      return ink + inside * (-0.35 + 3.6 * smooth(0.55, 1.5, Math.hypot(across + 0.6, down + 0.35)))
    }, 0.8)

  return { displace, weight, relief: 1, points: [] }
}

/** Returns a design for a therapy that has none of its own: two to four packets of waves whose places, sizes and
 *  directions follow from a hash of the name, so that the same name always gives the same drawing. */
export function designFromName(name: string): (canvas: Canvas) => Disturbance {
  const random = randomFrom(name)
  const between = (low: number, high: number) => low + random() * (high - low)
  const count = 2 + Math.floor(random() * 3)
  const packets = Array.from({ length: count }, (_, i) => ({
    x: between(0.32, 0.68),
    y: 0.14 + (0.72 * (i + between(0.3, 0.7))) / count,
    width: between(0.16, 0.26),
    height: between(0.07, 0.13),
    strength: between(0.035, 0.07),
    wave: between(0.18, 0.4),
    tilt: between(-0.6, 0.6),
  }))
  return ({ width, height }) => {
    const size = Math.min(width, height * 0.8)
    const displace = (x: number, y: number) =>
      packets.reduce((sum, packet) => {
        const across = x - packet.x * width
        const down = y - packet.y * height
        const around = bell(across, size * packet.width) * bell(down, height * packet.height)
        const along = across * Math.cos(packet.tilt) + down * Math.sin(packet.tilt)
        return sum + size * packet.strength * around * Math.sin((TURN * along) / (size * packet.wave))
      }, 0) * rim(x, width)
    return { displace, relief: 1, points: packets.slice(0, 1).map(({ x, y }) => ({ x, y })) }
  }
}

/** Returns a source of numbers from 0 to 1 that the text decides: FNV-1a as the seed of mulberry32. */
function randomFrom(text: string): () => number {
  let state = 0x811c9dc5
  for (const letter of text) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
