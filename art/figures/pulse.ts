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
  [318, 464],
  [356, 446],
  [430, 428],
  [500, 424],
  [548, 436],
  [566, 484],
  [562, 536],
  [540, 578],
  [480, 594],
  [410, 592],
  [350, 572],
  [318, 558],
])
/** From the little finger to the index finger, and the thumb. */
const OPEN_FINGERS = [
  limb([
    [508, 458, 26],
    [564, 424, 22],
    [602, 396, 19.5],
    [630, 374, 16],
  ]),
  limb([
    [528, 480, 27],
    [594, 450, 23.5],
    [648, 424, 21],
    [680, 408, 17],
  ]),
  limb([
    [536, 514, 28],
    [608, 498, 24],
    [664, 486, 21.5],
    [698, 478, 17.5],
  ]),
  limb([
    [528, 552, 28],
    [600, 556, 24],
    [650, 558, 21.5],
    [682, 556, 17.5],
  ]),
]
const openThumb = limb([
  [434, 538, 58],
  [484, 584, 44],
  [522, 612, 33],
  [552, 630, 26],
  [572, 638, 20],
])

/** The first visit: fingertips on the wrist of an open hand. */
export function pulse(): Figure {
  let patient = join(20, inflate(arm, 0.62), inflate(palm, 0.6))
  patient = join(10, patient, join(2, ...OPEN_FINGERS.map((finger) => inflate(finger, 0.95))))
  patient = join(30, patient, inflate(openThumb, 0.8))
  // The hollow of the palm and the folds of the wrist.
  patient = swell(patient, oval([476, 506], 26, 22), 36, -18)
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
