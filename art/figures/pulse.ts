import type { Figure } from '#art/figures/engrave.ts'
import { hand, OPEN_THUMB } from '#art/figures/hand.ts'
import { inflate, join, layOn, setOff, swell } from '#art/figures/relief.ts'
import { limb, merge, oval } from '#art/illustrations/shapes.ts'

/** The examiner's fingers, from their knuckles to the wrist that they feel. */
const FINGERS = [
  limb([
    [192, 318, 25],
    [180, 390, 23],
    [182, 460, 22],
    [196, 536, 20],
  ]),
  limb([
    [248, 306, 26],
    [242, 380, 24],
    [244, 450, 23],
    [256, 516, 21],
  ]),
  limb([
    [304, 294, 25],
    [308, 360, 23],
    [312, 424, 22],
    [316, 486, 20],
  ]),
]
const dorsum = merge(
  30,
  limb([
    [256, -80, 38],
    [250, 60, 32],
    [212, 200, 54],
    [208, 290, 46],
  ]),
  limb([
    [276, -80, 38],
    [272, 60, 34],
    [282, 190, 56],
    [290, 268, 48],
  ]),
)
const thumb = limb([
  [300, 130, 30],
  [350, 200, 26],
  [380, 262, 22],
  [388, 306, 18],
])

/** The first visit: three fingertips on the wrist of an open hand. */
export function pulse(): Figure {
  let patient = hand({
    at: [368, 492],
    degrees: 60,
    scale: 1.26,
    mirror: true,
    spread: 1.25,
    thumb: OPEN_THUMB,
    arm: limb([
      [0, 0, 36],
      [0, 60, 41],
      [-2, 160, 52],
      [-6, 300, 58],
    ]),
  })
  patient = swell(patient, oval([428, 502], 30, 18), 18, 14)
  let examining = join(2, ...FINGERS.map((finger) => inflate(finger, 0.95)))
  examining = join(14, examining, inflate(dorsum, 0.6))
  examining = join(8, examining, inflate(thumb, 0.85))
  return { heights: layOn(patient, examining, 16), ink: setOff(examining, 0.48) }
}
