import type { Figure } from '#art/figures/engrave.ts'
import { inflate, join, layOn, setOff, swell, type Heights } from '#art/figures/relief.ts'
import { contour, limb, lineAlong, oval } from '#art/illustrations/shapes.ts'

/** The forearm from the left, level, and the open palm. */
const arm = limb([
  [-80, 524, 88],
  [60, 520, 80],
  [170, 516, 68],
  [260, 514, 56],
  [320, 512, 52],
  [380, 508, 62],
])
const palm = contour([
  [316, 462],
  [360, 440],
  [424, 414],
  [482, 400],
  [524, 406],
  [550, 444],
  [556, 494],
  [540, 544],
  [492, 580],
  [424, 596],
  [356, 580],
  [316, 562],
])
/** From the little finger to the index finger, and the thumb. */
const OPEN_FINGERS = [
  limb([
    [486, 430, 28],
    [534, 390, 24],
    [568, 354, 21],
    [592, 324, 17.5],
  ]),
  limb([
    [508, 462, 29],
    [568, 418, 25],
    [616, 376, 22.5],
    [648, 342, 18.5],
  ]),
  limb([
    [520, 496, 30],
    [590, 458, 26],
    [642, 420, 23],
    [674, 390, 18.5],
  ]),
  limb([
    [518, 534, 30],
    [586, 510, 26],
    [636, 482, 22.5],
    [668, 458, 18.5],
  ]),
]
const openThumb = limb([
  [424, 544, 54],
  [478, 594, 42],
  [520, 620, 32],
  [556, 632, 26],
  [582, 632, 20],
])

/** The examiner's fingers from the index finger to the ring finger, each from its knuckle to its tip. The thumb is out of
 *  sight. */
const FINGERS = [
  limb([
    [460, 320, 28],
    [408, 346, 26],
    [364, 394, 24],
    [346, 466, 21],
    [342, 526, 17],
  ]),
  limb([
    [430, 290, 28],
    [368, 318, 26],
    [318, 372, 24],
    [298, 456, 21],
    [293, 536, 17],
  ]),
  limb([
    [398, 264, 27],
    [330, 292, 25],
    [274, 352, 23],
    [252, 444, 20],
    [248, 518, 16],
  ]),
]
const littleFinger = limb([
  [400, 226, 32],
  [356, 242, 25],
  [292, 268, 22],
  [238, 320, 19],
  [212, 386, 17],
  [207, 490, 14],
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

function examiningHand(): Heights {
  const fingers = FINGERS.map((finger) => inflate(finger, 0.95))
  let hand = join(2, ...fingers, inflate(littleFinger, 0.9))
  hand = join(18, hand, inflate(dorsum, 0.6))
  for (const [x, y] of KNUCKLES) {
    const sinew = lineAlong([
      [x + 30, y + 2],
      [x + 86, y - 46],
    ])
    hand = swell(hand, oval([x, y], 8, 8), 14, 9)
    hand = swell(hand, sinew, 8, -7)
  }
  return hand
}

/** The first visit: fingertips on the wrist of an open hand. */
export function pulse(): Figure {
  let patient = join(20, inflate(arm, 0.62), inflate(palm, 0.6))
  patient = join(10, patient, join(2, ...OPEN_FINGERS.map((finger) => inflate(finger, 0.95))))
  patient = join(30, patient, inflate(openThumb, 0.8))
  // The hollow of the palm and the folds of the wrist.
  patient = swell(patient, oval([456, 502], 26, 22), 36, -20)
  patient = swell(
    patient,
    lineAlong([
      [330, 464],
      [340, 508],
      [336, 556],
    ]),
    7,
    -6,
  )
  const examining = examiningHand()
  return { heights: layOn(patient, examining, 16), ink: setOff(examining, 0.38, 0.1), wide: true }
}
