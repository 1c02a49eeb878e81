import type { AlertKind } from '#server/money/dispute/read-fraud-alert.ts'
import { releaseAlert } from '#server/money/dispute/release-alert.ts'
import { refundPayment } from '#server/money/refund/refund-payment.ts'
import { listAttention } from '#server/reports/attention.ts'
import { deliverEvents } from '#tests/harness/deliver-events.ts'
import type { World } from '#tests/harness/start-world.ts'
import type { ShopVoucher } from '#tests/harness/voucher-shop.ts'

export const ADMIN = 'admin'

/** The books of a voucher of 5000 pence. */
export const FROZEN = { status: 'disputed', balance: 5000, state: 'disputed' }
export const USABLE = { status: 'active', balance: 5000, state: 'fulfilled' }
export const REFUNDED = { status: 'refunded', balance: 0, state: 'refunded' }

type Paid = Pick<ShopVoucher, 'intentId'>

/** Early fraud warnings and reviews: opens them at Stripe, and decides them as the owner does. */
export function flagPayments(world: World) {
  const openSilently = async ({ intentId }: Paid, kind: AlertKind): Promise<string> => {
    const { control } = world.stripe
    const intent = { intent: intentId }
    return (await (kind === 'warning' ? control.warnOfFraud(intent) : control.openReview(intent))).id
  }
  const open = async (paid: Paid, kind: AlertKind): Promise<string> => {
    const id = await openSilently(paid, kind)
    await deliverEvents(world, paid.intentId)
    return id
  }
  const closeReview = async (paid: Paid, review: string, reason: 'approved' | 'refunded' | 'disputed') => {
    await world.stripe.control.closeReview({ review, reason })
    await deliverEvents(world, paid.intentId)
  }

  const items = async ({ intentId }: Paid) => {
    const { items: all } = await listAttention(world.services)
    return all.flatMap((item) => (item.kind === 'fraud_alert' && item.reference === intentId ? [item] : []))
  }
  const itemOf = async (paid: Paid) => (await items(paid))[0]!
  const release = async (paid: Paid) =>
    await releaseAlert(world.services, { alertId: (await itemOf(paid)).id, actor: ADMIN })
  const refund = async (paid: Paid, expectedPence?: number) =>
    await refundPayment(world.services, {
      paymentId: (await itemOf(paid)).paymentId,
      actor: ADMIN,
      expectedPence,
    })
  const outcomes = ({ intentId }: Paid) =>
    world.rows<{ kind: AlertKind; outcome: string | null }>(
      `select kind, outcome from fraud_alert join payment on payment.id = payment_id
       where stripe_payment_intent_id = $1 order by opened_at, kind`,
      [intentId],
    )
  const refundedAtStripe = ({ intentId }: Paid) =>
    world.stripe.state().charges.find((one) => one.payment_intent === intentId)?.amount_refunded
  return { openSilently, open, closeReview, items, itemOf, release, refund, outcomes, refundedAtStripe }
}
