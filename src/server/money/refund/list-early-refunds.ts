import type { Stripe } from 'stripe'
import type { Services } from '#server/clients/services.ts'
import type { Statement } from '#server/db/db.ts'
import { hasFailed, listRefunds, recordRefund } from '#server/money/refund/apply-refund.ts'
import { deriveRefundStatus } from '#server/money/refund/derive-refund-status.ts'
import { selectUnfulfilled } from '#server/money/settle/payment-queries.ts'
import type { PaidIntent } from '#server/vouchers/ledger/issue-voucher.ts'

export interface EarlyRefunds {
  refunds: Stripe.Refund[]
  /** Whether nothing of the payment is left. */
  areAll: boolean
}

/**
 * Returns the refunds that were made at Stripe before the payment bought anything. Those of a settled payment are
 * recorded by their own events.
 */
export async function listEarlyRefunds(
  services: Pick<Services, 'db' | 'stripe'>,
  intent: Stripe.PaymentIntent,
  paid: PaidIntent,
): Promise<EarlyRefunds> {
  const none = { refunds: [], areAll: false }
  const { latest_charge: charge } = intent
  if (!charge || typeof charge === 'string' || charge.amount_refunded === 0) return none
  const [payment] = await services.db.run(selectUnfulfilled(paid))
  if (!payment) return none
  const refunds = await listRefunds(services, intent.id)
  const left = refunds.reduce((rest, refund) => (hasFailed(refund) ? rest : rest - refund.amount), paid.pence)
  return left > 0 && payment.state === 'cancelled' ? none : { refunds, areAll: left <= 0 }
}

/** Returns the statements that record early refunds, after those that fulfil the payment or close it. */
export function recordEarlyRefunds({ refunds }: EarlyRefunds, { intentId }: PaidIntent, now: Date) {
  if (refunds.length === 0) return {}
  const statements = refunds.flatMap((refund) =>
    Object.entries(recordRefund(intentId, refund, now)).map(
      ([name, statement]) => [`${name} ${refund.id}`, statement] as const,
    ),
  )
  return {
    ...(Object.fromEntries(statements) as Record<string, Statement>),
    ...deriveRefundStatus(intentId, now),
  }
}
