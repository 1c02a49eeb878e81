import { sql } from 'kysely'
import type { AdminCancellation, CancellationStage } from '#contract/purchases/cancellation.ts'
import type { Services } from '#server/clients/services.ts'
import { DomainError } from '#server/domain-error.ts'
import { deriveRefundStatus } from '#server/money/refund/derive-refund-status.ts'
import { confirmRefund, enqueueOrderRefundedEmail } from '#server/money/refund/refund-queries.ts'
import { refundVoucher } from '#server/money/refund/refund-voucher.ts'
import { lockPurchase, paymentOf } from '#server/money/settle/our-intents.ts'
import { FROM_CANCELLATION, STAGE } from '#server/purchases/rules/cancellation-facts.ts'
import { selectCancellations, toAdminCancellation } from '#server/purchases/rules/read-cancellations.ts'

type Deps = Pick<Services, 'db' | 'stripe' | 'clock' | 'random'>

interface Owed {
  stage: CancellationStage
  voucherId: string | null
  /** Null of a voucher sold by telephone. */
  intentId: string | null
}

/** Records that the clinic has paid a cancelled purchase back in another way. A repeat changes nothing. */
export async function recordPaidBack(services: Deps, id: string, actor: string): Promise<AdminCancellation> {
  const { db } = services
  const isIt = sql`cancellation.id = ${id}`
  const [owed] = await db.run(sql<Owed>`
    select ${STAGE} as stage, voucher_id, stripe_payment_intent_id as intent_id ${FROM_CANCELLATION} where ${isIt}`)
  if (!owed) throw new DomainError('not_found', 'We could not find this cancellation.')
  if (owed.stage === 'by_hand') await pay(services, owed, actor)
  else if (owed.stage !== 'settled')
    throw new DomainError('not_active', 'Nothing is to be paid back in another way at the moment.')
  const [cancellation] = await db.run(selectCancellations(isIt))
  return toAdminCancellation(cancellation!)
}

async function pay(services: Deps, { voucherId, intentId }: Owed, actor: string): Promise<void> {
  const { db, clock } = services
  if (intentId === null) {
    await refundVoucher(services, voucherId!, actor)
    return
  }
  const now = clock.now()
  const payment = paymentOf(intentId)
  await db.batch({
    ...lockPurchase(intentId),
    paid: confirmRefund(sql`payment_id = ${payment} and cause = 'by_hand'`, now, actor),
    email: enqueueOrderRefundedEmail(sql`payment.id = ${payment} and refund.cause = 'by_hand'`, now),
    ...deriveRefundStatus(intentId, now),
  })
}
