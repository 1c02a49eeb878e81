import { createHmac } from 'node:crypto'
import { env } from '#server/env.ts'

/** Returns the rate-limit key of a mailbox: most providers ignore capitals, and what follows a plus. */
export function recipientKey(email: string): string {
  const mailbox = email.toLowerCase().replace(/\+[^@]*@/, '@')
  return createHmac('sha256', env('ADDRESS_KEY')).update(`recipient ${mailbox}`).digest('base64url')
}
