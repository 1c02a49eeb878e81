import type Stripe from 'stripe'
import type { TestAccount } from '#local/stripe/account.ts'
import { recordMovement } from '#local/stripe/balance.ts'
import { newId } from '#local/stripe/stripe-ids.ts'

export function refundObject(account: TestAccount, charge: Stripe.Charge, amount: number): Stripe.Refund {
  const id = newId('re')
  const { currency } = charge
  const description = `REFUND FOR CHARGE (${charge.description ?? ''})`
  const movement = { category: 'refund', charge, amount: -amount, source: id, description } as const
  return {
    id,
    object: 'refund',
    amount,
    balance_transaction: recordMovement(account, movement).id,
    charge: charge.id,
    created: account.now(),
    currency,
    customer: null,
    customer_account: null,
    destination_details: destination(charge),
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  }
}

const destination = ({ payment_method_details: paid }: Stripe.Charge): Stripe.Refund.DestinationDetails =>
  paid?.card
    ? {
        type: 'card',
        card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
      }
    : { type: paid?.type ?? 'klarna' }
