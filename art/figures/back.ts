import { inflate, join, swell, type Heights } from '#art/figures/relief.ts'
import {
  contour,
  limb,
  lineAlong,
  merge,
  mirrored,
  oval,
  type Distance,
  type Point,
} from '#art/illustrations/shapes.ts'

// A back seen from behind, upright, with the spine in the middle.

export const SPINE = 360

const half: Point[] = [
  [324, 150],
  [322, 184],
  [312, 206],
  [284, 228],
  [240, 250],
  [214, 288],
  [222, 362],
  [240, 430],
  [262, 496],
  [270, 546],
  [260, 600],
  [238, 656],
  [226, 720],
  [224, 800],
]
const torso = contour([...half, ...half.toReversed().map(([x, y]): Point => [2 * SPINE - x, y])])
const arm = limb([
  [222, 290, 40],
  [200, 352, 35],
  [188, 430, 31],
  [180, 500, 27],
  [176, 560, 27],
  [170, 640, 23],
  [166, 770, 19],
])
const skull = oval([SPINE, 92], 58, 72)
const head = merge(30, skull, oval([SPINE, 148], 42, 46))
const ear = oval([301, 102], 9, 20, -8)
/** Short hair, down to the nape. */
export const hair = merge(16, skull, oval([SPINE, 138], 36, 34))
const blade = oval([288, 340], 22, 50, 10)
const bladeEdge = lineAlong([
  [322, 286],
  [318, 346],
  [292, 404],
])

/** `placed` enlarges or moves all of it. */
export function back(placed = (shape: Distance): Distance => shape): Heights {
  const [at, both] = [placed, (shape: Distance) => placed(merge(1, shape, mirrored(shape, SPINE)))]
  let body = join(14, inflate(at(torso), 0.55), inflate(both(arm), 0.9))
  body = join(24, body, inflate(at(head), 0.8))
  body = join(4, body, inflate(both(ear), 1.6))
  body = swell(
    body,
    at(
      lineAlong([
        [316, 168],
        [SPINE, 178],
        [404, 168],
      ]),
    ),
    10,
    -6,
  )
  body = swell(
    body,
    both(
      lineAlong([
        [330, 216],
        [276, 250],
        [236, 264],
      ]),
    ),
    22,
    12,
  )
  body = swell(body, both(blade), 26, 20)
  body = swell(body, both(bladeEdge), 12, -18)
  body = swell(
    body,
    both(
      lineAlong([
        [280, 410],
        [240, 396],
      ]),
    ),
    12,
    -8,
  )
  body = swell(
    body,
    at(
      lineAlong([
        [SPINE, 226],
        [SPINE, 400],
      ]),
    ),
    18,
    -18,
  )
  body = swell(
    body,
    at(
      lineAlong([
        [SPINE, 400],
        [SPINE, 640],
      ]),
    ),
    22,
    -26,
  )
  return swell(body, both(oval([318, 660], 4, 4)), 15, -14)
}
