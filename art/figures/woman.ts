import type { Figure } from '#art/figures/engrave.ts'
import { hand } from '#art/figures/hand.ts'
import { inflate, join, layOn, swell } from '#art/figures/relief.ts'
import { contour, limb, oval, put } from '#art/illustrations/shapes.ts'

const body = contour([
  [324, 130],
  [326, 176],
  [308, 214],
  [280, 256],
  [252, 300],
  [242, 338],
  [240, 366],
  [212, 400],
  [178, 452],
  [180, 510],
  [216, 566],
  [262, 616],
  [282, 690],
  [286, 800],
  [458, 800],
  [474, 700],
  [500, 622],
  [506, 574],
  [486, 520],
  [442, 462],
  [434, 410],
  [456, 340],
  [458, 274],
  [438, 222],
  [404, 184],
  [394, 130],
])
const head = put(
  contour([
    [6, -72],
    [-34, -64],
    [-58, -36],
    [-62, -10],
    [-84, 18],
    [-66, 28],
    [-70, 44],
    [-58, 66],
    [-24, 62],
    [14, 64],
    [46, 52],
    [70, 14],
    [66, -28],
    [42, -60],
  ]),
  { at: [346, 96], degrees: -10, scale: 0.94 },
)
/** Her hair, in a knot. Higher up it would look like the peak of a cap. */
const knot = oval([436, 98], 27, 27)
const upperArm = limb([
  [416, 262, 38],
  [430, 320, 34],
  [446, 390, 30],
  [452, 442, 27],
])

/** Women's health: a standing woman in profile, without a face, her hand on her belly. */
export function woman(): Figure {
  let figure = join(4, join(24, inflate(body, 0.6), inflate(head, 0.7)), inflate(knot, 1.2))
  figure = swell(figure, oval([246, 462], 60, 70), 60, 14)
  const forearm = limb([
    [0, 0, 24],
    [10, 60, 28],
    [4, 150, 36],
  ])
  const arm = join(
    10,
    inflate(upperArm, 0.9),
    hand({ at: [350, 452], degrees: -118, scale: 0.86, mirror: true, spread: 0.6, arm: forearm }),
  )
  return { heights: layOn(figure, arm, 10), ink: arm.map((height) => (height > 0 ? 0 : 0.36)) }
}
