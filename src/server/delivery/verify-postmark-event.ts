import { createHash, timingSafeEqual } from 'node:crypto'
import { POSTMARK_WEBHOOK } from '#server/clients/webhook-paths.ts'
import { DomainError } from '#server/domain-error.ts'
import { env } from '#server/env.ts'

/**
 * Returns the body of an event if it came with Postmark's password, which is all that Postmark can prove itself by.
 * Throws `wrong_credentials`, or `invalid_request` for a body that is not JSON.
 */
export function verifyPostmarkEvent(body: string, headers: Headers): unknown {
  const expected = Buffer.from(`${POSTMARK_WEBHOOK.user}:${env('POSTMARK_WEBHOOK_PASSWORD')}`).toString(
    'base64',
  )
  if (!isSame(headers.get('authorization') ?? '', `Basic ${expected}`)) {
    throw new DomainError('wrong_credentials', 'This is only for Postmark.', {
      detail: 'wrong or no password',
    })
  }
  try {
    return JSON.parse(body)
  } catch {
    throw new DomainError('invalid_request', 'This is not JSON.', { detail: 'not JSON' })
  }
}

/** Compares in constant time. */
const isSame = (given: string, expected: string) => timingSafeEqual(hash(given), hash(expected))
const hash = (text: string) => createHash('sha256').update(text).digest()
