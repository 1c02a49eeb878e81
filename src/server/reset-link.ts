import { createHmac } from 'node:crypto'
import { env } from './env.ts'

/**
 * What stands behind the # of the link. It is made from the key each time that it is needed: neither the row of the reset
 * nor the mail that waits in the outbox holds anything that would open the door.
 */
export const resetToken = (resetId: string) =>
  createHmac('sha256', env('SESSION_KEY')).update(`password reset ${resetId}`).digest('base64url')

/** Behind a #, because what stands there is sent to nobody. */
export const resetLink = (siteUrl: string, token: string) => `${siteUrl}/admin/reset-password#${token}`
