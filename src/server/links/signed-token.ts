import { createHmac, timingSafeEqual } from 'node:crypto'
import { env } from '#server/env.ts'

type Purpose =
  | 'purchase'
  | 'stop reminders'
  | `uses of ${string}`
  | 'end sessions'
  | 'password reset'
  | 'passkey challenge'

/** Links about a purchase must work for years, while SESSION_KEY is replaced to sign people out. */
const keyOf = (purpose: Purpose) =>
  purpose === 'end sessions' || purpose === 'password reset' || purpose === 'passkey challenge'
    ? 'SESSION_KEY'
    : 'LINK_KEY'

/** Returns what only we can know of some words, for one purpose. */
export const signatureOf = (purpose: Purpose, ...words: string[]): string =>
  createHmac('sha256', env(keyOf(purpose)))
    .update([purpose, ...words].join(' '))
    .digest('base64url')

/** Returns the token of a link in an email: words and their signature. It is not stored. */
export const signToken = (purpose: Purpose, ...words: string[]): string =>
  [...words, signatureOf(purpose, ...words)].join('.')

const TOKEN_MAX = 200

/** Returns the words of a token; undefined for a forged or incomplete one. */
export function readWords(purpose: Purpose, token: string): string[] | undefined {
  const words = token.slice(0, TOKEN_MAX).split('.')
  const signature = words.pop() ?? ''
  const expected = Buffer.from(signatureOf(purpose, ...words))
  const isOurs = timingSafeEqual(Buffer.alloc(expected.length, signature), expected)
  return isOurs && signature.length === expected.length ? words : undefined
}

const NO_ROW = '00000000-0000-0000-0000-000000000000'

/** Returns the id in a token; for a forged or incomplete one, in the same time, an id that no row has. */
export const readSignedId = (purpose: Purpose, token: string): string =>
  readWords(purpose, token)?.[0] ?? NO_ROW
