import { blur, edges, reader, sample, shadow, SIDE, type Heights } from '#art/figures/relief.ts'
import { clearance, drawStroke, type Stroke } from '#art/figures/strokes.ts'
import { clamp, smooth } from '#art/illustrations/curve.ts'
import { lineField } from '#art/illustrations/line-field.ts'
import type { Scheme } from '#art/illustrations/scheme.ts'

/** A body, and what is done to it. */
export interface Figure {
  heights: Heights
  /** Tone of the lit side, from 0 to 1. */
  ink?: Heights
  /** Thin things above the body, such as needles. */
  strokes?: Stroke[]
  /** A path over the lines. */
  outlines?: string
  /** Points in the colour of the brand. Pages draw them above the lines. */
  points?: { x: number; y: number }[]
  /** Reaches the edges of its plate, which is never beside another one. */
  wide?: boolean
}

/** How fine a drawing is. Weights are in px. */
export interface Fineness {
  rows: number
  /** Weight of a line outside the figure. */
  hair: number
  heaviest: number
  /** Tolerance of the curves, in px: a larger one makes a smaller file. */
  fine: number
}

// The pitches are whole px, because they compress well.

/** For windows of the home page, the voucher and the email, 160 to 480 px wide. */
export const SMALL: Fineness = { rows: 72, hair: 0.7, heaviest: 7.6, fine: 3.5 }
/** For the top of a page, up to 720 px wide. */
export const LARGE: Fineness = { rows: 90, hair: 0.45, heaviest: 6.5, fine: 1.8 }

/** Lines below the plate, which rise into it over a figure. */
const BELOW = 3
/** Lines are halved until they fit. With this much beyond both edges, the edges of the middle two thirds are among the
 *  places that are met exactly, so that neighbours join without a step. */
const BLEED = SIDE / 6
/** How far a line rises, per px of height. */
const LIFT = 0.32
/** Unit vector towards the light: from the upper left. */
const LIGHT = { x: -0.5, y: -0.42, z: 0.757 }
/** Tone of the lit side, unless a figure has its own. */
const INK = 0.4
/** Tone of the darkest side. */
const SHADE = 0.96

const TENTHS = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]

export interface Engraving {
  fineness: Fineness
  /** Lines are dark on light, so they are heavy in the shade; in the dark scheme they are heavy in the light. */
  scheme?: Scheme
  /** Exaggerates the relief. */
  raise?: number
}

/** Draws a figure by lines that rise over it. Returns one path to fill. */
export function engrave(figure: Figure, { fineness, scheme = 'light', raise = 1 }: Engraving): string {
  const { heights, strokes = [], outlines = '', wide = false } = figure
  const { rows, hair, heaviest, fine } = fineness
  const kept = sample((x) => (wide ? 1 : edges(x)))
  const rise = reader(blur(heights, 2).map((height, i) => -LIFT * raise * height * kept[i]!))
  // Where lines crowd together they are thinner, so that the tone stays.
  const spread = sample((x, y) => clamp(1 + (rise(x, y + 3) - rise(x, y - 3)) / 6, 0.4, 1.4))
  const tone = tones(figure, scheme)
  const weight = reader(
    spread.map((share, i) => hair * clamp(share, 0.6, 1) + (heaviest - hair) * tone[i]! * kept[i]! * share),
  )
  const clear = clearance(strokes)
  const lines = lineField({
    width: SIDE,
    height: SIDE,
    rows: rows + BELOW,
    place: (row) => (row + 0.5) / rows,
    bleed: BLEED,
    displace: rise,
    weight: (x, y) => weight(x, y) * clear(x, y + rise(x, y)),
    fine,
    // Strokes and outlines leave narrow gaps.
    checks: strokes.length > 0 || outlines ? TENTHS : undefined,
  })
  return lines + strokes.map(drawStroke).join('') + outlines
}

/** How much of each place is covered by lines, from 0 to 1: by its slope, its depth below what is around, its edge and
 *  the shadow on it. */
function tones({ heights, ink = sample(() => INK) }: Figure, scheme: Scheme): Heights {
  const form = blur(heights, 2)
  const around = blur(heights, 12)
  const inside = blur(
    heights.map((height) => (height > 0 ? 1 : 0)),
    1,
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
    const edge = Math.max(0, body - within[i]!)
    const own = body * (lit[i]! + (SHADE - lit[i]!) * smooth(0.97, 0, bright))
    const depth = clamp((around[i]! - form[i]!) / 20, -0.3, 1) * (0.34 + 0.26 * body)
    const dark = (shade: number) => clamp(shade + depth + 0.35 * cast[i]! * (1 - shade), 0, 1)
    return scheme === 'light' ? dark(own + 1.1 * edge) : body * (1 - dark(own)) ** 1.3 + 0.4 * edge
  })
}
