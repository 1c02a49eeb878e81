import type { Stripe } from 'stripe'
import type { Purpose } from '#server/money/settle/our-intents.ts'

const MINUTE_MS = 60_000

/** For vouchers, and for orders during 3-D Secure: a buyer must not be cut off while the bank authenticates them. */
export const MINUTES_TO_PAY = 30
/** For orders: shorter, because their stock is reserved until then. */
const MINUTES_RESERVED = 15

export const minutesToPay = (purpose: Purpose | undefined): number =>
  purpose === 'order' ? MINUTES_RESERVED : MINUTES_TO_PAY

type TimedIntent = Pick<Stripe.PaymentIntent, 'created' | 'status'>

const isOlderThan = (minutes: number, { created }: TimedIntent, now: number) =>
  created * 1000 < now - minutes * MINUTE_MS

/** Returns whether the buyer is with their bank or pay-later provider, within the deadline. */
export const isAuthenticating = (intent: TimedIntent, now: Date): boolean =>
  intent.status === 'requires_action' && !isOlderThan(MINUTES_TO_PAY, intent, now.getTime())

/** Returns whether an intent is unpaid past its deadline. */
export function isLate(intent: TimedIntent & Pick<Stripe.PaymentIntent, 'metadata'>, now: Date): boolean {
  if (!intent.status.startsWith('requires_') || isAuthenticating(intent, now)) return false
  const { purpose } = intent.metadata
  return isOlderThan(minutesToPay(purpose === 'order' ? purpose : undefined), intent, now.getTime())
}
