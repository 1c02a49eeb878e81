import type { APIRoute } from 'astro'
import { homeScreenIcon } from '../../../art/social-images/icon.ts'
import { png, pngAnswer } from '../../../art/social-images/png.ts'

// For manifest.webmanifest.ts.
export const getStaticPaths = () => ['192', '512'].map((side) => ({ params: { side } }))

export const GET: APIRoute = async ({ params }) =>
  pngAnswer(await png(homeScreenIcon(Number(params['side']))))
