import type { Figure } from '#art/figures/engrave.ts'
import { hand } from '#art/figures/hand.ts'
import { inflate, join, layOn } from '#art/figures/relief.ts'
import { limb, merge } from '#art/illustrations/shapes.ts'

const FINGERS = [
  limb([
    [210, 40, 26],
    [206, 180, 25],
    [214, 300, 23],
    [234, 400, 20],
    [250, 462, 17],
  ]),
  limb([
    [262, 20, 27],
    [258, 160, 26],
    [262, 280, 24],
    [280, 372, 21],
    [294, 430, 18],
  ]),
  limb([
    [316, 20, 26],
    [312, 150, 25],
    [314, 260, 23],
    [326, 344, 20],
    [336, 394, 17],
  ]),
]
const dorsum = merge(
  30,
  limb([
    [236, -80, 60],
    [230, 60, 50],
  ]),
  limb([
    [300, -80, 60],
    [296, 50, 50],
  ]),
)

/** The first visit: three fingertips on a wrist. */
export function pulse(): Figure {
  const patient = hand({ at: [360, 440], degrees: 48, scale: 1.3 })
  let reading = join(2, ...FINGERS.map((finger) => inflate(finger, 0.95)))
  reading = join(12, reading, inflate(dorsum, 0.55))
  return { heights: layOn(patient, reading, 14), ink: reading.map((height) => (height > 0 ? 0.02 : 0.3)) }
}
