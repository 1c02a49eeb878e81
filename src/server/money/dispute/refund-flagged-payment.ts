import { sql } from 'kysely'
import { formatPounds, type Pence } from '#contract/base/money.ts'
import type { RefundState } from '#contract/money/refunds.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import type { Services } from '#server/clients/services.ts'
import { query, type Statement } from '#server/db/db.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import { DomainError } from '#server/domain-error.ts'
import { deriveFreeze } from '#server/money/dispute/derive-freeze.ts'
import { amountChangedError, requireAccepted, tryRequestRefund } from '#server/money/refund/apply-refund.ts'
import { deriveRefundStatus } from '#server/money/refund/derive-refund-status.ts'
import { getHeldAtStripe } from '#server/money/refund/held-at-stripe.ts'
import { selectRefundState, type RefundRow } from '#server/money/refund/refund-queries.ts'
import { LEFT_PENCE } from '#server/money/rules/refundable-pence.ts'
import { lockPurchase } from '#server/money/settle/our-intents.ts'
import { insertRefundEntries } from '#server/vouchers/ledger/insert-refund-entries.ts'

type Deps = Pick<Services, 'db' | 'stripe' | 'clock' | 'random'>

interface FlaggedRefundRequest {
  paymentId: string
  intentId: string
  actor: string
  expectedPence: Pence | undefined
}

/**
 * Refunds the whole refundable amount of a payment with an open warning or review, and ends its voucher. The redeemed
 * part of the voucher is refunded too, because the card may be stolen.
 */
export async function refundFlaggedPayment(
  services: Deps,
  request: FlaggedRefundRequest,
): Promise<{ refundedPence: Pence; state: RefundState }> {
  const { db, stripe, clock, random } = services
  const { intentId, expectedPence } = request
  const heldPence = await getHeldAtStripe(stripe, intentId)
  const id = random.uuid()
  const { left, inserted } = await db.batch({
    ...lockPurchase(intentId),
    left: selectLeft(intentId, heldPence),
    inserted: insertRefund(request, heldPence, id, clock.now()),
    frozen: deriveFreeze(intentId),
    ...deriveRefundStatus(intentId, clock.now()),
  })
  const [refund] = inserted
  if (!refund) throw refusalOf(left[0]?.pence ?? 0, expectedPence)
  await tryRequestRefund(services, { ...refund, intentId, stripeRefundId: null })
  return {
    refundedPence: refund.pence,
    state: requireAccepted(await db.run(selectRefundState(refund.id))),
  }
}

function refusalOf(pence: Pence, expectedPence: Pence | undefined): DomainError {
  if (pence > 0 && expectedPence !== undefined && expectedPence !== pence) return amountChangedError(pence)
  return pence > 0
    ? new DomainError(
        'changed_meanwhile',
        `This payment has just changed. There is now £${formatPounds(pence)} left to refund.`,
      )
    : new DomainError(
        'not_active',
        'There is nothing left to refund on this payment. If it is disputed, the bank will decide.',
      )
}

const selectLeft = (intentId: string, heldPence: Pence) =>
  query
    .selectFrom('payment')
    .select(sql<Pence>`least(${heldPence}::int, ${LEFT_PENCE})`.as('pence'))
    .where('stripePaymentIntentId', '=', intentId)

/**
 * Inserts the refund and empties the voucher. Voucher and order are frozen, because an alert is open, so their former
 * status in `disputed_from` changes.
 *
 * Locks: none, the batch holds them. Writes: `refund`, `fraud_alert`, `gift_voucher`, `voucher_entry`. Emits:
 * `activity`.
 */
const insertRefund = (
  { paymentId, expectedPence, actor }: FlaggedRefundRequest,
  heldPence: Pence,
  id: string,
  now: Date,
): Statement<Pick<RefundRow, 'id' | 'pence'>> => sql<Pick<RefundRow, 'id' | 'pence'>>`
  with alerted as (
    select payment.id, least(${heldPence}::int, ${LEFT_PENCE}) as pence, ${heldPence}::int >= ${LEFT_PENCE} as is_all,
      voucher.id as voucher_id, voucher.balance_pence, orders.id as order_id
    from payment
      left join gift_voucher voucher on voucher.payment_id = payment.id
      left join orders on orders.payment_id = payment.id
    where payment.id = ${paymentId} and exists (select from fraud_alert where payment_id = payment.id and ended_at is null)
  ),

  begun as (
    select * from alerted where pence > 0 and pence = coalesce(${expectedPence ?? null}::int, pence)
  ),

  inserted as (${insertRows(
    'refund',
    {
      id,
      paymentId: sql`id`,
      pence: sql`pence`,
      cause: sql`case when voucher_id is not null then 'voucher' when order_id is not null then 'order' else 'nothing_to_give' end`,
      state: 'due',
      createdAt: now,
    },
    sql`from begun`,
  ).returning(['id', 'pence'])}),

  answered as (
    update fraud_alert set outcome = 'refunded', ended_at = ${now}, refund_id = ${id}
    from begun where payment_id = begun.id and ended_at is null
  ),

  share as (
    select voucher_id, is_all, balance_pence, least(balance_pence, pence) as taken from begun where voucher_id is not null
  ),

  voucher as (
    update gift_voucher voucher
    set balance_pence = 0,
      disputed_from = case when disputed_from = 'active' or (is_all and disputed_from in ('spent', 'expired')) then 'refunding' else disputed_from end
    from share where voucher.id = voucher_id and voucher.status = 'disputed'
  ),

  entries as (${insertRefundEntries(
    sql`select voucher_id, taken as refunded, balance_pence - taken as cancelled, 0 as rest from share`,
    { refundId: id, actor },
    now,
  )}),

  activity_entry as (${recordActivity(
    {
      at: now,
      actor,
      action: 'refund_asked',
      paymentId: sql`id`,
      voucherId: sql`voucher_id`,
      orderId: sql`order_id`,
      after: { pence: sql`pence` },
    },
    sql`from begun`,
  )})

  select id, pence from inserted
  -- Of this statement, sent before.
  union select id, pence from refund where id = ${id}`
