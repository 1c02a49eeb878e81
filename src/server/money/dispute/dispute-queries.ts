import { sql } from 'kysely'
import { clinic } from '#clinic/current-clinic.ts'
import type { Pence } from '#contract/base/money.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import type { Statement } from '#server/db/db.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import { enqueueEmail } from '#server/email/outbox.ts'
import type { DisputeReading } from '#server/money/dispute/dispute-outcome.ts'
import { boughtBy } from '#server/money/rules/bought-by.ts'
import { LEFT_PENCE } from '#server/money/rules/refundable-pence.ts'
import { IS_CAP } from '#server/vouchers/ledger/cap-balance.ts'
import { reversalCtes } from '#server/vouchers/ledger/reversal.ts'

export interface ListedDispute extends DisputeReading {
  id: string
  pence: Pence
  reason: string
  isInquiry: boolean
}

/** A payment's disputes at Stripe, oldest first. */
export interface DisputeList {
  intentId: string
  /** `dispute_syncs` of the payment when the list was requested. */
  syncs: number
  disputes: ListedDispute[]
}

/**
 * Two CTEs: `disputed` is the payment, unless another list has been applied since; `listed` are its disputes at
 * Stripe.
 */
const listedCtes = ({ intentId, syncs, disputes }: DisputeList) => sql`
  disputed as (
    select * from payment where stripe_payment_intent_id = ${intentId} and dispute_syncs = ${syncs}
  ),
  listed as (
    select disputed.id as payment_id, row.*
    from disputed cross join jsonb_to_recordset(${JSON.stringify(disputes)}::jsonb) as row (
      id text, outcome text, "lostPence" int, pence int, reason text, "isInquiry" boolean
    )
  )`

/** Inserts new disputes. Enqueues an email to the clinic for each open one. */
export const insertDisputes = (listing: DisputeList, now: Date): Statement => sql`
  with ${listedCtes(listing)},
  opened as (${insertRows('dispute', { id: sql`id`, paymentId: sql`payment_id` }, sql`from listed`)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')}),

  email as (${enqueueEmail(
    {
      key: sql`'dispute-opened:' || id`,
      template: 'dispute-opened',
      recipient: clinic.email,
      data: {
        pence: sql`pence`,
        ...boughtBy(sql`listed.payment_id`),
        reference: listing.intentId,
        reason: sql`reason`,
        isInquiry: sql`"isInquiry"`,
      },
      at: now,
    },
    sql`from listed join opened using (id) where outcome is null`,
  )})
  ${recordActivity(
    {
      at: now,
      actor: 'stripe',
      action: 'dispute_opened',
      paymentId: sql`listed.payment_id`,
      voucherId: sql`voucher.id`,
      orderId: sql`orders.id`,
      after: { pence: sql`pence` },
    },
    sql`
      from listed join opened using (id)
        left join gift_voucher voucher on voucher.payment_id = listed.payment_id
        left join orders on orders.payment_id = listed.payment_id`,
  )}`

/** CTE `changed`: the dispute, if its lost amount in our books differs from Stripe's. */
const changedCtes = (listing: DisputeList, { id, lostPence }: ListedDispute) => sql`
  ${listedCtes(listing)},
  changed as (
    select dispute.id, dispute.payment_id
    from disputed join dispute on dispute.payment_id = disputed.id
    where dispute.id = ${id} and dispute.lost_pence <> ${lostPence}
  )`

/** Reverses a dispute's entries on the voucher, before another amount (or none) is deducted. */
export const reverseLoss = (listing: DisputeList, dispute: ListedDispute, now: Date): Statement => sql`
  with ${changedCtes(listing, dispute)},
  ${reversalCtes({
    entries: sql`
      from changed join gift_voucher bought on bought.payment_id = changed.payment_id
        join voucher_entry entry on entry.voucher_id = bought.id and (entry.dispute_id = changed.id or ${IS_CAP})`,
    description: 'Dispute outcome changed',
    now,
  })}
  update gift_voucher voucher set balance_pence = last.balance
  from (select voucher_id, max(balance_after) as balance from reversed group by voucher_id) last
  where voucher.id = last.voucher_id`

/** Deducts a lost dispute's amount from the voucher, or its whole balance if that is less. */
export const deductLoss = (listing: DisputeList, dispute: ListedDispute, now: Date): Statement => sql`
  with ${changedCtes(listing, dispute)},
  taken as (${insertRows(
    'voucherEntry',
    {
      id: sql`gen_random_uuid()`,
      voucherId: sql`voucher.id`,
      kind: 'refund',
      pence: sql`-least(balance_pence, ${dispute.lostPence}::int)`,
      balanceAfter: sql`balance_pence - least(balance_pence, ${dispute.lostPence}::int)`,
      actor: 'stripe',
      description: 'Dispute lost',
      disputeId: sql`changed.id`,
      createdAt: now,
    },
    sql`
      from changed join gift_voucher voucher using (payment_id)
      where balance_pence > 0 and ${dispute.lostPence}::int > 0`,
  ).returning(['voucherId', 'balanceAfter'])})
  update gift_voucher voucher set balance_pence = taken.balance_after from taken where voucher.id = taken.voucher_id`

export const updateLost = (listing: DisputeList): Statement => sql`
  with ${listedCtes(listing)}
  update payment set lost_pence = (select coalesce(sum("lostPence"), 0) from listed) from disputed where payment.id = disputed.id`

/** Returns the voucher if the lost amount of a dispute has changed. */
export const selectChangedVouchers = (listing: DisputeList): Statement<{ id: string }> => sql<{ id: string }>`
  with ${listedCtes(listing)}
  select voucher.id from gift_voucher voucher join disputed on disputed.id = voucher.payment_id
  where exists (select from listed join dispute using (id) where dispute.lost_pence <> listed."lostPence")`

/**
 * Records the outcome of each dispute and enqueues an email to the clinic for each decision. Runs after the voucher's
 * statements, because the email contains its balance.
 *
 * Locks: none, the batch holds them. Writes: `dispute`, `dispute_loss`. Emits: `outbox`, `activity`.
 */
export const updateDisputes = (listing: DisputeList, now: Date): Statement => sql`
  with ${listedCtes(listing)},
  changed as (
    select listed.*, dispute.outcome as former_outcome
    from listed join dispute using (id)
    where (dispute.outcome, dispute.lost_pence) is distinct from (listed.outcome, listed."lostPence")
  ),

  written as (
    update dispute set outcome = changed.outcome, lost_pence = changed."lostPence",
      decided_at = case when changed.outcome is null then null when changed.outcome = dispute.outcome then decided_at else ${now}::timestamptz end
    from changed where dispute.id = changed.id
  ),

  losses as (${insertRows(
    'disputeLoss',
    { disputeId: sql`id`, at: now, pence: sql`pence` },
    sql`
      from (
        select listed.id, "lostPence" - coalesce((select sum(earlier.pence) from dispute_loss earlier where earlier.dispute_id = listed.id), 0) as pence
        from listed join dispute using (id)
      ) moved where pence <> 0`,
  )}),

  decided as (
    select changed.*, voucher.id as voucher_id, orders.id as order_id,
      coalesce(voucher.balance_pence, ${LEFT_PENCE} - coalesce(cancellation.deducted_pence, 0)) as left_pence,
      exists (select from listed other where other.outcome is null)
        or exists (select from fraud_alert where payment_id = payment.id and ended_at is null) as is_frozen,
      cancellation.id is not null as is_cancelled
    from changed join payment on payment.id = changed.payment_id
      left join gift_voucher voucher on voucher.payment_id = payment.id
      left join orders on orders.payment_id = payment.id
      left join cancellation on cancellation.voucher_id = voucher.id or cancellation.order_id = orders.id
    where changed.outcome is distinct from former_outcome and changed.outcome is not null
  ),

  email as (${enqueueEmail(
    {
      key: sql`'dispute-closed:' || id || case when former_outcome is null then '' else ':' || outcome end`,
      template: 'dispute-closed',
      recipient: clinic.email,
      data: {
        pence: sql`pence`,
        ...boughtBy(sql`decided.payment_id`),
        reference: listing.intentId,
        outcome: sql`outcome`,
        isReversal: sql`former_outcome is not null`,
        leftPence: sql`left_pence`,
        isFrozen: sql`is_frozen`,
        isCancelled: sql`is_cancelled`,
      },
      at: now,
    },
    sql`from decided`,
  )})

  ${recordActivity(
    {
      at: now,
      actor: 'stripe',
      action: sql<'dispute_won' | 'dispute_lost'>`'dispute_' || outcome`,
      paymentId: sql`payment_id`,
      voucherId: sql`voucher_id`,
      orderId: sql`order_id`,
      after: { pence: sql`pence` },
    },
    sql`from decided`,
  )}`
