import type { Figure } from '#art/figures/engrave.ts'
import { pressingHand } from '#art/figures/pressing-hand.ts'
import { inflate, layOn, setOff, swell } from '#art/figures/relief.ts'
import { contour, lineAlong, oval } from '#art/illustrations/shapes.ts'

/** A lower leg, lying level: from the hollow of the knee at the left to the ankle. */
const leg = contour([
  [-100, 384],
  [20, 404],
  [100, 428],
  [170, 424],
  [260, 396],
  [350, 394],
  [440, 424],
  [530, 470],
  [610, 500],
  [690, 506],
  [800, 500],
  [800, 606],
  [690, 596],
  [610, 592],
  [530, 602],
  [440, 626],
  [350, 646],
  [260, 652],
  [170, 640],
  [100, 636],
  [20, 660],
  [-100, 690],
])
const muscle = oval([300, 500], 90, 30)
const hollow = lineAlong([
  [110, 440],
  [126, 480],
  [120, 520],
])
/** Above the heel. */
const tendon = lineAlong([
  [520, 496],
  [640, 524],
  [800, 520],
])
/** Sports massage: a hand on a calf. */
export function calf(): Figure {
  let body = inflate(leg, 0.62)
  body = swell(body, muscle, 60, 22)
  body = swell(body, hollow, 22, -10)
  body = swell(body, tendon, 12, 10)
  const massaging = pressingHand([34, -22])
  return { heights: layOn(body, massaging, 16), ink: setOff(massaging, 0.42, 0.08), wide: true }
}
