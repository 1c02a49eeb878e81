import * as v from 'valibot'

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

/** Adds the uses that it tells of. Their ids only serve the trigger that keeps them true. */
export const UsedEmailSchema = v.object({
  ...HolderEmailSchema.entries,
  entries: v.unknown(),
  uses: v.pipe(v.array(v.object({ day: DaySchema, pence: PenceSchema })), v.minLength(1)),
})

/** Adds the id of the voucher, for the link that ends reminders. */
export const ReminderEmailSchema = v.object({
  ...HolderEmailSchema.entries,
  voucher: v.pipe(v.string(), v.uuid()),
})
