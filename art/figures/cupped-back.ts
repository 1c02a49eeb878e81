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
const RIM = 13
const edge = merge(1, ...CUPS.map((at) => oval(at, RADIUS, RADIUS)))
/** The lit part of each dome, towards the upper left. */
const lit = merge(1, ...CUPS.map(([x, y]) => oval([x - 12, y - 12], 30, 30)))

/** A glass dome in a flat rim. */
const cup = (deep: number) => (deep > 0 ? 30 * smooth(0, 5, deep) + 16 * smooth(RIM, RADIUS, deep) ** 0.6 : 0)

/** Cupping: six glass cups on a back, each in a dark ring and with the light on its upper left. */
export function cuppedBack(): Figure {
  const body = back((shape) => put(shape, { at: [-101, -140], scale: 1.28 }), upperArm)
  const glass = sample((x, y) => cup(-edge(x, y)))
  const ink = sample((x, y) => {
    const away = edge(x, y)
    const dome = smooth(RIM - 3, RIM + 2, -away) * smooth(-8, 26, lit(x, y))
    return Math.min(0.95, 0.34 * smooth(-4, 2, away) + 0.8 * bell(away - 5, 7) + 0.6 * dome)
  })
  return {
    heights: layOn(
      body.map((height) => 0.8 * height),
      glass,
    ),
    ink,
  }
}
