import { sql, type RawBuilder } from 'kysely'

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

/** The last valid day in London. */
export const LAST_DAY = sql`((voucher.expires_at at time zone 'Europe/London')::date - 1)`

type Time = Date | RawBuilder<unknown>

/** Nine o'clock in London on a day. */
export const sendingTime = (sendOn: RawBuilder<unknown>) =>
  sql`((${sendOn} + time '09:00') at time zone 'Europe/London')`

/** A day whose sending time is still to come, else null. */
export const dayAhead = (sendOn: RawBuilder<unknown>, now: Time) =>
  sql<string | null>`case when ${sendingTime(sendOn)} > ${now} then ${sendOn} end`
