import type { APIRoute } from 'astro'
import { homeScreenIcon } from '../../art/social-images/icon.ts'
import { png, pngAnswer } from '../../art/social-images/png.ts'

export const GET: APIRoute = async () => pngAnswer(await png(homeScreenIcon(180)))
