import { SIDE } from '#art/figures/relief.ts'
import { MAP, MAP_CLEAR, mapRiver, mapStreets } from '#art/illustrations/map.ts'
import { product, PRODUCT_SIDE, PRODUCTS, type ProductId } from '#art/illustrations/product.ts'
import { HERO_RIVER, river, type River } from '#art/illustrations/river.ts'
import { rosette } from '#art/illustrations/rosette.ts'
import type { Scheme } from '#art/illustrations/scheme.ts'
import { fortnight } from '#art/illustrations/tide.ts'
import { waterfront, WATERFRONT } from '#art/illustrations/waterfront.ts'
import { color } from '#clinic/palette.ts'

interface Svg {
  width: number
  height: number
  /** Elements between <svg> and </svg>. */
  content: string
  /** Allows any aspect ratio: only for lines that run from side to side. */
  stretch?: boolean
}

const svg = ({ width, height, content, stretch = false }: Svg) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"${stretch ? ' preserveAspectRatio="none"' : ''}>${content}</svg>\n`

const hairline = (path: string) =>
  `<path fill="none" stroke="#000" vector-effect="non-scaling-stroke" d="${path}"/>`

/** Pages use these as masks over a colour of the theme, so their own colour does not matter. */
export const plateSvg = (path: string) => svg({ width: SIDE, height: SIDE, content: `<path d="${path}"/>` })

/** Two hands on a back, for the gift email: cut to 12 : 7, a seventh larger than it is shown in. Email programs do not show
 *  masks or SVG, so it has the colours of the light scheme. */
export const giftPictureSvg = (path: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="598" height="349" viewBox="0 236 ${SIDE} 420"><rect width="${SIDE}" height="${SIDE}" fill="${color('warm-ground')}"/><path fill="${color('warm-line')}" d="${path}"/></svg>`

const EMAIL_RIVER: River = { width: 900, height: 84, rows: 9, point: { x: 0.09, y: 0.42, r: 10 } }

/** The river above an email, half as large again as it is shown. Without a ground, in tones that contrast with light and
 *  dark: an email program may show either. */
export function emailRiverSvg(): string {
  const { width, height, point } = EMAIL_RIVER
  const dot = `<circle fill="${color('point')}" cx="${point.x * width}" cy="${point.y * height}" r="${point.r}"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><path fill="${color('edge')}" stroke="${color('edge')}" stroke-width=".5" d="${river(EMAIL_RIVER)}"/>${dot}</svg>`
}

const BAND = { width: 1600, height: 520, rows: 30, point: { x: 0.82, y: 0.5, r: 44 }, fine: 0.4 }

/** The masks that do not depend on the content, by the name of their file. */
export const DRAWINGS: Record<string, () => string> = {
  river: () => svg({ ...HERO_RIVER, content: `<path d="${river(HERO_RIVER)}"/>`, stretch: true }),
  'river-band': () => svg({ ...BAND, content: `<path d="${river(BAND)}"/>` }),
  // For 88 px.
  rosette: () => {
    const rings = rosette({ radius: 300, rings: 6 })
    const content = `<g fill="none" stroke="#000" stroke-width="4">${rings}</g>`
    return svg({ width: 600, height: 600, content })
  },
  fortnight: () => {
    const size = { width: 1440, height: 72 }
    return svg({ ...size, content: hairline(fortnight(size)), stretch: true })
  },
}

/** The masks of Liverpool, which `pictures` of the content shows or leaves out. */
export const PLACE_DRAWINGS: Record<string, () => string> = {
  waterfront: () => svg({ ...WATERFRONT, content: waterfront('#000') }),
  map: () => {
    const { width, height, point } = MAP
    const clear = `<mask id="clear"><path fill="#fff" d="M0 0h${width}v${height}H0z"/><circle cx="${point.x}" cy="${point.y}" r="${MAP_CLEAR}"/></mask>`
    const streets = `<path mask="url(#clear)" fill="none" stroke="#000" stroke-width=".8" d="${mapStreets()}"/>`
    const water = `<path transform="matrix(0 1 1 0 0 0)" d="${mapRiver()}"/>`
    return svg({ width, height, content: clear + streets + water })
  },
}

/** Draws a sample product. It has its own colours, because it is shown as an image, like the owner's photographs. */
export function productSvg(id: ProductId): string {
  const { theme, shape } = PRODUCTS[id]
  const colors = (scheme: Scheme) =>
    `rect{fill:${color(`${theme}-ground`, scheme)}}path{fill:${color(`${theme}-ink`, scheme)}}`
  const style = `<style>${colors('light')}@media(prefers-color-scheme:dark){${colors('dark')}}</style>`
  const content = `${style}<rect width="${PRODUCT_SIDE}" height="${PRODUCT_SIDE}"/><path d="${product(shape)}"/>`
  return svg({ width: PRODUCT_SIDE, height: PRODUCT_SIDE, content })
}
