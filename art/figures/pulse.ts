import type { Figure } from '#art/figures/engrave.ts'
import { inflate, join, layOn, setOff, swell } from '#art/figures/relief.ts'
import { contour, limb, lineAlong, oval } from '#art/illustrations/shapes.ts'

/** The forearm from the left, level, and the open palm. */
const arm = limb([
  [-80, 520, 88],
  [60, 516, 80],
  [170, 512, 66],
  [260, 510, 52],
  [320, 510, 47],
  [380, 508, 60],
])
const palm = contour([
  [318, 468],
  [350, 454],
  [410, 438],
  [470, 432],
  [514, 442],
  [530, 484],
  [526, 532],
  [506, 574],
  [458, 586],
  [400, 578],
  [350, 564],
  [318, 556],
])
/** From the little finger to the index finger, and the thumb. */
const OPEN_FINGERS = [
  limb([
    [468, 462, 22],
    [524, 416, 18.5],
    [562, 378, 16.5],
    [584, 350, 13.5],
  ]),
  limb([
    [492, 482, 23],
    [568, 440, 20],
    [622, 404, 18],
    [650, 382, 14.5],
  ]),
  limb([
    [500, 514, 24],
    [590, 492, 21],
    [648, 470, 19],
    [680, 454, 15],
  ]),
  limb([
    [494, 546, 24],
    [582, 552, 21],
    [636, 546, 19],
    [666, 538, 15],
  ]),
]
const openThumb = limb([
  [370, 556, 34],
  [428, 602, 31],
  [478, 636, 26],
  [516, 656, 22],
  [538, 662, 18],
])

/** The examiner's fingers, from their knuckles to the wrist that they feel, and the little finger, which is held away.
 *  The thumb is out of sight. */
const FINGERS = [
  limb([
    [460, 320, 28],
    [408, 346, 26],
    [364, 394, 24],
    [346, 452, 21],
    [342, 498, 17],
  ]),
  limb([
    [430, 290, 28],
    [368, 318, 26],
    [318, 372, 24],
    [298, 442, 21],
    [294, 500, 17],
  ]),
  limb([
    [398, 264, 27],
    [330, 292, 25],
    [274, 352, 23],
    [252, 428, 20],
    [248, 494, 16],
  ]),
]
const littleFinger = limb([
  [400, 226, 32],
  [356, 242, 25],
  [300, 260, 22],
  [250, 300, 19],
  [220, 352, 17],
  [206, 404, 13],
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

/** The first visit: three fingertips on the wrist of an open hand. */
export function pulse(): Figure {
  let patient = join(20, inflate(arm, 0.62), inflate(palm, 0.6))
  patient = join(10, patient, join(2, ...OPEN_FINGERS.map((finger) => inflate(finger, 0.95))))
  patient = join(16, patient, inflate(openThumb, 0.9))
  // The hollow of the palm and the folds of the wrist.
  patient = swell(patient, oval([470, 504], 20, 18), 30, -22)
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
  let examining = join(2, ...FINGERS.map((finger) => inflate(finger, 0.95)), inflate(littleFinger, 0.9))
  examining = join(18, examining, inflate(dorsum, 0.6))
  for (const [x, y] of KNUCKLES) {
    examining = swell(examining, oval([x, y], 8, 8), 14, 9)
    examining = swell(
      examining,
      lineAlong([
        [x + 30, y + 2],
        [x + 86, y - 46],
      ]),
      8,
      -7,
    )
  }
  return { heights: layOn(patient, examining, 16), ink: setOff(examining, 0.38, 0.1), wide: true }
}
