import { sql } from 'kysely'
import { SUMMARY_TIME } from '#contract/notices/settings.ts'
import type { Services } from '#server/clients/services.ts'
import { inLondon } from '#server/db/london-days.ts'
import { enqueueEmail, OWNER_ADDRESSES } from '#server/email/outbox.ts'
import { FROM_CANCELLATION } from '#server/purchases/rules/cancellation-facts.ts'
import { ledgerByHand, summariseByHand } from '#server/vouchers/ledger/ledger-by-hand.ts'

/** A purchase that was being recorded in the evening must be committed before the summary looks for it. */
const PATIENCE_MINUTES = 5
/** Sales that a summary lists; the rest is counted. */
const LISTED_MAX = 100

const [since, until] = [sql`(select since from period)`, sql`(select until from period)`]

/** Refunds that an admin asked for or made at Stripe, unless they have failed. */
const refundsByHand = sql`
  select distinct on (refund.id) activity.at, case refund.cause when 'dashboard' then 'refund_at_stripe' else 'refund' end,
    refund.pence, payment.currency, activity.actor,
    case when voucher.id is not null then 'vouchers' when orders.id is not null then 'orders' end,
    coalesce(voucher.id, orders.id), coalesce(voucher.number, orders.number)
  from activity
    -- Written in one batch, at the same time.
    join refund on refund.payment_id = activity.payment_id and refund.created_at = activity.at
      and (refund.cause = 'dashboard') = (activity.action = 'refund_made_at_stripe')
    join payment on payment.id = refund.payment_id
    left join gift_voucher voucher on voucher.payment_id = payment.id
    left join orders on orders.payment_id = payment.id
  where activity.at >= ${since} and activity.at < ${until} and action in ('refund_asked', 'refund_made_at_stripe')
    and refund.state <> 'failed'
  order by refund.id`

/** Vouchers that were sent to another address, with what they were worth then. */
const sentElsewhere = sql`
  select activity.at, 'sent_to_new_address', (
      select balance_after from voucher_entry entry
      where entry.voucher_id = voucher.id and entry.created_at <= activity.at order by position desc limit 1
    ), 'gbp', activity.actor, 'vouchers', voucher.id, voucher.number
  from activity
    left join outbox on activity.action = 'mail_resent' and outbox.id = (activity.after ->> 'outbox')::uuid
    join gift_voucher voucher on voucher.id = coalesce(activity.voucher_id, case
      when outbox.template in ('voucher-gift', 'voucher-copy', 'voucher-receipt') then outbox.about
    end)
  where activity.at >= ${since} and activity.at < ${until} and action in ('voucher_resent', 'voucher_reissued', 'address_corrected', 'mail_resent')
    and activity.actor <> 'buyer'
    and activity.after ->> 'corrected' = 'true'`

const exportsAndPublishing = sql`
  select at, action, null::int, null, actor, null, null::uuid, null::int
  from activity where at >= ${since} and at < ${until} and action in ('exported', 'person_exported', 'website_published')`

/** Purchases that were cancelled, by their buyers or by an admin who was told, with what was paid. */
const cancelled = sql`
  select recorded_at, 'cancelled', coalesce(payment.amount_pence, voucher.original_pence), 'gbp', cancellation.actor,
    case when orders.id is null then 'vouchers' else 'orders' end, coalesce(voucher.id, orders.id), coalesce(voucher.number, orders.number)
  ${FROM_CANCELLATION} where recorded_at >= ${since} and recorded_at < ${until}`

const byHand = sql`
  ${ledgerByHand(since, until)}
  union all (${refundsByHand})
  union all ${sentElsewhere}
  union all ${cancelled}
  union all ${exportsAndPublishing}`

/**
 * Enqueues the summary of what was sold and what was done by hand since the last one, once every evening, if there is
 * either. It contains the sales that had no email of their own, so the owner may change the setting at any time. After
 * an outage it covers several days.
 */
export async function enqueueSalesSummary({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  await db.run(sql`
    with evening as (
      select (day - case when clock < day + ${SUMMARY_TIME}::time then 1 else 0 end + ${SUMMARY_TIME}::time) as local
      from (select clock, clock::date as day from (
        select ${inLondon(sql`(${now}::timestamptz - ${PATIENCE_MINUTES} * interval '1 minute')`)} as clock
      ) london) today
    ),
    last as materialized (select summarised_until from settings for update),
    period as materialized (
      select summarised_until as since, ${inLondon(sql`local`)} as until, local::date as day from last, evening
      where summarised_until < ${inLondon(sql`local`)}
    ),
    moved as (update settings set summarised_until = period.until from period),
    sold as (
      select payment.settled_at, payment.amount_pence as pence, coalesce(voucher.id, orders.id) as id,
        coalesce(voucher.number, orders.number) as number, case when orders.id is null then 'voucher' else 'order' end as bought,
        orders.product_name as product, orders.quantity
      from payment left join gift_voucher voucher on voucher.payment_id = payment.id left join orders on orders.payment_id = payment.id
      where effective_at >= ${since} - interval '30 days' and purpose <> 'unknown' and currency = 'gbp' and settled_at >= ${since} and settled_at < ${until}
        and coalesce(voucher.id, orders.id) is not null
        and not exists (select from outbox where key in ('voucher:' || voucher.id || ':voucher-notice', 'order:' || orders.id || ':order-notice'))
    ),
    listed as (select * from sold order by settled_at, id limit ${LISTED_MAX}),
    by_hand as materialized (${summariseByHand(byHand)}),
    summary as (
      select day, (select count(*)::int from sold) as count, (select coalesce(sum(pence), 0)::int from sold) as pence, (
        select coalesce(jsonb_agg(jsonb_build_object('bought', bought, 'id', id, 'number', number, 'pence', pence,
          'product', product, 'quantity', quantity) order by settled_at, id), '[]')
        from listed
      ) as sales, by_hand.count as by_hand_count, entries
      from period, by_hand
    )
    ${enqueueEmail(
      {
        key: sql`'sales-summary:' || day || suffix`,
        template: 'sales-summary',
        recipient: sql`address`,
        data: {
          day: sql`day`,
          pence: sql`pence`,
          count: sql`count`,
          sales: sql`sales`,
          byHand: sql`jsonb_build_object('count', by_hand_count, 'entries', entries)`,
        },
        at: now,
      },
      sql`from summary, ${OWNER_ADDRESSES} where count > 0 or by_hand_count > 0`,
    )}`)
}
