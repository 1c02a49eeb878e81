import { createHmac, timingSafeEqual } from 'node:crypto'
import { env } from '#server/env.ts'

export const END_SESSIONS_DAYS = 7

const signatureOf = (adminId: string, expires: string) =>
  createHmac('sha256', env('SESSION_KEY')).update(`end sessions ${adminId} ${expires}`).digest('base64url')

/** Returns a signed token. It is not stored, so neither the database nor the outbox can end sessions. */
export function endSessionsToken(adminId: string, expiresAt: Date): string {
  const expires = String(expiresAt.getTime())
  return `${adminId}.${expires}.${signatureOf(adminId, expires)}`
}

/** Returns the id of the admin whose sessions a token ends; undefined if it is forged, incomplete or too old. */
export function readEndSessionsToken(token: string, now: Date): string | undefined {
  const [adminId = '', expires = '', signature = '', ...more] = token.split('.')
  const expected = Buffer.from(signatureOf(adminId, expires))
  const given = Buffer.from(signature)
  const genuine = given.length === expected.length && timingSafeEqual(given, expected)
  return genuine && more.length === 0 && Number(expires) > now.getTime() ? adminId : undefined
}

/** The token is in the fragment, which browsers do not send. The page waits for a click, as email scanners open links. */
export const endSessionsLink = (siteUrl: string, token: string) => `${siteUrl}/admin/end-sessions#${token}`
