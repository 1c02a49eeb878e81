import { blur, edges, reader, sample, shadow, SIDE, type Heights } from '#art/figures/relief.ts'
import { clearance, drawStroke, type Stroke } from '#art/figures/strokes.ts'
import { clamp, smooth } from '#art/illustrations/curve.ts'
import { lineField } from '#art/illustrations/line-field.ts'

/** A body, and what is done to it. */
export interface Figure {
  heights: Heights
  /** Tone of the lit side, from 0 to 1. */
  ink?: Heights
  /** Thin things above the body, such as needles. */
  strokes?: Stroke[]
  /** Points in the colour of the brand. Pages draw them above the lines. */
  points?: { x: number; y: number }[]
  /** How much of the figure is left at a place. It always fades out towards the edges of its plate. */
  keep?: (x: number, y: number) => number
}

/** 12 px apart, because a regular pitch compresses well. */
export const ROWS = 60
/** Lines are halved until they fit. With this much beyond both edges, the edges of the middle two thirds are among the
 *  places that are met exactly, so that neighbours join without a step. */
export const BLEED = SIDE / 6
const HAIR = 1
const HEAVIEST = 8.2
/** How far a line rises, per px of height. */
const LIFT = 0.2
/** Unit vector towards the light: from the upper left. */
const LIGHT = { x: -0.5, y: -0.42, z: 0.757 }
/** Tone of the darkest side. */
const SHADE = 0.88

const TENTHS = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]

/** Draws a figure by lines that rise over it and grow heavier in its shade. `raise` exaggerates the relief. Returns one
 *  path to fill. */
export function engrave({ heights, keep = () => 1, strokes = [], ...figure }: Figure, raise = 1) {
  const kept = sample((x, y) => edges(x) * keep(x, y))
  const soft = blur(heights, 5)
  const rise = reader(soft.map((height, i) => -LIFT * raise * height * kept[i]!))
  const tone = reader(tones(heights, figure.ink ?? sample(() => 0.2)).map((dark, i) => dark * kept[i]!))
  const clear = clearance(strokes)
  const lines = lineField({
    width: SIDE,
    height: SIDE,
    rows: ROWS,
    bleed: BLEED,
    displace: rise,
    weight: (x, y) => {
      // Where lines crowd together they are thinner, so that the tone stays.
      const spread = clamp(1 + (rise(x, y + 3) - rise(x, y - 3)) / 6, 0.4, 1.4)
      const weight = HAIR * clamp(spread, 0.6, 1) + (HEAVIEST - HAIR) * tone(x, y) * spread
      return weight * clear(x, y + rise(x, y))
    },
    fine: 1.9,
    // Strokes leave narrow gaps.
    checks: strokes.length > 0 ? TENTHS : undefined,
  })
  return lines + strokes.map(drawStroke).join('')
}

/** How dark each place is, from 0 to 1: by its slope, its depth below what is around, its edge and the shadow on it. */
function tones(heights: Heights, ink: Heights): Heights {
  const form = blur(heights, 2)
  const around = blur(heights, 12)
  const inside = blur(
    heights.map((height) => (height > 0 ? 1 : 0)),
    2,
  )
  const within = blur(inside, 6)
  const lit = blur(ink, 2)
  const cast = blur(shadow(heights), 3)
  const at = reader(form)
  const light = sample((x, y) => {
    const dx = (at(x + 2, y) - at(x - 2, y)) / 4
    const dy = (at(x, y + 2) - at(x, y - 2)) / 4
    return (LIGHT.z - LIGHT.x * dx - LIGHT.y * dy) / Math.sqrt(dx * dx + dy * dy + 1)
  })
  return light.map((bright, i) => {
    const body = inside[i]!
    const edge = 0.5 * Math.max(0, body - within[i]!)
    const own = body * (lit[i]! + (SHADE - lit[i]!) * smooth(0.97, 0, bright)) + edge
    const depth = clamp((around[i]! - form[i]!) / 20, -0.3, 1) * (0.34 + 0.26 * body)
    return clamp(own + depth + 0.35 * cast[i]! * (1 - own), 0, 1)
  })
}
