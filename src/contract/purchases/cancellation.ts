import * as v from 'valibot'
import { AmountSchema } from '#contract/base/amounts.ts'
import { defineEndpoint } from '#contract/base/endpoint.ts'
import { IdParamsSchema, IdSchema } from '#contract/base/ids.ts'
import { PoundsSchema } from '#contract/base/money.ts'
import { ChosenDaySchema } from '#contract/base/send-date.ts'
import { OptionalLineSchema } from '#contract/base/text.ts'

const TimeSchema = v.pipe(v.string(), v.isoTimestamp())
const DaySchema = v.pipe(v.string(), v.isoDate())

/** How long a purchase can be cancelled. The first day does not count: https://www.legislation.gov.uk/uksi/2013/3134/regulation/30 */
export const CANCEL_DAYS = 14
/** Within so many days of the notice goods come back, and money is paid back. */
export const RETURN_DAYS = 14

/**
 * What a cancelled purchase waits for. `frozen`: the end of a dispute, warning or review; `at_counter`: whether the goods are
 * still in the clinic; `goods`: them to come back; `posted`: the same, the buyer has shown that they are posted; `refunding`:
 * Stripe; `by_hand`: the clinic to pay in another way; `settled`: nothing.
 */
export const cancellationStages = [
  'frozen',
  'at_counter',
  'goods',
  'posted',
  'refunding',
  'by_hand',
  'settled',
] as const

export type CancellationStage = (typeof cancellationStages)[number]

/** A cancellation as its buyer sees it. Days in London. */
export const CancellationSchema = v.object({
  /** When the notice came. */
  at: TimeSchema,
  stage: v.picklist(cancellationStages),
  /** Paid back, or to be. Missing while it is frozen: what a bank takes is known only then. */
  amount: v.optional(AmountSchema),
  /** The last day for paying back. Missing once it is settled, and until the clinic has the goods or proof of posting. */
  payBy: v.optional(DaySchema),
  /** The last day for sending the goods back, while they are out. */
  goodsBy: v.optional(DaySchema),
  /** Kept back of the price for handling beyond what a shop allows, and why. */
  deducted: v.optional(AmountSchema),
  deductionReason: v.optional(v.string()),
})

export type Cancellation = v.InferOutput<typeof CancellationSchema>

/** A cancellation in the portal. */
export const AdminCancellationSchema = v.object({
  ...CancellationSchema.entries,
  id: IdSchema,
  /** The day on which the buyer sent the notice. */
  sentOn: DaySchema,
  /** A person's name, or a label such as the buyer. */
  by: v.string(),
})

export type AdminCancellation = v.InferOutput<typeof AdminCancellationSchema>

export const RecordedNoticeSchema = v.object({ sentOn: ChosenDaySchema })

/**
 * Records a notice that came by post, telephone or message. `:id` is the voucher's or order's. The day on which it was sent
 * decides whether it is in time. A repeat returns the cancellation that there is.
 */
export const recordCancellationEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/records/:id/cancellation',
  access: 'admin',
  role: 'owner',
  stepUp: true,
  params: IdParamsSchema,
  body: RecordedNoticeSchema,
  reply: AdminCancellationSchema,
})

const AMOUNT_SENTENCE = 'Please enter an amount in pounds'

export const GoodsSchema = v.pipe(
  v.object({
    what: v.picklist(['back', 'posted'], 'Please choose what happened'),
    on: ChosenDaySchema,
    /** Of the goods' price, when they are back. */
    deduct: v.optional(
      PoundsSchema({
        min: 0,
        max: 99_999_999,
        invalid: AMOUNT_SENTENCE,
        tooSmall: AMOUNT_SENTENCE,
        tooLarge: 'Please enter no more than the price of the goods',
      }),
      '0.00',
    ),
    /** The buyer reads it. */
    reason: v.optional(OptionalLineSchema(300)),
  }),
  v.forward(
    v.partialCheck(
      [['deduct'], ['reason']],
      ({ deduct, reason }) => deduct === 0 || reason !== undefined,
      'Please say why, for the buyer to read',
    ),
    ['reason'],
  ),
)

/**
 * Records that the goods of a cancelled order are back, which pays its buyer back, or that the buyer has shown that they are
 * posted, from when the 14 days for paying back count. A repeat changes nothing.
 */
export const recordGoodsEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/cancellations/:id/goods',
  access: 'admin',
  /** Staff record that the goods never left; a look at what came back is the owner's. */
  role: ({ what, deduct }) => (what === 'back' && deduct === 0 ? 'staff' : 'owner'),
  stepUp: ({ deduct }) => deduct > 0,
  params: IdParamsSchema,
  body: GoodsSchema,
  reply: AdminCancellationSchema,
})

/** Records that the clinic has paid a cancelled purchase back in another way. A repeat changes nothing. */
export const recordPaidBackEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/cancellations/:id/paid-back',
  access: 'admin',
  role: 'owner',
  params: IdParamsSchema,
  body: v.undefined(),
  reply: AdminCancellationSchema,
})
