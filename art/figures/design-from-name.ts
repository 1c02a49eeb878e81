import type { Figure } from '#art/figures/engrave.ts'
import { inflate, layOn, sample, setOff, SIDE, swell, type Heights } from '#art/figures/relief.ts'
import { smooth, TURN } from '#art/illustrations/curve.ts'
import { contour, lineAlong, put, type Distance, type Point } from '#art/illustrations/shapes.ts'

type Between = (low: number, high: number) => number

const MIDDLE = SIDE / 2

/** Returns a figure for a therapy that has none of its own: stones, leaves, or rings on water. Which, how many and how they lie
 *  follows from a hash of the name, so that the same name always gives the same drawing. */
export function designFromName(name: string): Figure {
  const random = randomFrom(name)
  const between = (low: number, high: number) => low + random() * (high - low)
  const motifs = [stones, leaves, ripples]
  return motifs[Math.floor(random() * motifs.length)]!(between)
}

/** Three to five stones, each on a larger one. */
function stones(between: Between): Figure {
  const count = Math.floor(between(3, 6))
  let heights: Heights = sample(() => 0)
  let ink: Heights = sample(() => 0)
  let bottom = 640
  let x = MIDDLE
  for (let i = 0; i < count; i++) {
    const smaller = 1 - (0.5 * i) / (count - 1)
    const tall = (250 / count) * (0.6 + 0.55 * smaller) * between(0.85, 1.1)
    const wide = (30 + 150 * smaller) * between(0.88, 1.06)
    const body = inflate(stone([x, bottom - tall], wide, tall, between), 0.8)
    heights = layOn(heights, body, 10)
    const own = setOff(body, 0.4, between(0.1, 0.45))
    ink = ink.map((below, at) => (body[at]! > 0 ? own[at]! : below))
    bottom -= 2 * tall - 3
    x += between(-16, 16)
  }
  return { heights, ink }
}

/** An outline that is nearly an ellipse. */
function stone([x, y]: Point, wide: number, tall: number, between: Between): Distance {
  const corners = 9
  const outline = Array.from({ length: corners }, (_, i): Point => {
    const angle = (2 * Math.PI * i) / corners
    const [across, down] = [Math.cos(angle), Math.sin(angle)]
    // Squarer than an ellipse, and never the same twice.
    const out = between(0.96, 1.04) * (1 + 0.09 * Math.sin(2 * angle) ** 2)
    return [out * wide * across, out * tall * down]
  })
  return put(contour(outline), { at: [x, y], degrees: between(-5, 5) })
}

/** A twig with leaves to both sides and one at its end. */
function leaves(between: Between): Figure {
  const pairs = Math.floor(between(2, 4))
  const lean = between(-60, 60)
  const at = (share: number): Point => [MIDDLE + lean * (share ** 2 - 0.4), 744 - 480 * share]
  const twig = lineAlong([at(0), at(0.25), at(0.5), at(0.75), at(1)])
  const size = 1.5 - 0.14 * pairs
  let heights = inflate((x, y) => twig(x, y) - 7)
  for (let i = 0; i < pairs; i++)
    for (const side of [-1, 1]) {
      const share = 0.12 + (0.78 * (i + (side > 0 ? 0.5 : 0.05))) / pairs
      const degrees = side * between(46, 64) + lean / 6
      heights = leafOn(heights, { at: at(share), degrees, scale: size * between(0.9, 1.05) * (1 - 0.08 * i) })
    }
  return { heights: leafOn(heights, { at: at(0.98), degrees: lean / 4, scale: 0.9 * size }) }
}

/** A leaf that points upwards from its stalk at 0, 0. */
const LEAF = contour([
  [0, 0],
  [34, -36],
  [52, -92],
  [40, -150],
  [0, -206],
  [-40, -150],
  [-52, -92],
  [-34, -36],
])
const RIB = lineAlong([
  [0, 4],
  [3, -90],
  [0, -190],
])

function leafOn(ground: Heights, placement: Parameters<typeof put>[1]): Heights {
  const blade = swell(inflate(put(LEAF, placement), 0.5), put(RIB, placement), 9, -15)
  return layOn(ground, blade, 8)
}

/** Rings on water, where something has fallen in. */
function ripples(between: Between): Figure {
  const [x, y] = [MIDDLE + between(-50, 50), MIDDLE + between(-60, 60)]
  const [wide, ring] = [between(215, 236), between(46, 66)]
  const heights = sample((across, down) => {
    const away = Math.hypot(across - x, 1.25 * (down - y))
    return smooth(wide, 40, away) * (26 + 24 * Math.cos((TURN * away) / ring))
  })
  return { heights, ink: sample(() => 0.2) }
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
