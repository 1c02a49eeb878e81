import type { Figure } from '#art/figures/engrave.ts'
import { hand } from '#art/figures/hand.ts'
import { blur, inflate, join, layOn, sample, setOff, swell } from '#art/figures/relief.ts'
import type { Stroke } from '#art/figures/strokes.ts'
import { contour, limb, lineAlong, put, type Point } from '#art/illustrations/shapes.ts'

/** From her throat to her belly. */
const FRONT: Point[] = [
  [345, 213],
  [340, 237],
  [302, 274],
  [258, 310],
  [236, 350],
  [250, 386],
  [230, 416],
  [184, 464],
  [164, 528],
]
const body = contour([
  [348, 170],
  ...FRONT,
  [178, 592],
  [222, 656],
  [264, 696],
  [276, 780],
  [458, 780],
  [474, 676],
  [494, 612],
  [486, 548],
  [458, 490],
  [446, 436],
  [462, 366],
  [464, 304],
  [440, 250],
  [414, 206],
  [408, 150],
])
/** From the hair over brow, nose, lips and chin to the throat. */
const PROFILE: Point[] = [
  [-44, -68],
  [-58, -44],
  [-63, -22],
  [-60, -7],
  [-67, 9],
  [-77, 25],
  [-67, 32],
  [-70, 42],
  [-66, 47],
  [-68, 54],
  [-62, 60],
  [-62, 71],
  [-50, 81],
  [-34, 82],
]
const HEAD = { at: [354, 110], degrees: -12, scale: 1.05 } as const
/** A place of the head, in the drawing. */
const ofHead = ([x, y]: Point): Point => {
  const angle = (HEAD.degrees * Math.PI) / 180
  const [cos, sin] = [HEAD.scale * Math.cos(angle), HEAD.scale * Math.sin(angle)]
  return [HEAD.at[0] + x * cos - y * sin, HEAD.at[1] + x * sin + y * cos]
}
const head = put(
  contour([...PROFILE, [-10, 74], [10, 62], [40, 60], [68, 10], [62, -44], [20, -76], [-24, -76]]),
  HEAD,
)
/** Fades along her belly. */
const outline: Stroke = [...PROFILE.map(ofHead), ...FRONT].map(([x, y], i, { length }) => [
  x - 1.5,
  y,
  1.1 * Math.min(1, i / 2, (length - 1 - i) / 11),
])
const closedEye: Stroke = (
  [
    [-38, -4, 0.3],
    [-46, 1, 1],
    [-54, -2, 0.4],
  ] as const
).map(([x, y, half]) => [...ofHead([x, y]), half])
/** Her long hair, darker than the face. */
const hair = put(
  contour([
    [-36, -76],
    [-44, -56],
    [-30, -26],
    [-12, 4],
    [-2, 40],
    [12, 80],
    [34, 130],
    [44, 190],
    [70, 224],
    [88, 196],
    [96, 140],
    [86, 84],
    [80, 20],
    [74, -40],
    [44, -80],
    [0, -92],
  ]),
  HEAD,
)
const strand = (points: Point[]) => put(lineAlong(points), HEAD)
const STRANDS = [
  strand([
    [-30, -60],
    [20, -40],
    [44, 20],
    [54, 100],
    [60, 200],
  ]),
  strand([
    [-10, -80],
    [46, -60],
    [66, 10],
    [76, 100],
    [80, 190],
  ]),
  strand([
    [-36, -40],
    [-2, -20],
    [20, 30],
    [36, 110],
  ]),
]
const upperArm = limb([
  [398, 306, 46],
  [414, 360, 39],
  [424, 410, 34],
  [414, 456, 31],
])
const forearm = limb([
  [0, 0, 25],
  [4, 50, 31],
  [4, 120, 42],
])

/** Women's health: a pregnant woman in profile, who looks down at her belly and holds it. */
export function woman(): Figure {
  let locks = inflate(hair, 0.7)
  for (const shape of STRANDS) locks = swell(locks, shape, 8, -9)
  const figure = layOn(join(24, inflate(body, 0.6), inflate(head, 0.4)), locks, 4)
  const holding = hand({
    at: [324, 530],
    degrees: -122,
    scale: 0.74,
    mirror: true,
    spread: 0.45,
    arm: forearm,
  })
  const softened = blur(holding, 4)
  const hands = holding.map((height, i) => (height > 0 ? softened[i]! : 0))
  const apart = setOff(holding, 0, 0.22)
  const tone = sample((x, y) => {
    if (hair(x, y) < 0) return 0.82
    return head(x, y) < 6 ? 0.3 : 0.36
  })
  return {
    heights: layOn(figure, join(10, inflate(upperArm, 0.8), hands), 6),
    strokes: [outline, closedEye],
    ink: tone.map((own, i) => (holding[i]! > 0 ? apart[i]! : Math.max(own, apart[i]!))),
  }
}
