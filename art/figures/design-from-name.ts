import { SIDE } from '#art/figures/relief.ts'
import { bell, rim, smooth, TURN } from '#art/illustrations/curve.ts'

interface Design {
  /** How it bends the lines. */
  displace: (x: number, y: number) => number
  points: { x: number; y: number }[]
}

/** The part of a drawing that the windows of the home page show. */
const [LEFT, WIDTH] = [SIDE / 6, (SIDE * 2) / 3]

/** Returns a design for a therapy that has none of its own: two to four packets of waves whose places, sizes and
 *  directions follow from a hash of the name, so that the same name always gives the same drawing. */
export function designFromName(name: string): Design {
  const random = randomFrom(name)
  const between = (low: number, high: number) => low + random() * (high - low)
  const count = 2 + Math.floor(random() * 3)
  const packets = Array.from({ length: count }, (_, i) => ({
    x: LEFT + WIDTH * between(0.32, 0.68),
    y: SIDE * (0.14 + (0.72 * (i + between(0.3, 0.7))) / count),
    width: WIDTH * between(0.16, 0.26),
    height: SIDE * between(0.07, 0.13),
    strength: WIDTH * between(0.035, 0.07),
    wave: WIDTH * between(0.18, 0.4),
    tilt: between(-0.6, 0.6),
  }))
  const displace = (x: number, y: number) =>
    packets.reduce((sum, packet) => {
      const [across, down] = [x - packet.x, y - packet.y]
      const around = bell(across, packet.width) * bell(down, packet.height)
      const along = across * Math.cos(packet.tilt) + down * Math.sin(packet.tilt)
      return sum + packet.strength * around * Math.sin((TURN * along) / packet.wave)
    }, 0) *
    rim(x - LEFT, WIDTH) *
    smooth(0, 0.06, y / SIDE) *
    smooth(0, 0.06, 1 - y / SIDE)
  return { displace, points: packets.slice(0, 1).map(({ x, y }) => ({ x, y })) }
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
