import type { APIRoute } from 'astro'
import { drawCard, type Card } from '#art/social-images/card.ts'
import { png } from '#art/social-images/png.ts'
import { clinic } from '#clinic/current-clinic.ts'
import { therapies } from '#clinic/current-therapies.ts'
import { homeTitle } from '#clinic/home-title.ts'
import { getPlatePoints } from '#components/therapy/plates.ts'
import { accessibilityStatement } from '#content/legal/accessibility-statement.ts'
import { cookiePolicy } from '#content/legal/cookie-policy.ts'
import { privacyPolicy } from '#content/legal/privacy-policy.ts'
import { termsConditions } from '#content/legal/terms-conditions.ts'
import { practitioners } from '#content/practitioners.ts'

// One social card per page, under the page's path: /cards/therapy/massage.png for /therapy/massage, and /cards/home.png
// for the home page.

type Cover = Pick<Card, 'title' | 'theme'> & { image?: string }

const pages: Record<string, Cover> = {
  home: { title: homeTitle },
  ...Object.fromEntries(
    practitioners.map(({ slug, name }): [string, Cover] => [
      slug,
      { title: name, theme: 'ocean', image: 'first-visit' },
    ]),
  ),
  shop: { title: 'Shop' },
  'privacy-policy': { title: privacyPolicy.title },
  'terms-conditions': { title: termsConditions.title },
  'cookie-policy': { title: cookiePolicy.title },
  'accessibility-statement': { title: accessibilityStatement.title },
  ...Object.fromEntries(
    therapies.map(({ id, title, color, image }): [string, Cover] => [
      `therapy/${id}`,
      { title, theme: color, image },
    ]),
  ),
}

export const getStaticPaths = () =>
  Object.entries(pages).map(([page, props]) => ({ params: { page }, props }))

export const GET: APIRoute<Cover> = async ({ props: { title, theme, image } }) => {
  const figure = image === undefined ? undefined : { image, points: getPlatePoints(image) }
  const file = await png(
    drawCard({ title, theme, figure, name: clinic.name, hasSkyline: clinic.pictures.skyline }),
    16,
  )
  return new Response(new Uint8Array(file), { headers: { 'content-type': 'image/png' } })
}
