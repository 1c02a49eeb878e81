import type { APIRoute } from 'astro'
import { picture, pictures } from '../../../components/therapy/plates.ts'
import { svgFile } from '../../../../art/illustrations/svg.ts'

// The therapies' drawings in the shape of their own pages.
export const getStaticPaths = () => Object.keys(pictures).map((name) => ({ params: { name } }))

export const GET: APIRoute = ({ params }) => {
  const { width, height, path } = picture(params['name'] ?? '')
  const file = svgFile({ width, height, content: `<path d="${path}"/>` })
  return new Response(file, { headers: { 'content-type': 'image/svg+xml' } })
}
