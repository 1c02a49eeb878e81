import type { Figure } from '#art/figures/engrave.ts'
import { hand, OPEN_THUMB } from '#art/figures/hand.ts'
import { bentLeg } from '#art/figures/knee.ts'
import { inflate, layOn, setOff, swell } from '#art/figures/relief.ts'
import { limb, lineAlong, merge, oval, put } from '#art/illustrations/shapes.ts'

/** The leg of the knee, moved to the right, with a stronger calf. */
const leg = put(merge(40, bentLeg, oval([246, 400], 46, 96, 8)), { at: [96, 0] })

/** Sports massage: a hand on a calf, pressing with its thumb. The forearm leaves the foot free, by which it is a leg. */
export function calf(): Figure {
  let muscles = inflate(leg, 0.7)
  muscles = swell(muscles, oval([322, 396], 20, 70, 8), 30, 22)
  muscles = swell(muscles, oval([492, 210], 24, 36, -18), 16, 18)
  muscles = swell(
    muscles,
    lineAlong([
      [410, 300],
      [392, 380],
      [376, 470],
      [366, 560],
    ]),
    11,
    -14,
  )
  muscles = swell(muscles, oval([360, 596], 10, 10), 12, 14)
  const massaging = hand({
    at: [246, 470],
    degrees: 38,
    scale: 1.3,
    mirror: true,
    spread: 1.3,
    thumb: OPEN_THUMB,
    arm: limb([
      [0, 0, 31],
      [0, 50, 33],
      [10, 150, 40],
      [20, 300, 46],
      [30, 460, 52],
    ]),
  })
  return { heights: layOn(muscles, massaging, 16), ink: setOff(massaging, 0.5) }
}
