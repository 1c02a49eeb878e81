import type { Stripe } from 'stripe'
import type { Services } from '#server/clients/services.ts'
import { query, type Statement } from '#server/db/db.ts'
import { log } from '#server/log.ts'
import { deriveFreeze } from '#server/money/dispute/derive-freeze.ts'
import { isKnownStatus, readDispute } from '#server/money/dispute/dispute-outcome.ts'
import {
  deductLoss,
  insertDisputes,
  reverseLoss,
  selectChangedVouchers,
  updateDisputes,
  updateLost,
  type DisputeList,
  type ListedDispute,
} from '#server/money/dispute/dispute-queries.ts'
import { deriveRefundStatus } from '#server/money/refund/derive-refund-status.ts'
import { reviseOwed } from '#server/money/refund/revise-owed.ts'
import { callStripe, idOf } from '#server/money/settle/intent.ts'
import { lockPurchase } from '#server/money/settle/our-intents.ts'
import { settlePayment } from '#server/money/settle/settle-payment.ts'
import { deriveVoucherStatus } from '#server/vouchers/ledger/derive-voucher-status.ts'

type Deps = Pick<Services, 'db' | 'stripe' | 'clock' | 'random'>

/**
 * Brings our books in line with all disputes of a payment at Stripe: freezes it while any is open, and deducts what
 * lost ones have taken. Safe to repeat, and independent of the order of their events.
 */
export async function syncDisputes(services: Deps, intentId: string): Promise<void> {
  const { db, stripe, clock } = services
  // The event of a dispute may arrive before the event of its payment.
  await settlePayment(services, intentId)
  const [payment] = await db.run(selectSyncs(intentId))
  if (!payment) return
  const disputes = await callStripe(() =>
    stripe.disputes.list({ payment_intent: intentId, limit: 100 }).autoPagingToArray({ limit: 1000 }),
  )
  const list: DisputeList = {
    intentId,
    syncs: payment.syncs,
    disputes: disputes.toReversed().map((dispute) => toListedDispute(dispute)),
  }
  const now = clock.now()
  const { done } = await db.batch({
    ...lockPurchase(intentId),
    inserted: insertDisputes(list, now),
    ...moveBalance(),
    lost: updateLost(list),
    ...reviseOwed(intentId, now, list.disputes.findLast(({ lostPence }) => lostPence > 0)?.id),
    voucherStatus: deriveVoucherStatus(selectChangedVouchers(list)),
    updated: updateDisputes(list, now),
    frozen: deriveFreeze(intentId),
    ...deriveRefundStatus(intentId, now),
    done: countSync(list),
  })
  // Another list was applied since this one was requested, and may be newer.
  if (done.length === 0) await syncDisputes(services, intentId)

  function moveBalance(): Record<string, Statement> {
    const pairs = list.disputes.flatMap((dispute) => [
      [`reversed ${dispute.id}`, reverseLoss(list, dispute, now)] as const,
      [`taken ${dispute.id}`, deductLoss(list, dispute, now)] as const,
    ])
    return Object.fromEntries(pairs)
  }
}

function toListedDispute(dispute: Stripe.Dispute): ListedDispute {
  const { id, status, amount, reason } = dispute
  if (!isKnownStatus(status))
    log('error', 'dispute status not known', { dispute: id, intent: idOf(dispute.payment_intent), status })
  return {
    ...readDispute(dispute),
    id,
    pence: amount,
    reason,
    isInquiry: status.startsWith('warning_'),
  }
}

const selectSyncs = (intentId: string) =>
  query.selectFrom('payment').select('disputeSyncs as syncs').where('stripePaymentIntentId', '=', intentId)

const countSync = ({ intentId, syncs }: DisputeList) =>
  query
    .updateTable('payment')
    .set({ disputeSyncs: syncs + 1 })
    .where('stripePaymentIntentId', '=', intentId)
    .where('disputeSyncs', '=', syncs)
    .returning('id')
