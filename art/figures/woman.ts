import type { Figure } from '#art/figures/engrave.ts'
import { hand } from '#art/figures/hand.ts'
import { inflate, join, layOn, swell } from '#art/figures/relief.ts'
import { contour, limb, lineAlong, oval, put } from '#art/illustrations/shapes.ts'

const body = contour([
  [346, 130],
  [342, 180],
  [314, 212],
  [278, 248],
  [238, 294],
  [232, 318],
  [258, 350],
  [260, 380],
  [232, 424],
  [214, 472],
  [226, 528],
  [262, 572],
  [282, 640],
  [290, 720],
  [292, 800],
  [452, 800],
  [466, 710],
  [488, 640],
  [498, 590],
  [482, 530],
  [432, 466],
  [424, 416],
  [450, 340],
  [454, 270],
  [432, 216],
  [404, 180],
  [396, 130],
])
const head = put(
  contour([
    [8, -72],
    [-32, -66],
    [-56, -38],
    [-60, -12],
    [-90, 16],
    [-66, 28],
    [-70, 44],
    [-58, 66],
    [-24, 62],
    [14, 64],
    [50, 50],
    [72, 6],
    [58, -46],
  ]),
  { at: [344, 98], degrees: -10 },
)
const upperArm = limb([
  [416, 262, 38],
  [430, 320, 34],
  [446, 390, 30],
  [452, 442, 27],
])

/** Women's health: a standing woman in profile, without a face, her hand on her belly. */
export function woman(): Figure {
  let figure = join(24, inflate(body, 0.6), inflate(head, 0.7))
  figure = swell(figure, oval([272, 312], 18, 22), 20, 14)
  figure = swell(
    figure,
    lineAlong([
      [246, 350],
      [290, 356],
      [330, 336],
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
    hand({ at: [366, 458], degrees: -118, scale: 0.86, mirror: true, spread: 0.6, arm: forearm }),
  )
  return { heights: layOn(figure, arm, 10), ink: arm.map((height) => (height > 0 ? 0 : 0.36)) }
}
