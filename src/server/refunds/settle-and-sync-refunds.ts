import type { Services } from '../clients/services.ts'
import { settlePayment } from '../payments/settle-payment.ts'
import { syncRefunds } from './apply-refund.ts'

type Deps = Pick<Services, 'db' | 'stripe' | 'clock' | 'random'>

/** Brings our books up to what Stripe has of a payment and its refunds. */
export async function settleAndSyncRefunds(services: Deps, intentId: string): Promise<void> {
  // The news of a refund may be here before the payment's own.
  const { outcome } = await settlePayment(services, intentId)
  if (outcome !== 'unknown') await syncRefunds(services, intentId)
}
