import { signatureOf } from '#server/links/signed-token.ts'

/**
 * Returns the token of a reset link. It is derived from the key each time, so neither the reset's row nor the email in
 * the outbox contains a usable token.
 */
export const resetToken = (resetId: string) => signatureOf('password reset', resetId)

/** The token is in the fragment, which browsers do not send. */
export const resetLink = (siteUrl: string, token: string) => `${siteUrl}/admin/reset-password#${token}`

/** The page welcomes, and says whom to ask for another link. */
export const invitationLink = (siteUrl: string, token: string) =>
  `${siteUrl}/admin/reset-password?invitation#${token}`
