import { back, upperArm } from '#art/figures/back.ts'
import type { Figure } from '#art/figures/engrave.ts'
import { layOn, sample } from '#art/figures/relief.ts'
import { bell, smooth } from '#art/illustrations/curve.ts'
import { merge, oval, put, type Point } from '#art/illustrations/shapes.ts'

const CUPS: Point[] = [
  [278, 262],
  [442, 262],
  [280, 402],
  [440, 402],
  [284, 542],
  [436, 542],
]
const RADIUS = 56
const rims = merge(1, ...CUPS.map((at) => oval(at, RADIUS, RADIUS)))

/** Cupping: six glass cups on a back, each in a dark ring. */
export function cuppedBack(): Figure {
  const body = back((shape) => put(shape, { at: [-101, -140], scale: 1.28 }), upperArm)
  const glass = sample((x, y) => {
    const deep = -rims(x, y)
    return deep > 0 ? 34 * smooth(0, 9, deep) + 12 * smooth(8, 50, deep) : 0
  })
  const ink = sample((x, y) => {
    const away = rims(x, y)
    return Math.min(0.9, 0.36 * smooth(-4, 2, away) + 0.75 * bell(away - 3, 6))
  })
  return {
    heights: layOn(
      body.map((height) => 0.8 * height),
      glass,
    ),
    ink,
  }
}
