import { sql } from 'kysely'
import { clinic } from '#content/clinic.ts'
import { SUMMARY_TIME } from '#contract/settings.ts'
import type { Services } from '#server/clients/services.ts'
import { enqueueEmail } from '#server/email/outbox.ts'

/** A purchase that was being recorded in the evening must be committed before the summary looks for it. */
const PATIENCE_MINUTES = 5
/** Sales that a summary lists; the rest is counted. */
const LISTED_MAX = 100

/**
 * Enqueues the summary of the sales since the last one, once every evening, if there are any. It contains those that
 * had no email of their own, so the owner may change the setting at any time. After an outage it covers several days.
 */
export async function enqueueSalesSummary({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  await db.run(sql`
    with evening as (
      select (day - case when clock < day + ${SUMMARY_TIME}::time then 1 else 0 end + ${SUMMARY_TIME}::time) as local
      from (select clock, clock::date as day from (
        select (${now}::timestamptz - ${PATIENCE_MINUTES} * interval '1 minute') at time zone 'Europe/London' as clock
      ) london) today
    ),
    last as materialized (select summarised_until from settings for update),
    period as materialized (
      select summarised_until as since, local at time zone 'Europe/London' as until, local::date as day from last, evening
      where summarised_until < local at time zone 'Europe/London'
    ),
    moved as (update settings set summarised_until = period.until from period),
    sold as (
      select payment.settled_at, payment.amount_pence as pence, coalesce(voucher.id, orders.id) as id,
        coalesce(voucher.number, orders.number) as number, case when orders.id is null then 'voucher' else 'order' end as bought,
        orders.product_name as product, orders.quantity
      from payment left join gift_voucher voucher on voucher.payment_id = payment.id left join orders on orders.payment_id = payment.id
      where paid_at >= (select since from period) - interval '30 days'
        and settled_at >= (select since from period) and settled_at < (select until from period)
        and coalesce(voucher.id, orders.id) is not null
        and not exists (select from outbox where key in ('voucher:' || voucher.id || ':voucher-notice', 'order:' || orders.id || ':order-notice'))
    ),
    listed as (select * from sold order by settled_at, id limit ${LISTED_MAX}),
    summary as (
      select day, (select count(*)::int from sold) as count, (select sum(pence)::int from sold) as pence, (
        select jsonb_agg(jsonb_build_object('bought', bought, 'id', id, 'number', number, 'pence', pence, 'product', product,
          'quantity', quantity) order by settled_at, id)
        from listed
      ) as sales
      from period
    )
    ${enqueueEmail(
      {
        key: sql`'sales-summary:' || day`,
        template: 'sales-summary',
        recipient: clinic.email,
        data: { day: sql`day`, pence: sql`pence`, count: sql`count`, sales: sql`sales` },
        at: now,
      },
      sql`from summary where count > 0`,
    )}`)
}
