import type { Figure } from '#art/figures/engrave.ts'
import { inflate, sample, swell } from '#art/figures/relief.ts'
import { needle, type Stroke } from '#art/figures/strokes.ts'
import { contour, lineAlong, oval, type Point } from '#art/illustrations/shapes.ts'

/** A bent knee, seen from its outer side, with the thigh from above and the foot on the ground. */
export const bentLeg = contour([
  [120, -110],
  [158, -20],
  [198, 70],
  [244, 150],
  [284, 216],
  [274, 274],
  [238, 340],
  [214, 410],
  [224, 480],
  [240, 550],
  [238, 590],
  [222, 622],
  [228, 652],
  [270, 660],
  [350, 662],
  [424, 660],
  [446, 648],
  [436, 626],
  [388, 604],
  [336, 580],
  [322, 550],
  [336, 480],
  [356, 410],
  [390, 340],
  [420, 282],
  [440, 226],
  [428, 172],
  [392, 110],
  [342, 40],
  [308, -30],
  [280, -110],
])
const kneecap = oval([408, 210], 24, 36, -18)

const POINTS: Point[] = [
  [386, 166],
  [378, 286],
]
const REACH: Point = [118, -44]
const HALVES = { shaft: 2, handle: 5 }
/** From the end of a needle: a clip, then its lead, which leaves at the foot of the drawing. */
const lead = ([x, y]: Point, right: number): Stroke[] => [
  [
    [x - 3, y - 4, 6.5],
    [x + 10, y + 24, 4],
  ],
  [
    [x + 9, y + 22, 2.2],
    [x + 30, y + 66, 2.2],
    [right - 12, y + 150, 2.2],
    [right, y + 280, 2.2],
    [right, 740, 2.2],
  ],
]
const STROKES = POINTS.flatMap(([x, y], i) => [
  ...needle([x, y], REACH, HALVES),
  ...lead([x + REACH[0], y + REACH[1]], i === 0 ? 584 : 558),
])

/** Neuropuncture: a bent knee with two needles, each clipped to a lead of a stimulator. */
export function knee(): Figure {
  let body = inflate(bentLeg, 0.66)
  body = swell(body, kneecap, 16, 18)
  body = swell(
    body,
    lineAlong([
      [374, 174],
      [366, 214],
      [382, 248],
      [408, 258],
    ]),
    9,
    -12,
  )
  body = swell(
    body,
    lineAlong([
      [194, -40],
      [262, 80],
      [314, 170],
    ]),
    14,
    -14,
  )
  body = swell(body, oval([252, 390], 16, 60, 6), 24, 16)
  body = swell(
    body,
    lineAlong([
      [326, 300],
      [296, 380],
      [282, 470],
      [282, 560],
    ]),
    10,
    -10,
  )
  body = swell(body, oval([276, 596], 10, 10), 12, 14)
  return {
    heights: body,
    ink: sample(() => 0.26),
    strokes: STROKES,
    points: POINTS.map(([x, y]) => ({ x, y })),
  }
}
