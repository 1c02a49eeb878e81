import type { APIRoute } from 'astro'
import { MAP, MAP_CLEAR, mapRiver, mapStreets } from '../../../art/illustrations/map.ts'
import { PLATES, plate, WINDOW, type PlateId } from '../../../art/illustrations/plate.ts'
import { river } from '../../../art/illustrations/river.ts'
import { rosette } from '../../../art/illustrations/rosette.ts'
import { svgFile } from '../../../art/illustrations/svg.ts'
import { fortnight } from '../../../art/illustrations/tide.ts'

// Drawn when the site is built, each a file of its own. Pages use them as masks over a colour of the theme.
const hairline = (path: string) =>
  `<path fill="none" stroke="#000" vector-effect="non-scaling-stroke" d="${path}"/>`

const plates = Object.fromEntries(
  Object.keys(PLATES).map((id) => [
    id,
    () => {
      const { path } = plate(id as PlateId)
      return svgFile({ width: WINDOW.width, height: WINDOW.height, content: `<path d="${path}"/>` })
    },
  ]),
)

const drawings: Record<string, () => string> = {
  ...plates,
  river: () => {
    const path = river({ width: 2400, height: 420, rows: 36, point: { x: 0.25, y: 0.4, r: 32 } })
    return svgFile({ width: 2400, height: 420, content: `<path d="${path}"/>`, stretch: true })
  },
  'river-band': () => {
    const path = river({ width: 1600, height: 520, rows: 30, point: { x: 0.82, y: 0.5, r: 44 }, fine: 0.4 })
    return svgFile({ width: 1600, height: 520, content: `<path d="${path}"/>` })
  },
  rosette: () => svgFile({ width: 600, height: 600, content: hairline(rosette({ radius: 300, rings: 10 })) }),
  'rosette-small': () => {
    // At 88 px, fewer rings of the same figure; half a pixel more ink.
    const path = rosette({ radius: 300, rings: 6 })
    return svgFile({
      width: 600,
      height: 600,
      content: `<path fill="none" stroke="#000" stroke-width="4" d="${path}"/>`,
    })
  },
  fortnight: () =>
    svgFile({
      width: 1440,
      height: 72,
      content: hairline(fortnight({ width: 1440, height: 72 })),
      stretch: true,
    }),
  map: () => {
    const { width, height, point } = MAP
    const clear = `<mask id="clear"><path fill="#fff" d="M0 0h${width}v${height}H0z"/><circle cx="${point.x}" cy="${point.y}" r="${MAP_CLEAR}"/></mask>`
    const streets = `<path mask="url(#clear)" fill="none" stroke="#000" stroke-width=".8" d="${mapStreets()}"/>`
    const water = `<path transform="matrix(0 1 1 0 0 0)" d="${mapRiver()}"/>`
    return svgFile({ width, height, content: clear + streets + water })
  },
}

export const getStaticPaths = () => Object.keys(drawings).map((name) => ({ params: { name } }))

export const GET: APIRoute = ({ params }) =>
  new Response(drawings[params['name'] ?? '']?.(), { headers: { 'content-type': 'image/svg+xml' } })
