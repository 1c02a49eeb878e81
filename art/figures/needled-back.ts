import { back, hair, SPINE } from '#art/figures/back.ts'
import type { Figure } from '#art/figures/engrave.ts'
import { sample } from '#art/figures/relief.ts'
import { needle, type Stroke } from '#art/figures/strokes.ts'

/** Acupuncture: three needles along the meridian of a back. */
export function needledBack(): Figure {
  const points = [306, 426, 546].map((y) => ({ x: SPINE, y }))
  const meridian: Stroke = [
    [SPINE, 244, 0.9],
    [SPINE, 640, 0.9],
  ]
  const needles = points.flatMap(({ x, y }) => needle([x, y], [46, -92]))
  return {
    heights: back(),
    ink: sample((x, y) => (hair(x, y) < 0 ? 0.74 : 0.4)),
    strokes: [meridian, ...needles],
    points,
  }
}
