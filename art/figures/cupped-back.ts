import { back } from '#art/figures/back.ts'
import type { Figure } from '#art/figures/engrave.ts'
import { layOn, sample } from '#art/figures/relief.ts'
import { ring } from '#art/figures/strokes.ts'
import { bell, smooth } from '#art/illustrations/curve.ts'
import { merge, oval, put, type Point } from '#art/illustrations/shapes.ts'

const CUPS: Point[] = [
  [296, 262],
  [424, 262],
  [300, 372],
  [420, 372],
  [308, 482],
  [412, 482],
]
const RADIUS = 42
const RIM = 8
const edge = merge(1, ...CUPS.map((at) => oval(at, RADIUS, RADIUS)))
/** The lit part of each dome, towards the upper left. */
const lit = merge(1, ...CUPS.map(([x, y]) => oval([x - 9, y - 9], 22, 22)))

/** A glass dome in a flat rim. */
const cup = (deep: number) => (deep > 0 ? 22 * smooth(0, 4, deep) + 14 * smooth(RIM, RADIUS, deep) ** 0.6 : 0)

/** How far a rim is drawn above its place on the back, whose height lifts it, in a drawing that is not raised. */
const RAISED = 20

/** Cupping: six glass cups on a back, each with a rim and the light on its upper left. */
export function cuppedBack(): Figure {
  const body = back((shape) => put(shape, { at: [-29, -110], scale: 1.08 }))
  const glass = sample((x, y) => cup(-edge(x, y)))
  const ink = sample((x, y) => {
    const away = edge(x, y)
    const dome = smooth(RIM - 3, RIM + 2, -away) * smooth(-8, 20, lit(x, y))
    return Math.min(0.95, 0.34 * smooth(-4, 2, away) + 0.5 * bell(away - 8, 9) + 0.6 * dome)
  })
  return {
    heights: layOn(
      body.map((height) => 0.8 * height),
      glass,
    ),
    ink,
    outlines: CUPS.map(([x, y]) => ring([x, y - RAISED], RADIUS, 2)).join(''),
  }
}
