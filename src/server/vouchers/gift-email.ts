import { sql, type RawBuilder } from 'kysely'
import type { GiftEmail } from '#contract/statuses.ts'

export interface GiftEmailRow {
  giftState: GiftEmail['state'] | null
  giftAt: Date | null
  giftSince: Date | null
}

/** SQL condition: `outbox` is an email with the voucher. Its words are those of an index. */
export const IS_GIFT_EMAIL = sql`outbox.template = 'voucher-gift' and split_part(outbox.key, ':', 2) = voucher.id::text`

/** SQL expression: where the voucher goes, to its recipient or to the buyer who prints it. */
export const GIFT_ADDRESS = sql`coalesce(voucher.recipient_email, voucher.buyer_email)`

/**
 * Joins the last email with the voucher to its present address. Retention blanks addresses; the last email of all went to
 * the present one.
 */
export const JOIN_GIFT_EMAIL = sql`left join lateral (
  select * from outbox where ${IS_GIFT_EMAIL} and outbox.recipient in (${GIFT_ADDRESS}, '')
  order by outbox.created_at desc limit 1
) gift on true`

/** SQL expressions: where the gift email is, when it is due, was sent or failed, and since when it waits. */
export const GIFT_EMAIL = (now: Date) => sql`
  case when gift.sent_at is not null then 'sent' when gift.withdrawn_at is not null then 'withdrawn'
    when gift.failed_at is not null then 'failed' when gift.claimed_until > ${now} then 'sending'
    when gift.id is not null then 'waiting' end as gift_state,
  coalesce(gift.sent_at, gift.failed_at, gift.due_at) as gift_at,
  case when gift.attempts > 0 then greatest(gift.created_at, ${sendingTime(sql`voucher.send_on`)})
    when gift.due_at <= ${now} then gift.due_at end as gift_since`

export const toGiftEmail = ({ giftState, giftAt, giftSince }: GiftEmailRow): GiftEmail | undefined =>
  giftState
    ? {
        state: giftState,
        ...(giftAt && ['waiting', 'sent', 'failed'].includes(giftState) && { at: giftAt.toISOString() }),
        ...(giftSince && giftState === 'waiting' && { since: giftSince.toISOString() }),
      }
    : undefined

/** SQL expression: nine o'clock in London on a day. */
export const sendingTime = (sendOn: RawBuilder<unknown>) =>
  sql`((${sendOn} + time '09:00') at time zone 'Europe/London')`

/** SQL expression: when a gift email is due, at once or on the chosen day. */
export const dueAt = (sendOn: RawBuilder<unknown>, now: Date) =>
  sql`greatest(${now}::timestamptz, ${sendingTime(sendOn)})`
