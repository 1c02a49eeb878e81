import type { Figure } from '#art/figures/engrave.ts'
import { hand } from '#art/figures/hand.ts'
import { flipped, inflate, join, layOn, sample, setOff, SIDE, swell } from '#art/figures/relief.ts'
import type { Stroke } from '#art/figures/strokes.ts'
import { contour, limb, lineAlong, oval, put, type Point } from '#art/illustrations/shapes.ts'

const body = contour([
  [328, 136],
  [330, 194],
  [308, 238],
  [278, 270],
  [244, 308],
  [228, 340],
  [238, 370],
  [234, 396],
  [200, 430],
  [164, 476],
  [164, 534],
  [206, 594],
  [262, 642],
  [282, 716],
  [286, 800],
  [458, 800],
  [474, 726],
  [500, 648],
  [506, 600],
  [486, 546],
  [442, 488],
  [434, 436],
  [456, 366],
  [458, 300],
  [438, 248],
  [400, 214],
  [384, 136],
])
/** From the forehead to the chin, with brow, nose and lips. */
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
  [-50, 68],
]
const HEAD = { at: [344, 106], degrees: -8, scale: 0.86 } as const
const head = put(
  contour([...PROFILE, [-22, 62], [14, 60], [46, 52], [70, 14], [66, -28], [42, -60], [6, -72], [-24, -68]]),
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
  [300, 66],
  [326, 44],
  [364, 36],
  [404, 52],
  [428, 94],
  [432, 150],
  [436, 216],
  [456, 276],
  [450, 330],
  [428, 340],
  [410, 306],
  [396, 246],
  [382, 186],
  [370, 136],
  [350, 102],
  [322, 82],
])
const STRANDS = [
  lineAlong([
    [338, 62],
    [380, 110],
    [400, 196],
    [426, 316],
  ]),
  lineAlong([
    [366, 52],
    [408, 102],
    [418, 186],
    [440, 306],
  ]),
]
const upperArm = limb([
  [408, 276, 44],
  [428, 346, 37],
  [448, 416, 31],
  [454, 468, 27],
])

/** Women's health: a standing woman in profile, her hand on her belly. */
export function woman(): Figure {
  let figure = join(24, inflate(body, 0.6), inflate(head, 0.8))
  let locks = inflate(hair, 0.7)
  for (const strand of STRANDS) locks = swell(locks, strand, 7, -7)
  figure = layOn(figure, locks, 4)
  figure = swell(figure, oval([246, 488], 60, 70), 60, 14)
  const forearm = limb([
    [0, 0, 24],
    [10, 60, 28],
    [6, 104, 33],
  ])
  const reaching = hand({
    at: [368, 474],
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
