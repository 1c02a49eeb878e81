import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { river } from '#art/illustrations/river.ts'
import { waterfront, WATERFRONT } from '#art/illustrations/waterfront.ts'
import { lettering, linesOf, widthOf } from '#art/social-images/letters.ts'
import { color } from '#clinic/palette.ts'
import { LOGO } from '#content/logo.ts'

// The social card (Open Graph image) of a page: its title beside the figure of a therapy, in the colours of its theme, or
// above the river and the waterfront.

export const CARD = { width: 1200, height: 630 }

export interface Card {
  title: string
  /** The clinic's name. */
  name: string
  theme?: 'sage' | 'ocean' | 'warm' | undefined
  figure?: CardFigure | undefined
  /** Without a figure: the skyline above the river. */
  hasSkyline?: boolean
}

/** The drawing of a therapy in public/drawings/plates, and the points above its lines. */
interface CardFigure {
  image: string
  points: { x: number; y: number }[]
}

const MARGIN = 80
const TITLE = { largest: 98, smallest: 72, top: 138 }
const WATER = { width: 1600, height: 250, rows: 22, point: { x: 0.25, y: 0.4, r: 25 } }
const POINT = { x: 400, y: CARD.height - WATER.height * (1 - WATER.point.y), r: 9 }
/** The right side of a card with a figure: the middle two thirds of its drawing. */
const FIGURE_LEFT = CARD.width - (CARD.height * 2) / 3

const CITY = {
  scale: 0.6,
  x: CARD.width - MARGIN - WATERFRONT.width * 0.6,
  y: CARD.height - WATER.height - WATERFRONT.height * 0.6,
}

export function drawCard({ title, name, theme, figure, hasSkyline = true }: Card): string {
  const colors = theme
    ? { ground: color(`${theme}-ground`), ink: color(`${theme}-ink`), line: color(`${theme}-line`) }
    : { ground: color('paper'), ink: color('ink'), line: color('ink') }
  const lines = figure ? setTitle(title, FIGURE_LEFT - MARGIN, 3) : setTitle(title, CITY.x - MARGIN, 2)
  const head = `<g fill="${colors.ink}">${brand(name, colors.ink)}${lines}</g>`
  const drawing = figure
    ? drawFigure(figure, colors.line)
    : (hasSkyline ? city(colors.line) : '') + water(colors.line)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${CARD.width}" height="${CARD.height}"><rect width="100%" height="100%" fill="${colors.ground}"/>${drawing}${head}</svg>`
}

/** The drawing is read, because drawing a figure takes half a second. From the working directory, as in palette.ts. */
function drawFigure({ image, points }: CardFigure, line: string): string {
  const svg = readFileSync(resolve(`public/drawings/plates/${image}.svg`), 'utf8')
  const [, side = '', lines = ''] = /viewBox="0 0 (\d+).*(<path .*\/>)/.exec(svg) ?? []
  const dots = points.map(({ x, y }) => `<circle fill="${color('point')}" cx="${x}" cy="${y}" r="8"/>`)
  const fade = `<linearGradient id="fade"><stop stop-color="#000"/><stop offset=".2" stop-color="#fff"/></linearGradient><mask id="side" maskUnits="userSpaceOnUse" x="0" y="0" width="${CARD.width}" height="${CARD.height}"><rect x="${FIGURE_LEFT}" width="${CARD.width - FIGURE_LEFT}" height="${CARD.height}" fill="url(#fade)"/></mask>`
  const scale = CARD.height / Number(side)
  const place = `translate(${FIGURE_LEFT - CARD.height / 6}) scale(${scale})`
  return `${fade}<g mask="url(#side)"><g transform="${place}" fill="${line}">${lines}</g></g><g transform="${place}">${dots.join('')}</g>`
}

/** Draws the waterfront on the horizon of the river. */
const city = (line: string) =>
  `<g transform="translate(${CITY.x} ${CITY.y}) scale(${CITY.scale})">${waterfront(line)}</g>`

function brand(name: string, ink: string): string {
  const { lines, weight, point } = LOGO
  const mark = `<path fill="none" stroke="${ink}" stroke-width="${weight}" d="${lines}"/><circle fill="${color('point')}" cx="${point.x}" cy="${point.y}" r="${point.r}"/>`
  const text = lettering(name, { x: MARGIN + 62, y: 98, size: 38 })
  return `<g transform="translate(${MARGIN} 62) scale(1.5)">${mark}</g>${text}`
}

/** Sets the title in the largest size that needs at most `most` lines. A single line, or the first one above the city,
 *  may be as wide as the card. */
function setTitle(title: string, width: number, most: number): string {
  const set = (size: number) => {
    const lines = linesOf(title, size, most === 2 ? CARD.width - 2 * MARGIN : width)
    const last = lines.length > 1 ? widthOf(lines.at(-1) ?? '', size) : 0
    return { size, lines, fits: lines.length <= most && last <= width }
  }
  const sizes = [TITLE.largest, 90, 80, TITLE.smallest].map(set)
  const { size, lines } = sizes.find(({ fits }) => fits) ?? set(TITLE.smallest)
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
