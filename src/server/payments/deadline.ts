import type { Stripe } from 'stripe'
import type { Purpose } from './our-intents.ts'

const MINUTE_MS = 60_000

/** For a voucher, and for an order whose buyer is being authenticated: nobody is cut off while their bank asks them. */
export const MINUTES_TO_PAY = 30
/** For an order: its goods are kept from others meanwhile. */
const MINUTES_RESERVED = 15

export const minutesToPay = (purpose: Purpose | undefined): number =>
  purpose === 'order' ? MINUTES_RESERVED : MINUTES_TO_PAY

type TimedIntent = Pick<Stripe.PaymentIntent, 'created' | 'status'>

const isOlderThan = (minutes: number, { created }: TimedIntent, now: number) =>
  created * 1000 < now - minutes * MINUTE_MS

/** Whether the buyer is with their bank or pay-later provider, and still has time. */
export const isAuthenticating = (intent: TimedIntent, now: Date): boolean =>
  intent.status === 'requires_action' && !isOlderThan(MINUTES_TO_PAY, intent, now.getTime())

/** Whether nobody has paid an intent in time. */
export function isLate(intent: TimedIntent & Pick<Stripe.PaymentIntent, 'metadata'>, now: Date): boolean {
  if (!intent.status.startsWith('requires_') || isAuthenticating(intent, now)) return false
  const { purpose } = intent.metadata
  return isOlderThan(minutesToPay(purpose === 'order' ? purpose : undefined), intent, now.getTime())
}
