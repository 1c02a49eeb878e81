import type { Figure } from '#art/figures/engrave.ts'
import { hand } from '#art/figures/hand.ts'
import { flipped, inflate, join, layOn, sample, setOff, SIDE, swell } from '#art/figures/relief.ts'
import type { Stroke } from '#art/figures/strokes.ts'
import { contour, limb, lineAlong, oval, put, type Point } from '#art/illustrations/shapes.ts'

const body = contour([
  [328, 110],
  [330, 168],
  [308, 212],
  [278, 244],
  [244, 282],
  [228, 314],
  [238, 344],
  [234, 370],
  [200, 404],
  [164, 450],
  [164, 508],
  [206, 568],
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
  [400, 188],
  [384, 110],
])
/** From the forehead to the throat, with brow, nose, lips and chin. */
const PROFILE: Point[] = [
  [-46, -52],
  [-58, -34],
  [-62, -14],
  [-60, -4],
  [-74, 16],
  [-76, 22],
  [-66, 26],
  [-71, 34],
  [-66, 39],
  [-69, 46],
  [-63, 52],
  [-62, 62],
  [-48, 68],
  [-22, 62],
]
const HEAD = { at: [344, 80], degrees: -8, scale: 0.86 } as const
const head = put(
  contour([...PROFILE, [14, 60], [46, 52], [70, 14], [66, -28], [42, -60], [6, -72], [-24, -68]]),
  HEAD,
)
/** Its line, where `put` and `flipped` bring it. */
const profile: Stroke = PROFILE.map(([x, y]) => {
  const angle = (HEAD.degrees * Math.PI) / 180
  const [cos, sin] = [HEAD.scale * Math.cos(angle), HEAD.scale * Math.sin(angle)]
  return [SIDE - HEAD.at[0] - (x * cos - y * sin), HEAD.at[1] + x * sin + y * cos, 1.1]
})
/** Her long hair, darker than the face. */
const hair = contour([
  [300, 40],
  [326, 18],
  [364, 10],
  [404, 26],
  [428, 68],
  [432, 124],
  [436, 190],
  [456, 250],
  [450, 304],
  [428, 314],
  [410, 280],
  [396, 220],
  [382, 160],
  [370, 110],
  [350, 76],
  [322, 56],
])
const STRANDS = [
  lineAlong([
    [338, 36],
    [380, 84],
    [400, 170],
    [426, 290],
  ]),
  lineAlong([
    [366, 26],
    [408, 76],
    [418, 160],
    [440, 280],
  ]),
]
const upperArm = limb([
  [408, 250, 44],
  [428, 320, 37],
  [448, 390, 31],
  [454, 442, 27],
])

/** Women's health: a standing woman in profile, her hand on her belly. */
export function woman(): Figure {
  let figure = join(24, inflate(body, 0.6), inflate(head, 0.8))
  let locks = inflate(hair, 0.7)
  for (const strand of STRANDS) locks = swell(locks, strand, 7, -7)
  figure = layOn(figure, locks, 4)
  figure = swell(figure, oval([246, 462], 60, 70), 60, 14)
  const forearm = limb([
    [0, 0, 24],
    [10, 60, 28],
    [6, 104, 33],
  ])
  const reaching = hand({
    at: [368, 448],
    degrees: -114,
    scale: 0.96,
    mirror: true,
    spread: 1.1,
    arm: forearm,
  })
  const arm = join(10, inflate(upperArm, 0.8), reaching)
  const apart = setOff(reaching, 0, 0.08)
  const tone = sample((x, y) => (hair(x, y) < 0 ? 0.82 : 0.36))
  return {
    heights: flipped(layOn(figure, arm, 6)),
    strokes: [profile],
    ink: flipped(tone.map((own, i) => (reaching[i]! > 0 ? apart[i]! : Math.max(own, apart[i]!)))),
  }
}
