import type { Services } from '../clients/services.ts'
import {
  type AlertReading,
  type AlertSync,
  syncNeededFor,
  readReview,
  readWarning,
} from '../payments/read-fraud-alert.ts'
import { syncDisputes } from './apply-dispute.ts'
import { recordAlert } from '../payments/fraud-alert-queries.ts'
import { callStripe } from '../payments/intent.ts'
import { settleAndSyncRefunds } from './settle-and-sync-refunds.ts'
import { lockPurchase } from '../payments/our-intents.ts'
import { settlePayment } from '../payments/settle-payment.ts'

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
