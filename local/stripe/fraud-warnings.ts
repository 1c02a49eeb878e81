import type Stripe from 'stripe'
import type { TestAccount } from '#local/stripe/account.ts'
import { paidCharge } from '#local/stripe/payment-intents.ts'
import { missing } from '#local/stripe/stripe-errors.ts'
import { expandableId, newId } from '#local/stripe/stripe-ids.ts'

export function getFraudWarning(account: TestAccount, id: string): Stripe.Radar.EarlyFraudWarning {
  const warning = account.state.fraudWarnings[id]
  if (!warning) throw missing('radar.early_fraud_warning', id)
  return warning
}

/** Creates an early fraud warning of the card's issuer: https://docs.stripe.com/disputes/measuring#early-fraud-warnings */
export function warnOfFraud(account: TestAccount, intentId: string): Stripe.Radar.EarlyFraudWarning {
  const charge = paidCharge(account, intentId)
  const warning: Stripe.Radar.EarlyFraudWarning = {
    id: newId('issfr'),
    object: 'radar.early_fraud_warning',
    actionable: isActionable(charge),
    charge: charge.id,
    created: account.now(),
    fraud_type: 'unauthorized_use_of_card',
    livemode: false,
    payment_intent: intentId,
  }
  account.state.fraudWarnings[warning.id] = warning
  account.emit('radar.early_fraud_warning.created', warning)
  return warning
}

/** Updates the warnings whose charge has been refunded in full or disputed. */
export function updateFraudWarnings(account: TestAccount): void {
  for (const warning of Object.values(account.state.fraudWarnings)) {
    const charge = account.state.charges[expandableId(warning.charge)]
    if (!warning.actionable || !charge || isActionable(charge)) continue
    warning.actionable = false
    account.emit('radar.early_fraud_warning.updated', warning)
  }
}

const isActionable = ({ disputed, refunded }: Stripe.Charge) => !disputed && !refunded
