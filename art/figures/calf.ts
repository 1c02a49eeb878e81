import type { Figure } from '#art/figures/engrave.ts'
import { hand, OPEN_THUMB } from '#art/figures/hand.ts'
import { inflate, layOn, swell } from '#art/figures/relief.ts'
import { contour, limb, lineAlong, oval, put, type Distance } from '#art/illustrations/shapes.ts'

/** A lower leg from its outer side, with the heel raised. */
const leg = contour([
  [300, -60],
  [318, 30],
  [332, 104],
  [318, 168],
  [300, 240],
  [302, 320],
  [330, 400],
  [366, 470],
  [380, 530],
  [362, 566],
  [356, 600],
  [376, 628],
  [430, 640],
  [470, 656],
  [510, 682],
  [552, 686],
  [562, 670],
  [540, 640],
  [490, 600],
  [456, 566],
  [446, 528],
  [452, 450],
  [466, 360],
  [478, 270],
  [480, 190],
  [492, 130],
  [492, 80],
  [474, 30],
  [446, -60],
])

const placed = (shape: Distance) => put(shape, { at: [-62, -58], scale: 1.12 })

/** Sports massage: a hand on a calf, pressing with its thumb. */
export function calf(): Figure {
  let muscles = inflate(placed(leg), 0.7)
  muscles = swell(muscles, placed(oval([352, 280], 24, 80, -4)), 30, 22)
  muscles = swell(
    muscles,
    placed(
      lineAlong([
        [400, 150],
        [408, 270],
        [404, 380],
        [412, 500],
      ]),
    ),
    14,
    -16,
  )
  muscles = swell(muscles, placed(oval([470, 94], 18, 30)), 16, 16)
  muscles = swell(
    muscles,
    placed(
      lineAlong([
        [440, 60],
        [438, 110],
        [450, 140],
      ]),
    ),
    9,
    -10,
  )
  muscles = swell(muscles, placed(oval([408, 572], 12, 12)), 12, 16)
  muscles = swell(
    muscles,
    placed(
      lineAlong([
        [396, 500],
        [388, 560],
      ]),
    ),
    9,
    -14,
  )
  const massaging = hand({
    at: [318, 480],
    degrees: 8,
    scale: 1.28,
    mirror: true,
    spread: 0.7,
    thumb: OPEN_THUMB,
    arm: limb([
      [0, 0, 31],
      [12, 50, 33],
      [64, 150, 42],
      [120, 300, 46],
    ]),
  })
  return { heights: layOn(muscles, massaging, 12), ink: massaging.map((height) => (height > 0 ? 0 : 0.42)) }
}
