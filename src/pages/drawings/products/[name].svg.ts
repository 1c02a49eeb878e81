import type { APIRoute } from 'astro'
import { PRODUCT_SIDE, PRODUCTS, product, type ProductId } from '../../../../art/illustrations/product.ts'
import { svgFile } from '../../../../art/illustrations/svg.ts'
import { color, type Scheme } from '../../../../art/social-images/color.ts'

// Shown as images, not as masks, because the owner's photographs stand in the same place: each brings its colours.
export const getStaticPaths = () => Object.keys(PRODUCTS).map((name) => ({ params: { name } }))

export const GET: APIRoute = ({ params }) => {
  const { theme, shape } = PRODUCTS[params['name'] as ProductId]
  const colors = (scheme: Scheme) =>
    `rect{fill:${color(`${theme}-ground`, scheme)}}path{fill:${color(`${theme}-ink`, scheme)}}`
  const style = `<style>${colors('light')}@media(prefers-color-scheme:dark){${colors('dark')}}</style>`
  const content = `${style}<rect width="${PRODUCT_SIDE}" height="${PRODUCT_SIDE}"/><path d="${product(shape)}"/>`
  const file = svgFile({ width: PRODUCT_SIDE, height: PRODUCT_SIDE, content })
  return new Response(file, { headers: { 'content-type': 'image/svg+xml' } })
}
