import { createHmac, timingSafeEqual } from 'node:crypto'
import { env } from '#server/env.ts'

/** Its own key: the links must work for years, while SESSION_KEY is replaced to sign people out. */
const macOf = (purpose: Purpose, id: string) =>
  createHmac('sha256', env('LINK_KEY')).update(`${purpose} ${id}`).digest('base64url')

type Purpose = 'purchase' | 'stop reminders' | `uses of ${string}`

/** Returns the token of a link in an email. It is not stored. */
export const signToken = (purpose: Purpose, id: string) => `${id}.${macOf(purpose, id)}`

const TOKEN = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.([\w-]{43})$/
const NO_ROW = '00000000-0000-0000-0000-000000000000'

/** Returns the id in a token; for a forged or incomplete one, in the same time, an id that no row has. */
export function readSignedToken(purpose: Purpose, token: string): string {
  const [, id = NO_ROW, mac = ''] = TOKEN.exec(token.slice(0, 100)) ?? []
  const [given, expected] = [Buffer.alloc(43, mac), Buffer.from(macOf(purpose, id))]
  return timingSafeEqual(given, expected) && token.length === id.length + 1 + mac.length ? id : NO_ROW
}
