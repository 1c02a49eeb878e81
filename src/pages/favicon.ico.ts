import type { APIRoute } from 'astro'
import { ico } from '../pictures/ico.ts'
import { plainTabIcon } from '../pictures/icon.ts'
import { png } from '../pictures/png.ts'

const SIDE = 32

export const GET: APIRoute = async () => {
  const file = ico(await png(plainTabIcon(SIDE)), SIDE)
  return new Response(new Uint8Array(file), { headers: { 'content-type': 'image/x-icon' } })
}
