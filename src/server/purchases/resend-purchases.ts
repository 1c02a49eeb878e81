import { sql } from 'kysely'
import type { Services } from '#server/clients/services.ts'
import { countRequest, takeTurn, type RateLimitResult } from '#server/db/rate-limit.ts'
import { enqueueEmail } from '#server/email/outbox.ts'
import { isHeld } from '#server/purchases/find-purchase.ts'
import { RATE_LIMITS } from '#server/rate-limits.ts'
import { recipientKey } from '#server/recipient-key.ts'

/** Purchases whose receipts are sent again at a time. */
const RESENT_MAX = 3

/** SQL condition: the last receipt has left and did not come back. One that waits need not be sent twice. */
const HAS_ARRIVED = sql`(
  select outbox.sent_at is not null and outbox.bounced_at is null from outbox
  where outbox.about = purchase.id and outbox.template = purchase.template order by outbox.created_at desc limit 1)`

interface Receipt {
  bought: 'voucher' | 'order'
  id: string
}

/**
 * Emails the receipts of the last purchases of an address there again, once a day. Not while the link changes nothing,
 * because the clinic has corrected the address. Runs after the response, which does not tell whether there is one.
 */
export async function resendPurchases(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  email: string,
): Promise<void> {
  const now = clock.now()
  const [daily] = await db.run(
    sql<RateLimitResult>`${countRequest({ ...RATE_LIMITS.resendPurchasesTo, key: recipientKey(email) }, now)}`,
  )
  if (!daily?.admitted) return
  const receipts = await db.run(sql<Receipt>`
    select bought, id from (
      select 'voucher' as bought, 'voucher-receipt' as template, id, issued_at as at from gift_voucher voucher
      where buyer_email = ${email} and payment_id is not null and not ${isHeld(now)}
      union all
      select 'order', 'order-confirmation', id, placed_at from orders
      where email = ${email} and not ${isHeld(now, sql`activity.order_id = orders.id`)}
    ) purchase
    where ${HAS_ARRIVED} order by at desc, id limit ${RESENT_MAX}`)
  for (const receipt of receipts) await db.run(sendAgain(receipt, now))
}

/** Enqueues one, when there is room among the confirmations to everybody. Its address is read when it leaves. */
function sendAgain({ bought, id }: Receipt, now: Date) {
  const template = bought === 'voucher' ? 'voucher-receipt' : 'order-confirmation'
  const key = `${bought}:${id}:${template}:${now.getTime()}`
  const turn = takeTurn(
    { ...RATE_LIMITS.confirmations, key: 'all' },
    now,
    sql`where not exists (select from outbox where key = ${key})`,
  )
  return sql`
    with turn as (${turn})
    ${enqueueEmail({ key, template, data: {}, at: now, dueAt: sql`turn.at` }, sql`from turn`)}`
}
