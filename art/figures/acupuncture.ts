import { back, SPINE } from '#art/figures/back.ts'
import { engrave } from '#art/figures/engrave.ts'
import { needle } from '#art/figures/strokes.ts'

export function acupuncture() {
  const points = [306, 426, 546].map((y) => ({ x: SPINE, y }))
  const strokes = points.flatMap(({ x, y }) => needle([x, y], [46, -92]))
  return { path: engrave({ heights: back(), lift: 0.2, strokes }), points }
}
