import * as v from 'valibot'
import { AdminVoucherSchema, VoucherDetailSchema, VoucherEntrySchema } from '#contract/admin-vouchers.ts'
import { AmountSchema } from '#contract/amounts.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { IdParamsSchema, IdSchema, RequestIdSchema } from '#contract/ids.ts'
import { longPounds, PoundsSchema, type Pence } from '#contract/money.ts'
import { ExpectedAmountSchema } from '#contract/refunds.ts'
import { OptionalSendOnSchema, SendOnSchema } from '#contract/send-date.ts'
import {
  EmailSchema,
  LineSchema,
  MessageSchema,
  NAME_MAX,
  OptionalEmailSchema,
  OptionalLineSchema,
} from '#contract/text.ts'
import { isGeneratedCode, readSimilarLetters, readVoucherCode } from '#contract/voucher-code.ts'
import { VOUCHER_MAX, VOUCHER_MESSAGE_MAX } from '#contract/vouchers.ts'

export const ADJUST_MAX = 50_000
/** Maximum balance after an adjustment. Only a failed refund, reversed after a later adjustment, can exceed it. */
export const BALANCE_MAX = 100_000
export const GENERATE_MIN = 1000
export const ENTRY_DESCRIPTION_MAX = 200
export const NOTES_MAX = 1000
/** Latest expiry date, in years from today. */
export const EXTEND_YEARS = 5

/** Gives '' and a missing key the error message of an empty field. */
const required = <Schema extends v.GenericSchema<string | number, number>>(
  sentence: string,
  schema: Schema,
) =>
  v.pipe(
    v.optional(v.unknown(), ''),
    v.check((amount) => typeof amount !== 'string' || amount.trim() !== '', sentence),
    schema,
  )

/** An amount whose error messages name both bounds. */
function RangeSchema(min: Pence, max: Pence) {
  const sentence = `Please enter an amount from ${longPounds(min)} to ${longPounds(max)}`
  return PoundsSchema({ min, max, invalid: sentence, tooSmall: sentence, tooLarge: sentence })
}

export const AdjustmentSchema = v.object({
  amount: required(
    'Amount is required',
    v.pipe(RangeSchema(-ADJUST_MAX, ADJUST_MAX), v.notValue(0, 'Please enter an amount other than 0')),
  ),
  description: LineSchema({
    min: 5,
    max: ENTRY_DESCRIPTION_MAX,
    tooShort: 'Description must be at least 5 characters',
  }),
  adminNotes: MessageSchema(NOTES_MAX),
})

export const RedemptionSchema = v.object({
  amount: required('Amount is required', RangeSchema(1, BALANCE_MAX)),
  description: OptionalLineSchema(ENTRY_DESCRIPTION_MAX),
  /** Whether the recipient is emailed what is left. Remembered for the next use; default: as before. */
  tellHolder: v.optional(v.boolean()),
})

/** Rejects 31 February and years that Postgres cannot store. */
const isCalendarDay = (day: string) =>
  day > '2000' && new Date(`${day}T00:00:00Z`).getUTCDate() === Number(day.slice(8))

export const ExtensionSchema = v.object({
  expiryDate: v.pipe(
    v.optional(v.string('Please choose a day'), ''),
    v.isoDate('Please choose a day'),
    v.check(isCalendarDay, 'Please choose a day'),
  ),
})

export const EMAIL_SENTENCE = 'Please enter a valid email'

export const ResendSchema = v.object({
  /** The new recipient email. Default: unchanged. Required for a voucher on paper that names none. */
  recipientEmail: v.optional(EmailSchema(EMAIL_SENTENCE)),
  /** The day on which it is emailed, or null for at once. Default: the day for which it waits, else at once. */
  sendOn: v.optional(v.nullable(SendOnSchema)),
})

export const deskPayments = ['cash', 'card', 'complimentary'] as const

const CODE_SENTENCE = 'Please use 8 to 32 letters and digits for your own code'

/** How a voucher from the desk is given: by email, at once or on a day, or on paper, which needs no address. */
export const deskDeliverTo = ['recipient', 'print'] as const

const generationEntries = {
  customVoucherCode: v.pipe(
    v.nullish(v.string(), ''),
    v.maxLength(100, CODE_SENTENCE),
    v.transform(readVoucherCode),
    v.regex(/^([0-9A-Z]{8,32})?$/, CODE_SENTENCE),
    v.transform((code) => code || undefined),
  ),
  buyerName: OptionalLineSchema(NAME_MAX),
  /** Gets the receipt by email. */
  buyerEmail: OptionalEmailSchema(EMAIL_SENTENCE),
  recipientName: LineSchema({ tooShort: 'Recipient name is required' }),
  /** Required unless it is printed; ignored then. */
  recipientEmail: OptionalEmailSchema(EMAIL_SENTENCE),
  /** Default: the recipient. */
  deliverTo: v.optional(v.picklist(deskDeliverTo, 'Please choose how the voucher is given')),
  /** Default: at once. `sendOnProblem` has the bounds. Ignored if it is printed. */
  sendOn: OptionalSendOnSchema,
  originalAmount: required('Amount is required', RangeSchema(GENERATE_MIN, VOUCHER_MAX)),
  personalMessage: MessageSchema(VOUCHER_MESSAGE_MAX),
  paidBy: v.optional(v.picklist(deskPayments, 'Please choose how the voucher was paid for'), 'complimentary'),
}

interface Given {
  deliverTo?: (typeof deskDeliverTo)[number] | undefined
  recipientEmail?: string | undefined
}

const hasAddress = ({ deliverTo, recipientEmail }: Given) =>
  deliverTo === 'print' || recipientEmail !== undefined

export const GenerationSchema = v.pipe(
  v.object(generationEntries),
  v.forward(v.partialCheck([['deliverTo'], ['recipientEmail']], hasAddress, EMAIL_SENTENCE), [
    'recipientEmail',
  ]),
)

/** The new ledger entry, and the voucher after it. */
const ChangeSchema = v.object({ ...VoucherDetailSchema.entries, entry: VoucherEntrySchema })

export const adjustVoucherEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/vouchers/:id/adjust',
  access: 'admin',
  params: IdParamsSchema,
  body: v.object({ ...AdjustmentSchema.entries, requestId: RequestIdSchema }),
  reply: ChangeSchema,
})

export const redeemVoucherEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/vouchers/:id/redeem',
  access: 'admin',
  params: IdParamsSchema,
  body: v.object({ ...RedemptionSchema.entries, requestId: RequestIdSchema }),
  reply: ChangeSchema,
})

export const undoVoucherEntryEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/vouchers/:id/undo',
  access: 'admin',
  params: IdParamsSchema,
  body: v.object({ entryId: IdSchema, requestId: RequestIdSchema }),
  reply: ChangeSchema,
})

/** How the balance was divided. `recorded`: to be paid back by hand; `voided`: nothing had been paid here. */
export const RefundDivisionSchema = v.object({
  refundedAmount: AmountSchema,
  cancelledAmount: AmountSchema,
  /** `due`: not sent to Stripe yet; `pending`: Stripe has not finished. */
  state: v.picklist(['due', 'pending', 'succeeded', 'recorded', 'voided']),
})

export const refundVoucherEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/vouchers/:id/refund',
  access: 'admin',
  params: IdParamsSchema,
  body: v.optional(v.object({ expectedAmount: ExpectedAmountSchema, requestId: RequestIdSchema }), {}),
  reply: v.object({ ...RefundDivisionSchema.entries, ...VoucherDetailSchema.entries }),
})

/** What all admins together may still give today (London) without money: issue free, or add to a balance. */
export const ComplimentaryValueSchema = v.object({ leftToday: AmountSchema, perDay: AmountSchema })

/** Such as "The clinic can give away another £48.00 today (the limit is £500.00 a day)". */
export const describeComplimentaryValue = ({
  leftToday,
  perDay,
}: v.InferOutput<typeof ComplimentaryValueSchema>): string =>
  `The clinic can give away another £${leftToday} today (the limit is £${perDay} a day)`

export const complimentaryValueEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/admin/complimentary-value',
  access: 'admin',
  body: v.undefined(),
  reply: ComplimentaryValueSchema,
})

export const resendVoucherEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/vouchers/:id/resend',
  access: 'admin',
  params: IdParamsSchema,
  body: ResendSchema,
  reply: VoucherDetailSchema,
})

export const ReissueSchema = v.object({
  /** Default: the address that the voucher goes to now; none for one on paper. */
  recipientEmail: OptionalEmailSchema(EMAIL_SENTENCE),
  /** A code that was emailed and that a restored backup does not know. Default: a new one. */
  code: v.pipe(
    OptionalLineSchema(100),
    v.transform((code) => (code === undefined ? undefined : readSimilarLetters(readVoucherCode(code)))),
    v.check(
      (code) => code === undefined || isGeneratedCode(code),
      'This code was not created by this website. Please check each letter and digit',
    ),
  ),
})

/**
 * Replaces the code of an active voucher and emails it, unless it is on paper and no address is given: then it is to be
 * printed again. The ledger stays; the old code opens nothing any more.
 */
export const reissueVoucherEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/vouchers/:id/reissue',
  access: 'admin',
  params: IdParamsSchema,
  body: v.object({ ...ReissueSchema.entries, requestId: RequestIdSchema }),
  reply: VoucherDetailSchema,
})

export const extendVoucherEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/vouchers/:id/extend',
  access: 'admin',
  params: IdParamsSchema,
  body: ExtensionSchema,
  reply: VoucherDetailSchema,
})

/** Changes which emails the holder of a voucher gets. Reminders that were stopped stay so. */
export const changeHolderEmailsEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/vouchers/:id/holder-emails',
  access: 'admin',
  params: IdParamsSchema,
  /** Default of each: unchanged. */
  body: v.object({ tellHolder: v.optional(v.boolean()), reminders: v.optional(v.boolean()) }),
  reply: VoucherDetailSchema,
})

export const generateVoucherEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/generate-voucher',
  access: 'admin',
  body: v.pipe(
    v.object({ ...generationEntries, requestId: RequestIdSchema }),
    v.forward(v.partialCheck([['deliverTo'], ['recipientEmail']], hasAddress, EMAIL_SENTENCE), [
      'recipientEmail',
    ]),
  ),
  reply: v.object({ voucher: AdminVoucherSchema }),
})
