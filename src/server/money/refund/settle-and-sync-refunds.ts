import type { Services } from '#server/clients/services.ts'
import { syncRefunds } from '#server/money/refund/apply-refund.ts'
import { settlePayment } from '#server/money/settle/settle-payment.ts'

type Deps = Pick<Services, 'db' | 'stripe' | 'clock' | 'random'>

/** Brings our books in line with a payment and its refunds at Stripe. */
export async function settleAndSyncRefunds(services: Deps, intentId: string): Promise<void> {
  // The event of a refund may arrive before the event of its payment.
  const { outcome } = await settlePayment(services, intentId)
  if (outcome !== 'unknown') await syncRefunds(services, intentId)
}
