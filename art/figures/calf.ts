import type { Figure } from '#art/figures/engrave.ts'
import { hand } from '#art/figures/hand.ts'
import { inflate, layOn, setOff, swell } from '#art/figures/relief.ts'
import { contour, lineAlong, merge, mirrored, oval, put, type Distance } from '#art/illustrations/shapes.ts'

/** The left leg from behind, from above the knee to the ankle. */
const leg = contour([
  [172, -180],
  [186, 20],
  [204, 100],
  [212, 150],
  [200, 210],
  [192, 280],
  [200, 350],
  [222, 430],
  [240, 510],
  [244, 600],
  [240, 800],
  [300, 800],
  [296, 600],
  [302, 510],
  [322, 430],
  [340, 350],
  [338, 280],
  [322, 210],
  [316, 150],
  [326, 90],
  [338, 20],
  [350, -180],
])
/** Beside the hollow of the knee. */
const tendons = merge(
  1,
  lineAlong([
    [224, 40],
    [232, 110],
    [228, 170],
  ]),
  lineAlong([
    [310, 40],
    [302, 110],
    [306, 170],
  ]),
)
const hollow = oval([267, 132], 14, 26)
/** The two heads of the calf, and what is between them. */
const heads = merge(1, oval([232, 270], 18, 60, 6), oval([306, 280], 18, 66, -4))
const furrow = lineAlong([
  [268, 190],
  [270, 280],
  [266, 370],
])
/** Above the heel. */
const tendon = lineAlong([
  [266, 420],
  [268, 520],
  [268, 600],
])

/** On both legs. */
const both = (shape: Distance) => put(merge(1, shape, mirrored(shape, 360)), { at: [-62, 40], scale: 1.1 })

/** Sports massage: two calves from behind, and a hand on one of them. */
export function calf(): Figure {
  let legs = inflate(both(leg), 0.62)
  legs = swell(legs, both(tendons), 10, 10)
  legs = swell(legs, both(hollow), 16, -12)
  legs = swell(legs, both(heads), 24, 13)
  legs = swell(legs, both(furrow), 9, -14)
  legs = swell(legs, both(tendon), 9, 10)
  const massaging = hand({ at: [470, 560], degrees: -15, scale: 1.2, spread: 0.9 })
  return { heights: layOn(legs, massaging, 20), ink: setOff(massaging, 0.56, 0.02) }
}
