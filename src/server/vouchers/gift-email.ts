import { sql, type RawBuilder } from 'kysely'
import type { AdminVoucher } from '#contract/admin-vouchers.ts'

type GiftEmail = NonNullable<AdminVoucher['giftEmail']>

export interface GiftEmailRow {
  giftState: GiftEmail['state'] | null
  giftAt: Date | null
}

/** Joins the first email with the voucher, which has none if it goes to the buyer. */
export const JOIN_GIFT_EMAIL = sql`left join outbox gift on gift.key = 'voucher:' || voucher.id || ':voucher-gift'`

/** SQL expressions: where the gift email is, and when it is due, was sent or failed. */
export const GIFT_EMAIL = (now: Date) => sql`
  case when gift.sent_at is not null then 'sent' when gift.withdrawn_at is not null then 'withdrawn'
    when gift.failed_at is not null then 'failed' when gift.claimed_until > ${now} then 'sending'
    when gift.id is not null then 'waiting' end as gift_state,
  coalesce(gift.sent_at, gift.failed_at, gift.due_at) as gift_at`

export const toGiftEmail = ({ giftState, giftAt }: GiftEmailRow): GiftEmail | undefined =>
  giftState
    ? {
        state: giftState,
        ...(giftAt && ['waiting', 'sent', 'failed'].includes(giftState) && { at: giftAt.toISOString() }),
      }
    : undefined

/** SQL expression: when a gift email is due, at once or at nine o'clock in London on the chosen day. */
export const dueAt = (sendOn: RawBuilder<unknown>, now: Date) =>
  sql`greatest(${now}::timestamptz, (${sendOn} + time '09:00') at time zone 'Europe/London')`
