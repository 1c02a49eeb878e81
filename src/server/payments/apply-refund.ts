import { clinic } from '#content/clinic'
import { Stripe } from 'stripe'
import { log } from '../log.ts'
import type { Services } from '../services/services.ts'
import { askStripe } from './intent.ts'
import {
  adoptRefund,
  confirmRefund,
  linkRefund,
  lockPaymentOf,
  lockVoucherOf,
  putBack,
  type RefundRow,
  selectDue,
} from './refund-queries.ts'

type Needs = Pick<Services, 'db' | 'stripe' | 'clock' | 'random'>

/** Brings our books up to every refund that Stripe has of a payment, whoever made it. Safe to repeat. */
export async function syncRefunds(services: Needs, intentId: string): Promise<void> {
  const { stripe } = services
  const refunds = await askStripe(() =>
    stripe.refunds.list({ payment_intent: intentId, limit: 100 }).autoPagingToArray({ limit: 1000 }),
  )
  for (const refund of refunds.toReversed()) await applyRefund(services, intentId, refund)
}

/** What Stripe says of one refund, into our books: one batch that has locked the payment. */
export async function applyRefund(
  { db, clock, random }: Needs,
  intentId: string,
  refund: Stripe.Refund,
): Promise<void> {
  const now = clock.now()
  const refundId = refund.metadata?.['refund_id']
  const known = { intentId, stripeRefundId: refund.id, pence: refund.amount, refundId }
  await db.batch({
    payment: lockPaymentOf(intentId),
    voucher: lockVoucherOf(intentId),
    link: linkRefund(known),
    adopt: adoptRefund(known, { refund: random.uuid(), entry: random.uuid() }, now),
    ...outcome(),
  })

  function outcome() {
    if (refund.status === 'succeeded') return { confirm: confirmRefund(refund.id, random.uuid(), now) }
    if (refund.status !== 'failed' && refund.status !== 'canceled') return {}
    return { putBack: putBack({ stripeRefundId: refund.id }, newPutBackIds(random), clinic.email, now) }
  }
}

const newPutBackIds = (random: Needs['random']) => ({
  entries: [random.uuid(), random.uuid()] as [string, string],
  mail: random.uuid(),
})

/**
 * Asks Stripe for a refund that we have written down. `again`: it may have been asked before, so Stripe's own list is
 * read first, since an idempotency key is forgotten after a day.
 */
export async function askRefund(services: Needs, refund: RefundRow & { again?: boolean }): Promise<void> {
  const { stripe, db, clock, random } = services
  if (refund.again) {
    await syncRefunds(services, refund.intentId)
    const [open] = await db.run(selectDue(refund.id))
    if (!open) return
  }
  try {
    const made = await stripe.refunds.create(
      { payment_intent: refund.intentId, amount: refund.pence, metadata: { refund_id: refund.id } },
      { idempotencyKey: refund.id },
    )
    await applyRefund(services, refund.intentId, made)
  } catch (error) {
    // Already refunded, disputed, more than there is: asking again would not help.
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) {
      return await askStripe(() => Promise.reject(error))
    }
    log('error', 'refund refused', { refund: refund.id, code: error.code })
    await db.batch({
      payment: lockPaymentOf(refund.intentId),
      voucher: lockVoucherOf(refund.intentId),
      putBack: putBack({ refundId: refund.id }, newPutBackIds(random), clinic.email, clock.now()),
    })
  }
}
