import type { Figure } from '#art/figures/engrave.ts'
import { hand } from '#art/figures/hand.ts'
import { inflate, join, layOn, swell } from '#art/figures/relief.ts'
import { contour, limb, lineAlong, oval, put } from '#art/figures/shapes.ts'

const body = contour([
  [336, 130],
  [334, 184],
  [308, 214],
  [276, 250],
  [244, 296],
  [242, 318],
  [264, 346],
  [262, 380],
  [236, 424],
  [220, 470],
  [230, 526],
  [262, 572],
  [282, 640],
  [290, 720],
  [292, 800],
  [452, 800],
  [466, 710],
  [488, 640],
  [498, 590],
  [482, 530],
  [438, 470],
  [430, 420],
  [452, 340],
  [454, 270],
  [432, 216],
  [410, 184],
  [404, 130],
])
const head = put(
  contour([
    [8, -72],
    [-32, -66],
    [-56, -36],
    [-62, -6],
    [-72, 14],
    [-62, 22],
    [-62, 36],
    [-52, 54],
    [-26, 60],
    [10, 50],
    [44, 34],
    [62, -4],
    [48, -52],
  ]),
  { at: [344, 98], degrees: -10 },
)
const bun = oval([412, 92], 28, 28)
const upperArm = limb([
  [416, 262, 38],
  [430, 320, 34],
  [446, 390, 30],
  [452, 442, 27],
])

/** Women's health: a standing woman in profile, without a face, her hand on her belly. */
export function woman(): Figure {
  let figure = join(24, inflate(body, 0.6), inflate(head, 0.7))
  figure = join(8, figure, inflate(bun, 1))
  figure = swell(
    figure,
    lineAlong([
      [252, 344],
      [290, 352],
      [326, 336],
    ]),
    12,
    -12,
  )
  const forearm = limb([
    [0, 0, 24],
    [10, 60, 28],
    [4, 150, 36],
  ])
  const arm = join(
    10,
    inflate(upperArm, 0.9),
    hand({ at: [352, 470], degrees: -104, scale: 0.8, mirror: true, spread: 0.4, arm: forearm }),
  )
  return { heights: layOn(figure, arm, 10), ink: arm.map((height) => (height > 0 ? 0 : 0.36)) }
}
