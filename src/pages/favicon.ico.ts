import type { APIRoute } from 'astro'
import { ico } from '../../art/social-images/ico.ts'
import { plainTabIcon } from '../../art/social-images/icon.ts'
import { png } from '../../art/social-images/png.ts'

const SIDE = 32

export const GET: APIRoute = async () => {
  const file = ico(await png(plainTabIcon(SIDE)), SIDE)
  return new Response(new Uint8Array(file), { headers: { 'content-type': 'image/x-icon' } })
}
