import { back, upperArm } from '#art/figures/back.ts'
import type { Figure } from '#art/figures/engrave.ts'
import { hand } from '#art/figures/hand.ts'
import { join, layOn, setOff } from '#art/figures/relief.ts'
import { put } from '#art/illustrations/shapes.ts'

/** Massage: two hands on a back, light against it. */
export function massagedBack(): Figure {
  const body = back((shape) => put(shape, { at: [-101, -150], scale: 1.28 }), upperArm)
  const hands = join(
    2,
    hand({ at: [456, 590], degrees: -2, scale: 1.32 }),
    hand({ at: [264, 590], degrees: 2, scale: 1.32, mirror: true }),
  )
  return {
    heights: layOn(
      body.map((height) => 0.8 * height),
      hands,
      14,
    ),
    ink: setOff(hands, 0.38, 0.09),
  }
}
