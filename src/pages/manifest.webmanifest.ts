import type { APIRoute } from 'astro'
import { clinic } from '#clinic/current-clinic.ts'
import { color } from '#clinic/palette.ts'
import { hero } from '#content/home.ts'

const icon = (side: number, purpose: 'any' | 'maskable') => ({
  src: `/icons/${side}.png`,
  sizes: `${side}x${side}`,
  type: 'image/png',
  purpose,
})

export const GET: APIRoute = () => {
  const manifest = {
    id: '/',
    name: clinic.name,
    short_name: clinic.name,
    description: hero.lede,
    lang: 'en-GB',
    start_url: '/',
    // Keeps the back button and shows the address.
    display: 'minimal-ui',
    background_color: color('paper'),
    theme_color: color('paper'),
    // One icon fits both purposes: see homeScreenIcon.
    icons: [icon(192, 'any'), icon(512, 'any'), icon(192, 'maskable'), icon(512, 'maskable')],
  }
  return new Response(JSON.stringify(manifest), { headers: { 'content-type': 'application/manifest+json' } })
}
