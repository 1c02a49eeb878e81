import { timingSafeEqual } from 'node:crypto'
import { DomainError } from '../domain-error.ts'
import type { Services } from '../clients/services.ts'
import { intentIdOf } from './intent.ts'
import { type Settlement, settlePayment } from './settle-payment.ts'

type Deps = Pick<Services, 'db' | 'stripe' | 'clock' | 'random'>

/** Two hundred buyers behind one address may each ask three times. Guessing needs more: a secret, or all that was typed. */
const CLAIMS = { kind: 'claim', limit: 600, windowMinutes: 10 }

export const STILL_PROCESSING = {
  processing: true,
  message: 'Your payment provider is still working. The e-mail will follow.',
} as const

/** Settles the payment that somebody claims, and refuses a client secret that is not its own. */
export async function settleClaim(
  services: Deps,
  claim: { clientSecret: string } | { paymentIntentId: string },
  addressKey: string,
): Promise<Settlement> {
  const intentId = 'clientSecret' in claim ? intentIdOf(claim.clientSecret) : claim.paymentIntentId
  const settlement = await settlePayment(services, intentId, { ...CLAIMS, key: addressKey })
  const secret = settlement.intent.client_secret ?? ''
  if ('clientSecret' in claim && !sameText(claim.clientSecret, secret)) throw unknownPayment()
  return settlement
}

export function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

// The same words whether the payment does not exist or is somebody else's.
export const unknownPayment = () => new DomainError('not_found', 'We know of no such payment.')

const DECLINED =
  'This payment was closed after five declined attempts. You have not been charged. Start again or call us.'

/** What to say of a settlement that gave nothing. */
export function notPaid(settlement: Settlement): DomainError {
  switch (settlement.outcome) {
    case 'unpaid':
      return new DomainError('payment_incomplete', 'This payment has not been completed.')
    case 'cancelled':
      return new DomainError(
        'payment_closed',
        settlement.isDeclined ? DECLINED : 'This payment was cancelled. You have not been charged.',
      )
    case 'returned':
      return new DomainError(
        'payment_closed',
        'We received your payment but could not complete the purchase. We are refunding it the way you paid, which takes 5 to 10 working days.',
      )
    case 'unmatched':
      return new DomainError(
        'payment_closed',
        'We received your payment but cannot match it to a purchase. Please do not pay again: ring us, and we will put it right.',
      )
    default:
      return unknownPayment()
  }
}
