import { inflate, join, swell, type Heights } from '#art/figures/relief.ts'
import {
  contour,
  limb,
  lineAlong,
  oval,
  put,
  type Distance,
  type Placement,
} from '#art/illustrations/shapes.ts'

// The back of a right hand, fingers up, with its wrist at (0, 0). It is 190 px long.

/** The middle of a finger from its root to its tip, with radii. */
type Tube = [x: number, y: number, radius: number][]

const palm = contour([
  [-30, 26],
  [-33, -10],
  [-42, -44],
  [-46, -78],
  [-40, -102],
  [-12, -112],
  [18, -108],
  [42, -92],
  [46, -62],
  [40, -26],
  [31, 0],
  [29, 26],
])

const FINGERS: Tube[] = [
  [
    [-32, -86, 14.5],
    [-42, -122, 13],
    [-49, -148, 12],
    [-53, -166, 10.5],
  ],
  [
    [-9, -96, 14.5],
    [-12, -134, 13],
    [-14, -164, 12],
    [-15, -186, 10.5],
  ],
  [
    [15, -92, 14],
    [21, -128, 12.5],
    [26, -156, 11.5],
    [29, -174, 10],
  ],
  [
    [36, -78, 12.5],
    [50, -106, 11],
    [59, -126, 10],
    [66, -142, 9],
  ],
]
const THUMB: Tube = [
  [-22, -12, 20],
  [-46, -42, 17],
  [-62, -72, 14],
  [-70, -102, 12],
]

/** Spreads a finger by a share of its natural angle. */
const spreadBy = (share: number, finger: Tube): Tube => {
  const [[root]] = finger as [Tube[0]]
  return finger.map(([x, y, radius]) => [root + (x - root) * share, y, radius])
}

const arm = limb([
  [0, 0, 31],
  [4, 40, 32],
  [14, 110, 39],
  [24, 240, 46],
])
const KNUCKLES = [
  [-34, -94],
  [-10, -102],
  [15, -98],
  [38, -84],
] as const

export interface Hand extends Placement {
  arm?: Distance
  /** How far the fingers are apart: 1 is relaxed. */
  spread?: number
}

export function hand({ arm: own = arm, spread = 1, ...placement }: Hand): Heights {
  const { scale = 1 } = placement
  const placed = (shape: Distance) => put(shape, placement)
  const fingers = FINGERS.map((finger) => inflate(placed(limb(spreadBy(spread, finger))), 0.95))
  let body = join(2, ...fingers)
  body = join(10 * scale, body, inflate(placed(palm), 0.62))
  body = join(8 * scale, body, inflate(placed(limb(THUMB)), 0.85))
  body = join(16 * scale, body, inflate(placed(own), 0.62))
  for (const at of KNUCKLES) body = swell(body, placed(oval(at, 5, 6)), 9 * scale, 5 * scale)
  for (const [x, y] of KNUCKLES.slice(0, 3))
    body = swell(
      body,
      placed(
        lineAlong([
          [x + 12, y - 6],
          [x + 9, y + 46],
        ]),
      ),
      7 * scale,
      -3 * scale,
    )
  return body
}
