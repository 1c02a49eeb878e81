import { sql } from 'kysely'
import type { Services } from '#server/clients/services.ts'
import { countRequest, requireWithinLimit, takeTurn, type RateLimitResult } from '#server/db/rate-limit.ts'
import { enqueueEmail } from '#server/email/outbox.ts'
import { RATE_LIMITS } from '#server/rate-limits.ts'
import { recipientKey } from '#server/recipient-key.ts'
import { JOIN_GIFT_EMAIL } from '#server/vouchers/giving/gift-email.ts'
import { GIFT_ADDRESS, isUsable } from '#server/vouchers/rules/voucher-facts.ts'

type Deps = Pick<Services, 'db' | 'clock'>

/** Vouchers that are sent again at a time. */
const RESENT_MAX = 3

/** Throws `too_many_requests` if somebody asks too often, for whatever address. */
export async function countResend({ db, clock }: Deps, addressKey: string): Promise<void> {
  const now = clock.now()
  const [result] = await db.run(countRequest({ ...RATE_LIMITS.resendHeld, key: addressKey }, now))
  requireWithinLimit(result, now)
}

/**
 * SQL condition on `voucher` and `gift`: the last email with it has left to the address, did not come back, and had the
 * present code. Retention clears the text, and a new code has a new email.
 */
const CAN_LEAVE_AGAIN = sql`
  gift.sent_at is not null and gift.bounced_at is null and (gift.data is null or gift.data ->> 'voucherCode' = voucher.code)`

/**
 * Emails the active vouchers that went to an address there again, unchanged, once a day. Runs after the response, which
 * does not tell whether there is one.
 */
export async function resendHeldVouchers({ db, clock }: Deps, email: string): Promise<void> {
  const now = clock.now()
  const [daily] = await db.run(
    sql<RateLimitResult>`${countRequest({ ...RATE_LIMITS.resendHeldTo, key: recipientKey(email) }, now)}`,
  )
  if (!daily?.admitted) return
  const vouchers = await db.run(sql<{ id: string }>`
    select voucher.id from gift_voucher voucher ${JOIN_GIFT_EMAIL}
    where (voucher.recipient_email = ${email} or voucher.buyer_email = ${email}) and ${GIFT_ADDRESS} = ${email}
      and ${isUsable(now)} and ${CAN_LEAVE_AGAIN}
    order by voucher.issued_at desc, voucher.id limit ${RESENT_MAX}`)
  for (const { id } of vouchers) await db.run(sendAgain(id, email, now))
}

/** Enqueues one, when there is room among the confirmations to everybody. */
function sendAgain(id: string, email: string, now: Date) {
  const key = `voucher:${id}:voucher-gift:${now.getTime()}`
  const turn = takeTurn(
    { ...RATE_LIMITS.confirmations, key: 'all' },
    now,
    sql`
      from gift_voucher voucher ${JOIN_GIFT_EMAIL}
      where voucher.id = ${id} and ${GIFT_ADDRESS} = ${email} and ${isUsable(now)} and ${CAN_LEAVE_AGAIN}
        and not exists (select from outbox where key = ${key})`,
  )
  return sql`
    with turn as (${turn})
    ${enqueueEmail(
      {
        key,
        template: 'voucher-gift',
        data: { replaces: false },
        at: now,
        dueAt: sql`turn.at`,
      },
      sql`from turn`,
    )}`
}
