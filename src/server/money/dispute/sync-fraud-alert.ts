import type { Services } from '#server/clients/services.ts'
import { syncDisputes } from '#server/money/dispute/apply-dispute.ts'
import { recordAlert } from '#server/money/dispute/fraud-alert-queries.ts'
import {
  readReview,
  readWarning,
  syncNeededFor,
  type AlertReading,
  type AlertSync,
} from '#server/money/dispute/read-fraud-alert.ts'
import { settleAndSyncRefunds } from '#server/money/refund/settle-and-sync-refunds.ts'
import { callStripe } from '#server/money/settle/intent.ts'
import { lockPurchase } from '#server/money/settle/our-intents.ts'
import { settlePayment } from '#server/money/settle/settle-payment.ts'

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
