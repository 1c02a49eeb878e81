import type { APIRoute } from 'astro'
import { homeScreenIcon } from '../../pictures/icon.ts'
import { png, pngAnswer } from '../../pictures/png.ts'

// For manifest.webmanifest.ts.
export const getStaticPaths = () => ['192', '512'].map((side) => ({ params: { side } }))

export const GET: APIRoute = async ({ params }) =>
  pngAnswer(await png(homeScreenIcon(Number(params['side']))))
