import { back, hair, SPINE } from '#art/figures/back.ts'
import type { Figure } from '#art/figures/engrave.ts'
import { sample } from '#art/figures/relief.ts'
import { needle } from '#art/figures/strokes.ts'

/** Thinner than those of a drawing with few. */
const FINE = { shaft: 1, handle: 2.6 }

/** Acupuncture: needles in pairs along a back, on both sides of the spine. */
export function needledBack(): Figure {
  const needled = [-1, 1].flatMap((side) => [300, 410, 520].map((y) => ({ side, x: SPINE + 44 * side, y })))
  return {
    heights: back(),
    ink: sample((x, y) => (hair(x, y) < 0 ? 0.74 : 0.4)),
    strokes: needled.flatMap(({ side, x, y }) => needle([x, y], [22 * side, -74], FINE)),
    points: needled.map(({ x, y }) => ({ x, y })),
  }
}
