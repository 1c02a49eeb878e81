import type { APIRoute } from 'astro'
import { homeScreenIcon } from '../pictures/icon.ts'
import { png, pngAnswer } from '../pictures/png.ts'

export const GET: APIRoute = async () => pngAnswer(await png(homeScreenIcon(180)))
