import type Stripe from 'stripe'
import type { TestAccount } from '#local/stripe/account.ts'
import { confirmIntent } from '#local/stripe/confirm-intent.ts'
import { createIntent } from '#local/stripe/payment-intents.ts'
import { invalidParameter } from '#local/stripe/stripe-errors.ts'

export interface OtherPayment {
  amount: number
  currency?: string
  metadata?: Record<string, string>
  /** 1 by default. Each one sends webhooks; hold or drop them before creating many. */
  count?: number
}

const COUNT_MAX = 10_000

/** The description of these intents. */
export const OTHER_PRODUCT = 'Another product'

/** Creates paid payments like those of another product in the same account. */
export function payElsewhere(account: TestAccount, payment: OtherPayment): Stripe.PaymentIntent[] {
  const { amount, currency = 'gbp', metadata = {}, count = 1 } = payment
  if (count < 1 || count > COUNT_MAX)
    throw invalidParameter(`Invalid count: ${count}. It must be between 1 and ${COUNT_MAX}.`, 'count')
  const params = { amount: String(amount), currency, metadata, description: OTHER_PRODUCT }
  return Array.from({ length: count }, () => {
    const intent = createIntent(account, params)
    return confirmIntent(account, intent.id, { payment_method: 'pm_card_visa' })
  })
}
