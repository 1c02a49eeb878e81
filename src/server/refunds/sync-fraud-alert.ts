import type { Services } from '#server/clients/services.ts'
import { recordAlert } from '#server/payments/fraud-alert-queries.ts'
import { callStripe } from '#server/payments/intent.ts'
import { lockPurchase } from '#server/payments/our-intents.ts'
import {
  readReview,
  readWarning,
  syncNeededFor,
  type AlertReading,
  type AlertSync,
} from '#server/payments/read-fraud-alert.ts'
import { settlePayment } from '#server/payments/settle-payment.ts'
import { syncDisputes } from '#server/refunds/apply-dispute.ts'
import { settleAndSyncRefunds } from '#server/refunds/settle-and-sync-refunds.ts'

type Deps = Pick<Services, 'db' | 'stripe' | 'clock' | 'random'>

/** Brings our books in line with an early fraud warning or a review. Safe to repeat, in any order of its events. */
export async function syncAlert(
  services: Deps,
  { kind, stripeId }: Pick<AlertReading, 'kind' | 'stripeId'>,
): Promise<void> {
  const { stripe } = services
  const reading = await callStripe(async () =>
    kind === 'warning'
      ? readWarning(await stripe.radar.earlyFraudWarnings.retrieve(stripeId, { expand: ['charge'] }))
      : readReview(await stripe.reviews.retrieve(stripeId)),
  )
  if (reading) await applyAlert(services, reading)
}

/** Syncs the payment first and then its alert, so that the purchase is never usable in between. */
export async function applyAlert(services: Deps, reading: AlertReading): Promise<void> {
  await SYNC[syncNeededFor(reading)](services, reading.intentId)
  await services.db.batch({
    ...lockPurchase(reading.intentId),
    ...recordAlert(reading, services.clock.now()),
  })
}

const SYNC: Record<AlertSync, (services: Deps, intentId: string) => Promise<unknown>> = {
  payment: (services, intentId) => settlePayment(services, intentId),
  refunds: settleAndSyncRefunds,
  disputes: syncDisputes,
}
