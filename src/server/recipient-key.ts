import { createHmac } from 'node:crypto'
import { env } from '#server/env.ts'

const GMAIL = /@(?:gmail|googlemail)\.com$/

/**
 * Returns the rate-limit key of a mailbox: most providers ignore capitals, and what follows a plus. Gmail also ignores dots:
 * https://support.google.com/mail/answer/7436150
 */
export function recipientKey(email: string): string {
  const address = email.toLowerCase().replace(/\+[^@]*@/, '@')
  const mailbox = GMAIL.test(address)
    ? `${address.replace(GMAIL, '').replaceAll('.', '')}@gmail.com`
    : address
  return createHmac('sha256', env('ADDRESS_KEY')).update(`recipient ${mailbox}`).digest('base64url')
}
