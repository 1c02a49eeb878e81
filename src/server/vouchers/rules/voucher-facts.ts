import { sql, type RawBuilder } from 'kysely'
import type { voucherStatuses } from '#contract/base/statuses.ts'
import { inLondon, londonDayOf } from '#server/db/london-days.ts'

// SQL expressions on `gift_voucher voucher`.

/** Where the voucher goes, to its recipient or to the buyer who prints it. Null for one on paper. */
export const GIFT_ADDRESS = sql`(
  case voucher.deliver_to when 'recipient' then voucher.recipient_email when 'buyer' then voucher.buyer_email end)`

/** The recipient's address, or the buyer's if the voucher names none of the recipient. '' once erased. */
export const HOLDER_ADDRESS = sql`coalesce(voucher.recipient_email, voucher.buyer_email)`

/**
 * The id of a voucher whose emails have a link that shows each use; else null. Nobody knows who has one on paper or from
 * another system, and one for printing goes to its giver.
 */
export const HOLDER_OF = sql`(
  case when voucher.deliver_to = 'recipient' and voucher.recipient_email <> '' and voucher.paid_by <> 'imported' then voucher.id end)`

/** A code as it is compared: people misread I and L as 1, and O as 0. */
export const asCompared = (code: RawBuilder<unknown> | string) =>
  sql<string>`translate(${code}, 'ILO', '110')`

/** The last valid day in London. */
export const LAST_DAY = sql<string>`(${londonDayOf(sql`voucher.expires_at`)} - 1)`

/** The status; of one past its last valid day `expired`, even before the hourly job has recorded that. */
export const statusAt = (now: Date) => sql<(typeof voucherStatuses)[number]>`
  case when voucher.status = 'active' and voucher.expires_at <= ${now} then 'expired' else voucher.status end`

/** Condition: it can be redeemed. */
export const isUsable = (now: Date) =>
  sql<boolean>`(voucher.status = 'active' and voucher.expires_at > ${now})`

/** Condition: a refund can empty it. That of a cancelled purchase has ended before it is refunded. */
export const isRefundable = (now: Date) => sql<boolean>`(${isUsable(now)}
  or voucher.status = 'refunding' and voucher.balance_pence > 0
    and exists (select from cancellation where cancellation.voucher_id = voucher.id))`

type Time = Date | RawBuilder<unknown>

/** Nine o'clock in London on a day. */
export const sendingTime = (sendOn: RawBuilder<unknown>) => inLondon(sql`(${sendOn} + time '09:00')`)

/** A day whose sending time is still to come, else null. */
export const dayAhead = (sendOn: RawBuilder<unknown>, now: Time) =>
  sql<string | null>`case when ${sendingTime(sendOn)} > ${now} then ${sendOn} end`
