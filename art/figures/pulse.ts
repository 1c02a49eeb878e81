import type { Figure } from '#art/figures/engrave.ts'
import { inflate, join, layOn, setOff, swell } from '#art/figures/relief.ts'
import { contour, limb, lineAlong, oval } from '#art/illustrations/shapes.ts'

/** The forearm from the left, level, and the open palm. */
const arm = limb([
  [-80, 486, 84],
  [60, 482, 80],
  [180, 478, 68],
  [280, 476, 57],
  [330, 476, 56],
  [380, 474, 62],
])
const palm = contour([
  [310, 426],
  [350, 420],
  [410, 404],
  [470, 398],
  [514, 408],
  [530, 450],
  [526, 498],
  [506, 540],
  [458, 552],
  [400, 544],
  [350, 530],
  [310, 526],
])
/** From the little finger to the index finger, and the thumb. */
const OPEN_FINGERS = [
  limb([
    [466, 424, 21],
    [522, 380, 18],
    [556, 344, 15],
    [574, 318, 11],
  ]),
  limb([
    [490, 444, 22],
    [566, 408, 19],
    [616, 378, 16],
    [640, 354, 12],
  ]),
  limb([
    [496, 476, 23],
    [590, 464, 20],
    [648, 444, 17],
    [676, 426, 12],
  ]),
  limb([
    [490, 512, 23],
    [582, 526, 20],
    [634, 526, 17],
    [662, 518, 12],
  ]),
]
const openThumb = limb([
  [370, 524, 31],
  [432, 566, 28],
  [486, 598, 22],
  [528, 618, 18],
  [550, 622, 13],
])

/** The examiner's fingers, from their knuckles to the wrist that they feel, and the little finger, which is held away.
 *  The thumb is out of sight. */
const FINGERS = [
  limb([
    [536, 222, 26],
    [458, 264, 24],
    [410, 344, 21],
    [396, 422, 18],
    [392, 468, 15],
  ]),
  limb([
    [498, 192, 27],
    [406, 234, 25],
    [356, 324, 22],
    [340, 414, 19],
    [336, 468, 15],
  ]),
  limb([
    [456, 170, 26],
    [354, 212, 24],
    [302, 304, 21],
    [284, 408, 18],
    [280, 466, 15],
  ]),
]
const littleFinger = limb([
  [420, 148, 22],
  [326, 168, 20],
  [270, 226, 17],
  [244, 298, 12],
])
const dorsum = limb([
  [860, -142, 86],
  [700, 8, 76],
  [620, 88, 66],
  [540, 148, 74],
  [490, 184, 62],
])

const KNUCKLES = [
  [536, 220],
  [498, 190],
  [456, 166],
] as const

/** The first visit: three fingertips on the wrist of an open hand. */
export function pulse(): Figure {
  let patient = join(20, inflate(arm, 0.62), inflate(palm, 0.6))
  patient = join(10, patient, join(2, ...OPEN_FINGERS.map((finger) => inflate(finger, 0.95))))
  patient = join(16, patient, inflate(openThumb, 0.9))
  // The hollow of the palm and the folds of the wrist.
  patient = swell(patient, oval([470, 470], 20, 18), 30, -22)
  patient = swell(
    patient,
    lineAlong([
      [330, 430],
      [340, 474],
      [336, 522],
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
