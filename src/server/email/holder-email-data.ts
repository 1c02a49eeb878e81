import { sql, type RawBuilder } from 'kysely'
import * as v from 'valibot'
import type { EmailLoad } from '#server/email/email-layout.ts'
import { HOLDER_ADDRESS, HOLDER_OF, LAST_DAY } from '#server/vouchers/rules/voucher-facts.ts'

const PenceSchema = v.pipe(v.number(), v.integer())
const DaySchema = v.pipe(v.string(), v.isoDate())

/** Outbox data of the emails to the holder of a voucher. */
export const HolderEmailSchema = v.object({
  voucherCode: v.pipe(v.string(), v.regex(/^[0-9A-Z]+$/)),
  recipientName: v.string(),
  buyerName: v.nullable(v.string()),
  /** Whether it goes to the buyer, because the voucher names no address of the recipient. What is left is not theirs to know. */
  isForBuyer: v.boolean(),
  /** The voucher's id, for the link that shows each use; null if no such link exists (`HOLDER_OF`). */
  holderOf: v.nullish(v.pipe(v.string(), v.uuid())),
  pence: PenceSchema,
  /** Last valid day. */
  lastDay: DaySchema,
})

export const HOLDER_FACTS = {
  voucherCode: sql`voucher.code`,
  recipientName: sql`voucher.recipient_name`,
  buyerName: sql`voucher.buyer_name`,
  isForBuyer: sql`voucher.recipient_email is null`,
  holderOf: HOLDER_OF,
  pence: sql`voucher.balance_pence`,
}

/** Reads the holder's voucher under a condition. The last day is that of the event, and still must be. */
export const loadHeld = (
  condition: RawBuilder<boolean>,
): EmailLoad<Exclude<keyof typeof HolderEmailSchema.entries, 'lastDay'>> => ({
  recipient: HOLDER_ADDRESS,
  data: HOLDER_FACTS,
  from: sql`
    from gift_voucher voucher
    where voucher.id = outbox.about and (outbox.data ->> 'lastDay')::date = ${LAST_DAY} and ${condition}`,
})

/** Adds the uses that it tells of, from the first one on. Their ids are kept with it. */
export const UsedEmailSchema = v.object({
  ...HolderEmailSchema.entries,
  first: v.optional(v.string()),
  entries: v.unknown(),
  uses: v.pipe(v.array(v.object({ day: DaySchema, pence: PenceSchema })), v.minLength(1)),
})

/** Adds the id of the voucher, for the link that ends reminders. */
export const ReminderEmailSchema = v.object({
  ...HolderEmailSchema.entries,
  voucher: v.pipe(v.string(), v.uuid()),
})
