import { inflate, join, swell, type Heights } from '#art/figures/relief.ts'
import { limb, lineAlong, oval, put, type Distance, type Point } from '#art/illustrations/shapes.ts'

// A hand from the upper right, with its fingertips at about (270, 490). The thumb is out of sight.

/** From the index finger to the ring finger, each from its knuckle to its tip. */
const FINGERS = [
  limb([
    [460, 320, 28],
    [408, 346, 26],
    [364, 394, 24],
    [346, 452, 21],
    [341, 500, 17],
  ]),
  limb([
    [430, 290, 28],
    [368, 318, 26],
    [318, 372, 24],
    [298, 442, 21],
    [292, 512, 17],
  ]),
  limb([
    [398, 264, 27],
    [330, 292, 25],
    [274, 352, 23],
    [252, 428, 20],
    [247, 490, 16],
  ]),
]
const littleFinger = limb([
  [400, 226, 32],
  [356, 242, 25],
  [292, 268, 22],
  [238, 320, 19],
  [212, 386, 17],
  [207, 472, 14],
])
const dorsum = limb([
  [814, -128, 92],
  [674, 18, 80],
  [594, 104, 70],
  [514, 190, 76],
  [444, 264, 64],
])

const KNUCKLES = [
  [460, 318],
  [428, 288],
  [396, 260],
] as const

export function pressingHand(at: Point = [0, 0]): Heights {
  const placed = (shape: Distance) => put(shape, { at })
  const fingers = FINGERS.map((finger) => inflate(placed(finger), 0.95))
  let hand = join(2, ...fingers, inflate(placed(littleFinger), 0.9))
  hand = join(18, hand, inflate(placed(dorsum), 0.6))
  for (const [x, y] of KNUCKLES) {
    const sinew = lineAlong([
      [x + 30, y + 2],
      [x + 86, y - 46],
    ])
    hand = swell(hand, placed(oval([x, y], 8, 8)), 14, 9)
    hand = swell(hand, placed(sinew), 8, -7)
  }
  return hand
}
