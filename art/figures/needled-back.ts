import { back, hair, SPINE } from '#art/figures/back.ts'
import type { Figure } from '#art/figures/engrave.ts'
import { sample } from '#art/figures/relief.ts'
import { needle } from '#art/figures/strokes.ts'

const FINE = { shaft: 1, handle: 2.6 }

/** Acupuncture: needles in pairs along a back, on both sides of the spine. */
export function needledBack(): Figure {
  const side = (x: number) => [300, 410, 520].map((y) => ({ x: SPINE + x, y }))
  const [left, right] = [side(-44), side(44)]
  return {
    heights: back(),
    ink: sample((x, y) => (hair(x, y) < 0 ? 0.74 : 0.4)),
    strokes: [
      ...left.flatMap(({ x, y }) => needle([x, y], [-22, -74], FINE)),
      ...right.flatMap(({ x, y }) => needle([x, y], [22, -74], FINE)),
    ],
    points: [...left, ...right],
  }
}
