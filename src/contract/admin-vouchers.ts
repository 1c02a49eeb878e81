import * as v from 'valibot'
import { defineEndpoint } from './endpoint.ts'
import { freezeCauses } from './frozen.ts'
import { IdParamsSchema, IdSchema } from './ids.ts'
import { CursorSchema, SearchSchema } from './listing.ts'
import { AmountSchema } from './money.ts'
import { readVoucherCode } from './voucher-code.ts'
import { voucherStatuses } from './vouchers.ts'

/** How a voucher came to be paid; a complimentary one was not. */
export const paidByChoices = ['online', 'cash', 'card', 'complimentary'] as const

/** What the list can be narrowed to. `expiring`: active, and over in 30 days. */
export const voucherFilters = ['active', 'spent', 'expired', 'refunded', 'expiring'] as const
export const EXPIRING_DAYS = 30

/** A voucher as its owner sees it. Buyer and message may be missing, `timestamp` is when it was made. */
export const AdminVoucherSchema = v.object({
  id: IdSchema,
  voucherCode: v.string(),
  status: v.picklist(voucherStatuses),
  /** Only while it is frozen (status `disputed`). */
  frozenBy: v.optional(v.picklist(freezeCauses)),
  buyerName: v.optional(v.string()),
  buyerEmail: v.optional(v.string()),
  recipientName: v.string(),
  recipientEmail: v.string(),
  originalAmount: AmountSchema,
  currentBalance: AmountSchema,
  /** What of its balance a refund would give back; the rest would be cancelled. */
  refundableAmount: AmountSchema,
  expiryDate: v.pipe(v.string(), v.isoDate()),
  personalMessage: v.optional(v.string()),
  paidBy: v.picklist(paidByChoices),
  /** The payment intent of one that was bought online. */
  reference: v.optional(v.string()),
  timestamp: v.pipe(v.string(), v.isoTimestamp()),
})

export type AdminVoucher = v.InferOutput<typeof AdminVoucherSchema>

/** One line of a voucher's ledger. */
export const VoucherEntrySchema = v.object({
  id: IdSchema,
  kind: v.picklist(['issue', 'redeem', 'adjust', 'refund', 'expire', 'reverse']),
  amount: AmountSchema,
  balanceAfter: AmountSchema,
  description: v.string(),
  adminNotes: v.optional(v.string()),
  /** Who: an admin's e-mail address, or what acted by itself. */
  by: v.string(),
  timestamp: v.pipe(v.string(), v.isoTimestamp()),
  /** Whether it can still be taken back. */
  canUndo: v.boolean(),
})

export type VoucherEntry = v.InferOutput<typeof VoucherEntrySchema>

/** A voucher with its ledger, the newest entry first. */
export const VoucherDetailSchema = v.object({
  voucher: AdminVoucherSchema,
  entries: v.array(VoucherEntrySchema),
})

export type VoucherDetail = v.InferOutput<typeof VoucherDetailSchema>

export const adminVouchersEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/admin/vouchers',
  access: 'admin',
  query: v.object({
    search: SearchSchema,
    status: v.optional(v.picklist(voucherFilters, 'There are no such vouchers')),
    cursor: CursorSchema,
  }),
  body: v.undefined(),
  reply: v.array(AdminVoucherSchema),
})

export const adminVoucherEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/admin/vouchers/:id',
  access: 'admin',
  params: IdParamsSchema,
  body: v.undefined(),
  reply: VoucherDetailSchema,
  // `/api/admin/vouchers/find` fits it too.
  sharesPath: true,
})

const CODE_SENTENCE = 'Please enter the code on the voucher'

/** A code as somebody reads it from a voucher. */
export const VoucherCodeSchema = v.pipe(
  v.optional(v.string(CODE_SENTENCE), ''),
  v.maxLength(100, CODE_SENTENCE),
  v.transform(readVoucherCode),
  v.regex(/^[0-9A-Z]{6,32}$/, CODE_SENTENCE),
)

export const findVoucherEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/vouchers/find',
  access: 'admin',
  body: v.object({ code: VoucherCodeSchema }),
  reply: VoucherDetailSchema,
  sharesPath: true,
})
