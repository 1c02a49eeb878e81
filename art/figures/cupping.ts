import { back, upperArm } from '#art/figures/back.ts'
import { engrave } from '#art/figures/engrave.ts'
import { layOn, sample } from '#art/figures/relief.ts'
import { merge, oval, put, type Point } from '#art/figures/shapes.ts'
import { bell, smooth } from '#art/illustrations/curve.ts'

const CUPS: Point[] = [[278, 262], [442, 262], [280, 402], [440, 402], [284, 542], [436, 542]]
const WIDE = 56

const rims = merge(1, ...CUPS.map((at) => oval(at, WIDE, WIDE)))

export function cupping() {
  const body = back((shape) => put(shape, { at: [-101, -140], scale: 1.28 }), upperArm).map((v) => v * 0.8)
  // A glass dome with a thick rim and a knob on its top.
  const glass = sample((x, y) => {
    const deep = -rims(x, y)
    return deep > 0 ? 34 * smooth(0, 9, deep) + 12 * smooth(8, 50, deep) : 0
  })
  const ink = sample((x, y) => {
    const away = rims(x, y)
    const ring = 0.75 * bell(away - 3, 6)
    return Math.min(0.9, 0.36 * smooth(-4, 2, away) + ring)
  })
  return { path: engrave({ heights: layOn(body, glass), ink, lift: 0.2 }) }
}
