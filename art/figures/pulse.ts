import type { Figure } from '#art/figures/engrave.ts'
import { pressingHand } from '#art/figures/pressing-hand.ts'
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
  [392, 548, 46],
  [440, 588, 35],
  [480, 616, 28],
  [512, 634, 23],
  [532, 642, 18],
])

/** The first visit: fingertips on the wrist of an open hand. */
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
  const examining = pressingHand()
  return { heights: layOn(patient, examining, 16), ink: setOff(examining, 0.38, 0.1), wide: true }
}
