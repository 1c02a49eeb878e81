import type { Figure } from '#art/figures/engrave.ts'
import { inflate, join, lifted, sample, swell } from '#art/figures/relief.ts'
import { needle } from '#art/figures/strokes.ts'
import { bell, smooth } from '#art/illustrations/curve.ts'
import {
  contour,
  limb,
  lineAlong,
  merge,
  oval,
  put,
  type Distance,
  type Point,
} from '#art/illustrations/shapes.ts'

const outline = contour([
  [256, 322],
  [238, 268],
  [238, 206],
  [258, 148],
  [302, 100],
  [368, 74],
  [444, 82],
  [508, 122],
  [544, 188],
  [552, 266],
  [536, 342],
  [508, 408],
  [484, 460],
  [460, 506],
  [444, 554],
  [422, 594],
  [384, 616],
  [342, 606],
  [316, 574],
  [308, 532],
  [294, 494],
  [268, 470],
  [250, 446],
  [242, 374],
])

const helix = limb([
  [330, 376, 7],
  [306, 362, 13],
  [278, 334, 19],
  [262, 292, 22],
  [260, 232, 24],
  [280, 168, 26],
  [330, 116, 28],
  [397, 97, 29],
  [464, 116, 30],
  [510, 174, 29],
  [524, 250, 27],
  [510, 330, 25],
  [484, 398, 23],
  [458, 458, 20],
  [440, 510, 14],
])
/** Where the rim turns inwards. */
const fold = lineAlong([
  [286, 262],
  [288, 210],
  [310, 164],
  [350, 134],
  [402, 128],
  [452, 144],
  [484, 184],
  [496, 250],
  [484, 326],
])
const antihelix = merge(
  20,
  limb([
    [352, 506, 12],
    [394, 488, 17],
    [424, 444, 21],
    [440, 388, 23],
    [440, 326, 24],
    [428, 266, 22],
    [410, 210, 18],
    [388, 170, 10],
  ]),
  limb([
    [434, 316, 20],
    [404, 272, 16],
    [356, 248, 11],
    [310, 244, 6],
  ]),
)
const tragus = contour([
  [248, 374],
  [270, 366],
  [298, 386],
  [308, 416],
  [296, 446],
  [270, 460],
  [250, 452],
])
const antitragus = limb([
  [308, 490, 11],
  [336, 492, 18],
  [366, 494, 15],
])
const concha = contour([
  [306, 392],
  [300, 340],
  [312, 290],
  [344, 272],
  [388, 300],
  [410, 350],
  [412, 400],
  [396, 446],
  [364, 474],
  [322, 470],
  [300, 446],
  [308, 416],
])

const POINTS: Point[] = [
  [377, 200],
  [380, 408],
  [316, 562],
]

/** Ears lean backwards. */
const tilted = (shape: Distance) =>
  put((x, y) => shape(x + 372, y + 360), { at: [366, 360], degrees: 10, scale: 1.08 })

/** German auricular medicine: an ear with a needle in the last of its three points, its face side on the left. */
export function ear(): Figure {
  const plate = sample((x, y) => 30 * smooth(2, -26, tilted(outline)(x, y)))
  const scapha = lineAlong([
    [480, 180],
    [486, 264],
    [472, 340],
    [446, 410],
    [424, 456],
  ])
  const canal = oval([318, 420], 16, 28)
  const lobe = oval([376, 556], 50, 46)

  let heights = swell(plate, tilted(scapha), 22, -18)
  heights = join(18, heights, lifted(inflate(tilted(antihelix), 0.85), 26))
  heights = swell(heights, tilted(concha), 14, -52)
  heights = swell(heights, tilted(canal), 14, -26)
  heights = join(10, heights, lifted(inflate(tilted(helix), 0.95), 26))
  heights = join(14, heights, lifted(inflate(tilted(tragus), 0.8), 24))
  heights = join(14, heights, lifted(inflate(tilted(antitragus), 0.9), 20))
  heights = join(16, heights, lifted(inflate(tilted(lobe), 0.7), 20))
  const inner = tilted(fold)
  heights = swell(heights, inner, 7, -14)
  return {
    heights,
    ink: sample((x, y) => 0.44 + 0.5 * bell(inner(x, y), 5)),
    strokes: needle(POINTS[2]!, [176, -44], { shaft: 1.4, handle: 3.2 }),
    points: POINTS.map(([x, y]) => ({ x, y })),
  }
}
