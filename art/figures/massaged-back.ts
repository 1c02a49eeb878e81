import { back } from '#art/figures/back.ts'
import type { Figure } from '#art/figures/engrave.ts'
import { hand } from '#art/figures/hand.ts'
import { join, layOn, setOff } from '#art/figures/relief.ts'
import { put } from '#art/illustrations/shapes.ts'

/** Massage: two hands on a back, light against it. */
export function massagedBack(): Figure {
  const body = back((shape) => put(shape, { at: [-43, -116], scale: 1.12 }))
  const hands = join(
    2,
    hand({ at: [470, 590], degrees: -4, scale: 1.2 }),
    hand({ at: [250, 590], degrees: 4, scale: 1.2, mirror: true }),
  )
  return {
    heights: layOn(
      body.map((height) => 0.55 * height),
      hands,
      14,
    ),
    ink: setOff(hands, 0.52, 0.03),
  }
}
