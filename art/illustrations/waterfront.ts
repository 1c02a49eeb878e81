import { tenth } from '#art/illustrations/curve.ts'

// The Three Graces of Liverpool from the river: the Royal Liver Building with its two clock towers and their birds, the
// Cunard Building, and the Port of Liverpool Building with its dome.

/** Room above the birds, in whole lines. */
const SKY = 27
export const WATERFRONT = { width: 900, height: 324 + SKY }

const PITCH = 4.5
/** Level of the quay, below the sky. */
const QUAY = 324

/** Returns how dark a part is at a place, from 0 to 1, or undefined beyond it. */
type Part = (x: number, y: number) => number | undefined

const STONE = 0.3
const SHADE = 0.62
const DARK = 0.86

/** A block with a shaded strip on its right side. */
const block =
  (left: number, top: number, right: number, bottom = QUAY, tone = STONE): Part =>
  (x, y) =>
    x < left || x > right || y < top || y > bottom
      ? undefined
      : x > right - (right - left) * 0.1
        ? Math.max(tone, SHADE)
        : tone

const band = (left: number, right: number, top: number, bottom: number, tone = DARK): Part =>
  block(left, top, right, bottom, tone)

/** Rows of windows. */
const windows =
  (
    left: number,
    top: number,
    right: number,
    bottom: number,
    [across, wide]: [number, number],
    [down, tall]: [number, number],
  ): Part =>
  (x, y) =>
    x > left && x < right && y > top && y < bottom && (x - left) % across < wide && (y - top) % down < tall
      ? DARK
      : undefined

/** Half an ellipse that stands on a level; `power` below 1 makes it pointed. */
const dome =
  (cx: number, foot: number, half: number, tall: number, tone = 0.45): Part =>
  (x, y) => {
    if (y > foot || y < foot - tall) return undefined
    const reach = half * Math.sqrt(1 - ((foot - y) / tall) ** 2)
    if (Math.abs(x - cx) > reach) return undefined
    return x > cx + reach * 0.35 ? DARK : x < cx - reach * 0.55 ? 0.28 : tone
  }

/** A wedge from one width at the foot to another at the top. */
const slope =
  (cx: number, foot: number, halfFoot: number, top: number, halfTop: number, tone = SHADE): Part =>
  (x, y) => {
    if (y > foot || y < top) return undefined
    const half = halfTop + ((y - top) / (foot - top)) * (halfFoot - halfTop)
    return Math.abs(x - cx) <= half ? tone : undefined
  }

const clock =
  (cx: number, cy: number, radius: number): Part =>
  (x, y) => {
    const far = Math.hypot(x - cx, y - cy)
    if (far > radius) return undefined
    if (far > radius - 4.5) return 1
    const isHand =
      (Math.abs(x - cx) < 1.6 && y < cy + 2 && y > cy - radius + 7) ||
      (Math.abs(y - cy) < 2.6 && x > cx && x < cx + radius - 9)
    return isHand ? 1 : 0
  }

/** A Liver bird: a cormorant with raised wings, in profile. It faces right (1) or left (-1). */
const bird =
  (cx: number, foot: number, facing: 1 | -1): Part =>
  (x, y) => {
    const [ahead, up] = [facing * (x - cx), foot - y]
    if (up < 0 || up > 44) return undefined
    const body = ((ahead + 1) / 8) ** 2 + ((up - 14) / 10) ** 2 < 1
    const legs = up < 8 && Math.abs(ahead) < 3
    const tail = ahead < 0 && up > 4 && Math.abs(up - 10 - ahead * 0.3) < 3 && ahead > -17
    const neck = up > 16 && up < 37 && Math.abs(ahead - 2 - up / 6) < 2.8
    const beak = ahead > 5 && ahead < 18 - 3 * Math.abs(up - 34)
    const wing =
      up > 18 && ahead < -3 && Math.abs(ahead + 2 + (up - 18) * 0.5) < 6.5 - Math.max(0, up - 36) / 2
    return body || legs || tail || neck || beak || wing ? 1 : undefined
  }

/** A tower of the Royal Liver Building; its bird faces right (1) or left (-1). */
const clockTower = (cx: number, facing: 1 | -1): Part[] => [
  block(cx - 34, 108, cx + 34, 190),
  band(cx - 38, cx + 38, 108, 116),
  clock(cx, 147, 25),
  block(cx - 27, 84, cx + 27, 108),
  windows(cx - 22, 88, cx + 24, 110, [12, 6], [30, 24]),
  band(cx - 30, cx + 30, 80, 86),
  block(cx - 19, 58, cx + 19, 80),
  windows(cx - 14, 60, cx + 16, 78, [11, 5], [30, 18]),
  band(cx - 22, cx + 22, 54, 59),
  dome(cx, 55, 18, 20),
  bird(cx, 36, facing),
]

const cupola = (cx: number, foot: number, half: number): Part[] => [
  block(cx - half, foot - 26, cx + half, foot),
  windows(cx - half + 4, foot - 22, cx + half - 2, foot - 6, [9, 4], [30, 16]),
  band(cx - half - 3, cx + half + 3, foot - 28, foot - 23),
  dome(cx, foot - 27, half, 22),
  block(cx - 1.6, foot - 62, cx + 1.6, foot - 48, 1),
]

const PARTS: Part[] = [
  // Royal Liver Building
  block(40, 178, 320),
  slope(180, 180, 140, 164, 128),
  ...[58, 302].flatMap((cx) => [
    block(cx - 15, 150, cx + 15, 200),
    band(cx - 18, cx + 18, 147, 153),
    dome(cx, 148, 13, 16),
  ]),
  band(36, 324, 180, 186),
  windows(52, 193, 310, 262, [17, 8], [18, 11]),
  band(36, 324, 262, 267),
  windows(54, 272, 308, 318, [24, 14], [60, 40]),
  ...clockTower(104, -1),
  ...clockTower(256, 1),
  // Cunard Building
  block(380, 214, 590),
  band(374, 596, 210, 219),
  block(386, 202, 584, 210, 0.5),
  windows(392, 226, 580, 282, [18, 8], [19, 11]),
  band(378, 592, 284, 289),
  windows(394, 294, 578, 318, [28, 15], [60, 22]),
  // Port of Liverpool Building
  block(642, 212, 868),
  band(638, 872, 208, 216),
  ...cupola(662, 212, 16),
  ...cupola(848, 212, 16),
  block(702, 186, 808, 212),
  slope(755, 188, 58, 178, 50),
  block(715, 146, 795, 180),
  windows(721, 150, 792, 176, [12, 6], [60, 26]),
  band(709, 801, 142, 148),
  dome(755, 143, 40, 50),
  block(748, 76, 762, 96),
  dome(755, 77, 8, 10),
  block(753.4, 48, 756.6, 68, 1),
  windows(656, 224, 858, 280, [17, 8], [19, 11]),
  band(638, 872, 284, 289),
  windows(658, 294, 856, 318, [24, 13], [60, 22]),
]

const toneAt = (x: number, y: number) => PARTS.reduce((tone, part) => part(x, y) ?? tone, 0)

const STEP = 1

/** Draws the buildings by level lines of different weights. Returns a path for each weight; their colour is `stroke`. */
export function waterfront(stroke: string): string {
  const { width, height } = WATERFRONT
  const paths = new Map<number, string>()
  for (let level = PITCH / 2; level < height; level += PITCH) {
    /** Where the last line on this level ends, by weight. */
    const ends = new Map<number, number>()
    let from = 0
    let tone = 0
    for (let x = 0; x <= width; x += STEP) {
      const next = x < width ? toneAt(x + STEP / 2, level - SKY) : 0
      if (next === tone) continue
      if (tone > 0) {
        const weight = tenth(tone * PITCH)
        const end = ends.get(weight)
        const start = end === undefined ? `M${from} ${level}` : `m${from - end} 0`
        paths.set(weight, `${paths.get(weight) ?? ''}${start}h${x - from}`)
        ends.set(weight, x)
      }
      from = x
      tone = next
    }
  }
  return [...paths]
    .map(([weight, data]) => `<path fill="none" stroke="${stroke}" stroke-width="${weight}" d="${data}"/>`)
    .join('')
}
