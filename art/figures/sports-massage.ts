import { engrave } from '#art/figures/engrave.ts'
import { inflate, join, layOn, swell } from '#art/figures/relief.ts'
import { contour, curve, limb, merge, mirrored, oval, put, type Distance } from '#art/figures/shapes.ts'

/** A leg from behind: the hollow of the knee, the calf with its two heads, tendon and heel. */
const leg = contour([
  [284, -60], [288, 40], [296, 110], [294, 160], [276, 220], [262, 290], [266, 360], [288, 440], [312, 510], [322, 570], [318, 620], [322, 660], [342, 690],
  [378, 690], [398, 660], [402, 620], [398, 570], [408, 510], [434, 440], [460, 360], [464, 290], [448, 220], [430, 160], [426, 110], [432, 40], [436, -60],
])
/** A right hand that holds the calf: its fingers are behind the leg. */
const grip = merge(14,
  contour([[470, 330], [500, 352], [520, 400], [530, 460], [536, 520], [500, 540], [470, 500], [440, 460], [430, 430], [444, 390]]),
  limb([[510, 510, 36], [540, 590, 36], [566, 690, 42], [580, 780, 46]]),
)
const thumb = limb([[464, 452, 26], [424, 404, 20], [398, 352, 17], [388, 308, 15]])
const both = (shape: Distance) => merge(1, shape, mirrored(shape, 360))

export function sportsMassage() {
  let calf = inflate(leg, 0.72)
  calf = swell(calf, both(oval([408, 290], 18, 70, 6)), 28, 12)
  calf = swell(calf, curve([[360, 210], [360, 380]]), 13, -16)
  calf = swell(calf, both(curve([[362, 400], [400, 392], [430, 360]])), 10, -10)
  calf = swell(calf, both(curve([[384, 80], [392, 150], [400, 200]])), 14, 12)
  calf = swell(calf, oval([360, 130], 22, 34), 20, -18)
  calf = swell(calf, both(curve([[384, 500], [380, 600]])), 9, -14)
  const hands = join(1, inflate(both(grip), 0.7))
  const thumbs = join(1, inflate(both(thumb), 0.9))
  const held = layOn(calf, join(10, hands, thumbs.map((v) => (v > 0 ? v + 12 : 0))), 8)
  const ink = hands.map((v, i) => (v > 0 || thumbs[i]! > 0 ? 0.02 : 0.34))
  void put
  return { path: engrave({ heights: held, ink, lift: 0.2 }) }
}
