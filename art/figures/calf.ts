import type { Figure } from '#art/figures/engrave.ts'
import { hand, OPEN_THUMB } from '#art/figures/hand.ts'
import { inflate, layOn, setOff, swell } from '#art/figures/relief.ts'
import { contour, limb, lineAlong, oval } from '#art/illustrations/shapes.ts'

/** A leg from its inner side: the hollow of the knee, the calf and the heel on the left, the shin on the right. */
const leg = contour([
  [196, -110],
  [206, -30],
  [232, 40],
  [252, 92],
  [236, 144],
  [202, 206],
  [188, 276],
  [206, 356],
  [246, 436],
  [276, 506],
  [276, 556],
  [250, 596],
  [244, 634],
  [268, 658],
  [340, 662],
  [440, 664],
  [512, 660],
  [524, 642],
  [496, 618],
  [430, 590],
  [376, 556],
  [362, 506],
  [378, 420],
  [396, 320],
  [404, 220],
  [404, 160],
  [424, 110],
  [428, 60],
  [412, 0],
  [412, -110],
])

/** Sports massage: a hand on a calf, pressing with its thumb. */
export function calf(): Figure {
  let muscles = inflate(leg, 0.7)
  muscles = swell(muscles, oval([250, 272], 26, 84, -6), 34, 30)
  muscles = swell(
    muscles,
    lineAlong([
      [318, 190],
      [322, 280],
      [310, 380],
      [318, 500],
    ]),
    13,
    -18,
  )
  muscles = swell(
    muscles,
    lineAlong([
      [250, 92],
      [290, 100],
      [330, 92],
    ]),
    16,
    -20,
  )
  muscles = swell(muscles, oval([404, 84], 16, 30), 16, 16)
  muscles = swell(muscles, oval([324, 574], 12, 12), 12, 16)
  muscles = swell(
    muscles,
    lineAlong([
      [300, 500],
      [294, 570],
    ]),
    9,
    -14,
  )
  const massaging = hand({
    at: [478, 226],
    degrees: -148,
    scale: 1.26,
    mirror: true,
    spread: 0.7,
    thumb: OPEN_THUMB,
    arm: limb([
      [0, 0, 31],
      [0, 50, 33],
      [6, 150, 42],
      [10, 300, 46],
    ]),
  })
  return { heights: layOn(muscles, massaging, 16), ink: setOff(massaging, 0.42) }
}
