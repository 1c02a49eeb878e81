import type { APIRoute } from 'astro'
import { MARK } from '../drawing/mark.ts'

// The mark in the colours of the scheme, ink and point, written as hex for old readers of SVG.
export const GET: APIRoute = () => {
  const { size, lines, point } = MARK
  const style = '<style>path{stroke:#032c2a}@media(prefers-color-scheme:dark){path{stroke:#efe9dc}}</style>'
  const drawing = `<path fill="none" stroke-width="2.2" d="${lines}"/><circle fill="#b5532f" cx="${point.x}" cy="${point.y}" r="${point.r}"/>`
  return new Response(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}">${style}${drawing}</svg>\n`,
    { headers: { 'content-type': 'image/svg+xml' } },
  )
}
