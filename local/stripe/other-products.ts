import type Stripe from 'stripe'
import type { TestAccount } from '#local/stripe/account.ts'
import { confirmIntent } from '#local/stripe/confirm-intent.ts'
import { createIntent } from '#local/stripe/payment-intents.ts'

export interface OtherPayment {
  amount: number
  currency?: string
  metadata?: Record<string, string>
}

/** The description of these intents. */
export const OTHER_PRODUCT = 'Another product'

/** Creates a paid payment like those of another product in the same account. */
export function payElsewhere(
  account: TestAccount,
  { amount, currency = 'gbp', metadata = {} }: OtherPayment,
): Stripe.PaymentIntent {
  const params = { amount: String(amount), currency, metadata, description: OTHER_PRODUCT }
  const { id } = createIntent(account, params)
  return confirmIntent(account, id, { payment_method: 'pm_card_visa' })
}
