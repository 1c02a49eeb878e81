import type { Figure } from '#art/figures/engrave.ts'
import { inflate, sample, swell } from '#art/figures/relief.ts'
import type { Stroke } from '#art/figures/strokes.ts'
import { smooth } from '#art/illustrations/curve.ts'
import { contour, lineAlong, oval } from '#art/illustrations/shapes.ts'

/** A bent knee, seen from its outer side, with the foot on the ground. */
const leg = contour([
  [96, 196],
  [190, 178],
  [290, 150],
  [380, 124],
  [440, 116],
  [488, 130],
  [512, 166],
  [512, 212],
  [500, 262],
  [490, 330],
  [478, 410],
  [466, 490],
  [456, 556],
  [468, 584],
  [512, 606],
  [560, 626],
  [566, 648],
  [540, 658],
  [440, 658],
  [390, 656],
  [376, 634],
  [384, 596],
  [388, 540],
  [374, 470],
  [356, 400],
  [362, 340],
  [388, 292],
  [380, 276],
  [330, 296],
  [260, 322],
  [180, 342],
  [90, 350],
])
const kneecap = oval([478, 166], 24, 32, -28)

const POINTS = [
  { x: 438, y: 222 },
  { x: 470, y: 262 },
]
const LEADS: Stroke[] = [
  [
    [438, 222, 1.4],
    [422, 186, 1.4],
  ],
  [
    [424, 190, 5],
    [412, 162, 5],
  ],
  [
    [414, 166, 1.8],
    [396, 112, 1.8],
    [420, 48, 1.8],
    [452, -20, 1.8],
  ],
  [
    [470, 262, 1.4],
    [508, 250, 1.4],
  ],
  [
    [504, 251, 5],
    [534, 242, 5],
  ],
  [
    [530, 243, 1.8],
    [568, 204, 1.8],
    [540, 120, 1.8],
    [494, 52, 1.8],
    [486, -20, 1.8],
  ],
]

/** Neuropuncture: a bent knee with two needles, each on the lead of a stimulator. */
export function knee(): Figure {
  let body = inflate(leg, 0.66)
  body = swell(body, kneecap, 16, 16)
  body = swell(
    body,
    lineAlong([
      [446, 150],
      [440, 180],
      [460, 206],
      [486, 214],
    ]),
    9,
    -12,
  )
  body = swell(
    body,
    lineAlong([
      [150, 250],
      [260, 226],
      [350, 196],
      [410, 176],
    ]),
    22,
    12,
  )
  body = swell(
    body,
    lineAlong([
      [200, 300],
      [310, 262],
      [400, 226],
    ]),
    12,
    -16,
  )
  body = swell(body, oval([392, 400], 12, 60, 6), 24, 16)
  body = swell(
    body,
    lineAlong([
      [440, 260],
      [446, 340],
      [436, 470],
      [428, 560],
    ]),
    10,
    -9,
  )
  body = swell(body, oval([416, 602], 10, 10), 12, 14)
  return {
    heights: body,
    ink: sample(() => 0.24),
    keep: (x) => smooth(120, 220, x),
    strokes: LEADS,
    points: POINTS,
  }
}
