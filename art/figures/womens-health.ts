import { engrave } from '#art/figures/engrave.ts'
import { inflate, join, layOn, sample, swell } from '#art/figures/relief.ts'
import { contour, curve, limb, merge, oval, type Distance } from '#art/figures/shapes.ts'

/** A standing woman in profile, facing left. */
const body = contour([
  [338, 150], [334, 186], [318, 206], [296, 236], [272, 274], [254, 306], [252, 326], [268, 348], [270, 376], [254, 410], [240, 452],
  [240, 494], [258, 534], [282, 566], [290, 620], [292, 700], [294, 800], [440, 800], [452, 700], [468, 640], [476, 586], [464, 536],
  [434, 488], [416, 440], [424, 390], [440, 330], [440, 270], [424, 222], [404, 190], [396, 150],
])
const head = merge(20, oval([350, 84], 56, 68, 12), oval([380, 100], 48, 50))
const bun = oval([424, 118], 30, 28)
const upperArm = limb([[392, 254, 38], [402, 310, 34], [404, 370, 30], [392, 420, 27]])
const forearm = limb([[396, 416, 27], [350, 442, 24], [306, 458, 19], [284, 464, 17]])
const hand: Distance = merge(10, oval([274, 470], 24, 19, 0), limb([[276, 458, 8], [256, 464, 8], [236, 476, 6]]), limb([[276, 472, 8], [254, 482, 8], [236, 492, 6]]), limb([[278, 484, 8], [258, 496, 8], [244, 506, 6]]), limb([[286, 456, 8], [272, 440, 7], [258, 436, 6]]))

export function womensHealth() {
  let figure = join(20, inflate(body, 0.6), inflate(head, 0.7))
  figure = join(8, figure, inflate(bun, 1))
  figure = swell(figure, curve([[262, 338], [300, 350], [330, 340]]), 10, -10)
  const arm = join(8, inflate(upperArm, 0.9), inflate(forearm, 0.9), inflate(hand, 0.9))
  const ink = sample(() => 0.24).map((v, i) => (arm[i]! > 0 ? 0.02 : v))
  void curve
  return { path: engrave({ heights: layOn(figure, arm, 10), ink, lift: 0.2 }) }
}
