import { readWords, signToken } from '#server/links/signed-token.ts'

export const END_SESSIONS_DAYS = 7

/** Returns a token that is not stored, so neither the database nor the outbox can end sessions. */
export const endSessionsToken = (adminId: string, expiresAt: Date): string =>
  signToken('end sessions', adminId, String(expiresAt.getTime()))

/** Returns the id of the admin whose sessions a token ends; undefined if it is forged, incomplete or too old. */
export function readEndSessionsToken(token: string, now: Date): string | undefined {
  const [adminId, expires] = readWords('end sessions', token) ?? []
  return Number(expires) > now.getTime() ? adminId : undefined
}

/** The token is in the fragment, which browsers do not send. The page waits for a click, as email scanners open links. */
export const endSessionsLink = (siteUrl: string, token: string) => `${siteUrl}/admin/end-sessions#${token}`
