import type { Figure } from '#art/figures/engrave.ts'
import { inflate, swell } from '#art/figures/relief.ts'
import { dot, needle, type Stroke } from '#art/figures/strokes.ts'
import { contour, lineAlong, oval, put, type Distance, type Point } from '#art/illustrations/shapes.ts'

/** A bent knee, seen from its outer side, with the thigh from above. */
const bentLeg = contour([
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
  [244, 660],
  [318, 660],
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

/** Cut off above the ankle. */
const placed = (shape: Distance) => put(shape, { at: [-50, 60], scale: 1.2 })

const POINTS: Point[] = [
  [413, 259],
  [404, 403],
]
const REACH: Point = [104, -40]
/** From the ends of the needles to the right edge. */
const LEADS: Stroke[] = [
  [
    [517, 219, 0.8],
    [554, 238, 0.8],
    [582, 292, 0.8],
    [622, 342, 0.8],
    [684, 352, 0.8],
    [760, 326, 0.8],
  ],
  [
    [508, 363, 0.8],
    [542, 386, 0.8],
    [566, 442, 0.8],
    [606, 494, 0.8],
    [672, 508, 0.8],
    [760, 484, 0.8],
  ],
]
const NEEDLES = POINTS.flatMap((at) => needle(at, REACH))
const CLIPS = LEADS.map(([[x, y] = [0, 0]]) => dot([x, y], 5.5))

/** Neuropuncture: a bent knee with two needles, each clipped to a lead of a stimulator. */
export function knee(): Figure {
  let body = inflate(placed(bentLeg), 0.62)
  body = swell(body, placed(kneecap), 18, 26)
  body = swell(
    body,
    placed(
      lineAlong([
        [374, 174],
        [366, 214],
        [382, 248],
        [408, 258],
      ]),
    ),
    11,
    -20,
  )
  body = swell(
    body,
    placed(
      lineAlong([
        [194, -40],
        [262, 80],
        [314, 170],
      ]),
    ),
    17,
    -16,
  )
  body = swell(body, placed(oval([252, 390], 16, 60, 6)), 29, 18)
  body = swell(
    body,
    placed(
      lineAlong([
        [326, 300],
        [296, 380],
        [282, 470],
        [282, 560],
      ]),
    ),
    12,
    -12,
  )
  return {
    heights: body,
    strokes: [...NEEDLES, ...LEADS, ...CLIPS],
    points: POINTS.map(([x, y]) => ({ x, y })),
  }
}
