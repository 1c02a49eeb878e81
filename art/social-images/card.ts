import { SIDE } from '#art/figures/relief.ts'
import { drawPlate } from '#art/illustrations/plate.ts'
import { river } from '#art/illustrations/river.ts'
import { waterfront, WATERFRONT } from '#art/illustrations/waterfront.ts'
import { color } from '#art/social-images/color.ts'
import { lettering, linesOf } from '#art/social-images/letters.ts'
import { LOGO } from '#content/logo.ts'

// The social card (Open Graph image) of a page: its title beside the figure of a therapy, in the colours of its theme, or
// above the river and the waterfront.

export const CARD = { width: 1200, height: 630 }

export interface Card {
  title: string
  /** The clinic's name. */
  name: string
  theme?: 'sage' | 'ocean' | 'warm' | undefined
  /** The name of a drawing. */
  image?: string | undefined
}

const MARGIN = 80
const TITLE = { largest: 98, smallest: 72, top: 138 }
const WATER = { width: 1600, height: 250, rows: 22, point: { x: 0.25, y: 0.4, r: 25 } }
const POINT = { x: 400, y: CARD.height - WATER.height * (1 - WATER.point.y), r: 9 }
/** The right side of a card with a figure: the middle two thirds of its drawing. */
const FIGURE = { x: CARD.width - (CARD.height * 2) / 3, scale: CARD.height / SIDE }

export function drawCard({ title, name, theme, image }: Card): string {
  const colors = theme
    ? { ground: color(`${theme}-ground`), ink: color(`${theme}-ink`), line: color(`${theme}-line`) }
    : { ground: color('paper'), ink: color('ink'), line: color('ink') }
  const width = (image ? FIGURE.x : CARD.width - MARGIN) - MARGIN
  const head = `<g fill="${colors.ink}">${brand(name, colors.ink)}${titleLines(title, width, image ? 3 : 2)}</g>`
  const drawing = image ? figure(image, colors.line) : city(colors.line) + water(colors.line)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${CARD.width}" height="${CARD.height}"><rect width="100%" height="100%" fill="${colors.ground}"/>${drawing}${head}</svg>`
}

function figure(image: string, line: string): string {
  const { path, points } = drawPlate(image)
  const dots = points.map(({ x, y }) => `<circle fill="${color('point')}" cx="${x}" cy="${y}" r="8"/>`)
  const clip = `<clipPath id="side"><path d="M${FIGURE.x} 0H${CARD.width}V${CARD.height}H${FIGURE.x}z"/></clipPath>`
  const place = `translate(${FIGURE.x - (SIDE / 6) * FIGURE.scale}) scale(${FIGURE.scale})`
  return `${clip}<g clip-path="url(#side)"><g transform="${place}"><path fill="${line}" d="${path}"/>${dots.join('')}</g></g>`
}

/** Draws the waterfront on the horizon of the river. */
function city(line: string): string {
  const scale = 0.37
  const x = CARD.width - MARGIN - WATERFRONT.width * scale
  const y = CARD.height - WATER.height - WATERFRONT.height * scale
  return `<path fill="${line}" transform="translate(${x} ${y}) scale(${scale})" d="${waterfront()}"/>`
}

function brand(name: string, ink: string): string {
  const { lines, weight, point } = LOGO
  const mark = `<path fill="none" stroke="${ink}" stroke-width="${weight}" d="${lines}"/><circle fill="${color('point')}" cx="${point.x}" cy="${point.y}" r="${point.r}"/>`
  const text = lettering(name, { x: MARGIN + 62, y: 98, size: 38 })
  return `<g transform="translate(${MARGIN} 62) scale(1.5)">${mark}</g>${text}`
}

/** Sets the title in the largest size that needs at most `most` lines. */
function titleLines(title: string, width: number, most: number): string {
  const sizes = [TITLE.largest, 90, 80, TITLE.smallest]
  const size = sizes.find((size) => linesOf(title, size, width).length <= most) ?? TITLE.smallest
  const lines = linesOf(title, size, width)
  return lines
    .map((line, i) =>
      lettering(line, { x: MARGIN - size * 0.03, y: TITLE.top + size * (0.9 + i * 1.02), size }),
    )
    .join('')
}

/** Draws the river, and the vertical line that begins at its point. */
function water(line: string): string {
  const lines = `<path fill="${line}" transform="translate(${POINT.x - WATER.point.x * WATER.width} ${CARD.height - WATER.height})" d="${river(WATER)}"/>`
  const meridian = `<path fill="none" stroke="${line}" stroke-opacity=".55" stroke-width="1.5" d="M${POINT.x} ${POINT.y}V${CARD.height}"/>`
  return `${lines}${meridian}<circle fill="${color('point')}" cx="${POINT.x}" cy="${POINT.y}" r="${POINT.r}"/>`
}
