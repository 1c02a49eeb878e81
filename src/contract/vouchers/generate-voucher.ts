import * as v from 'valibot'
import { defineEndpoint } from '#contract/base/endpoint.ts'
import { RequestIdSchema } from '#contract/base/ids.ts'
import { RequiredPoundsSchema } from '#contract/base/money.ts'
import { OptionalSendOnSchema } from '#contract/base/send-date.ts'
import {
  LineSchema,
  MessageSchema,
  NAME_MAX,
  OptionalEmailSchema,
  OptionalLineSchema,
} from '#contract/base/text.ts'
import { AdminVoucherSchema } from '#contract/vouchers/admin-vouchers.ts'
import { readVoucherCode } from '#contract/vouchers/voucher-code.ts'
import { VOUCHER_MAX, VOUCHER_MESSAGE_MAX } from '#contract/vouchers/voucher-limits.ts'

export const GENERATE_MIN = 1000

/** Staff sell vouchers up to this value (pence), and up to that sum on a day in London. */
export const STAFF_SALE_MAX = 20_000
export const STAFF_SALES_OF_DAY_MAX = 50_000

/** Once vouchers of this sum (pence) have been sold since a session last proved who uses it, it is asked again. */
export const SALES_PER_PROOF = 10_000

export const EMAIL_SENTENCE = 'Please enter a valid email'
export const RECEIPT_SENTENCE = 'Please enter the buyer’s email, for the receipt with the right to cancel'

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
  originalAmount: RequiredPoundsSchema(GENERATE_MIN, VOUCHER_MAX),
  personalMessage: MessageSchema(VOUCHER_MESSAGE_MAX),
  paidBy: v.optional(v.picklist(deskPayments, 'Please choose how the voucher was paid for'), 'complimentary'),
  /** Sold by telephone, so with the right to cancel, which the receipt by email explains. Ignored if it is complimentary. */
  byPhone: v.optional(v.boolean()),
}

interface Given {
  deliverTo?: (typeof deskDeliverTo)[number] | undefined
  recipientEmail?: string | undefined
}

const hasAddress = ({ deliverTo, recipientEmail }: Given) =>
  deliverTo === 'print' || recipientEmail !== undefined

interface Sold {
  buyerEmail?: string | undefined
  byPhone?: boolean | undefined
}

const hasReceipt = ({ byPhone, buyerEmail }: Sold) => !byPhone || buyerEmail !== undefined

export const GenerationSchema = v.pipe(
  v.object(generationEntries),
  v.forward(v.partialCheck([['deliverTo'], ['recipientEmail']], hasAddress, EMAIL_SENTENCE), [
    'recipientEmail',
  ]),
  v.forward(v.partialCheck([['byPhone'], ['buyerEmail']], hasReceipt, RECEIPT_SENTENCE), ['buyerEmail']),
)

export const generateVoucherEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/generate-voucher',
  access: 'admin',
  role: ({ paidBy }) => (paidBy === 'complimentary' ? 'owner' : 'staff'),
  stepUp: ({ paidBy }) => paidBy === 'complimentary',
  body: v.pipe(
    v.object({ ...generationEntries, requestId: RequestIdSchema }),
    v.forward(v.partialCheck([['deliverTo'], ['recipientEmail']], hasAddress, EMAIL_SENTENCE), [
      'recipientEmail',
    ]),
    v.forward(v.partialCheck([['byPhone'], ['buyerEmail']], hasReceipt, RECEIPT_SENTENCE), ['buyerEmail']),
  ),
  reply: v.object({ voucher: AdminVoucherSchema }),
})
