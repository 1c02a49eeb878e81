import type { APIRoute } from 'astro'
import { tabIcon } from '../../art/social-images/icon.ts'

export const GET: APIRoute = () => new Response(tabIcon(), { headers: { 'content-type': 'image/svg+xml' } })
