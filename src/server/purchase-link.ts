import { createHmac, timingSafeEqual } from 'node:crypto'
import { env, problemWith } from '#server/env.ts'

/** Its own key: the links must work for years, while SESSION_KEY is replaced to sign people out. */
const macOf = (linkId: string) =>
  createHmac('sha256', env('LINK_KEY')).update(`purchase ${linkId}`).digest('base64url')

/** Returns the token that opens "Your purchase". It is not stored. */
export const purchaseToken = (linkId: string) => `${linkId}.${macOf(linkId)}`

const TOKEN = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.([\w-]{43})$/
const NO_PAYMENT = '00000000-0000-0000-0000-000000000000'

/** Returns the link id in a token; for a forged or incomplete one, in the same time, an id that no payment has. */
export function readPurchaseToken(token: string): string {
  const [, id = NO_PAYMENT, mac = ''] = TOKEN.exec(token.slice(0, 100)) ?? []
  const [given, expected] = [Buffer.alloc(43, mac), Buffer.from(macOf(id))]
  return timingSafeEqual(given, expected) && token.length === id.length + 1 + mac.length ? id : NO_PAYMENT
}

/** Returns the link to "Your purchase"; undefined while LINK_KEY is not set. The token is in the fragment, which browsers do not send. */
export const purchaseLink = (siteUrl: string, linkId: string | null | undefined): string | undefined =>
  linkId && !problemWith('LINK_KEY') ? `${siteUrl}/your-purchase#${purchaseToken(linkId)}` : undefined
