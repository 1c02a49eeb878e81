import * as v from 'valibot'
import { AmountSchema } from '#contract/amounts.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { freezeCauses } from '#contract/frozen.ts'
import { IdParamsSchema, IdSchema } from '#contract/ids.ts'
import { CursorSchema, SearchSchema } from '#contract/listing.ts'
import { PurchaseNumberSchema } from '#contract/purchase-number.ts'
import { deliverToChoices, EmailStateSchema, voucherStatuses } from '#contract/statuses.ts'
import { readVoucherCode } from '#contract/voucher-code.ts'

/** How a voucher was paid; a complimentary one was not. */
export const paidByChoices = ['online', 'cash', 'card', 'complimentary'] as const

/** Filters of the list. `expiring`: active, with at most `EXPIRING_DAYS` left. */
export const voucherFilters = ['active', 'spent', 'expired', 'refunded', 'disputed', 'expiring'] as const
export const EXPIRING_DAYS = 30

/** A voucher in the portal. Buyer and message may be missing; `timestamp` is when it was issued. */
export const AdminVoucherSchema = v.object({
  id: IdSchema,
  voucherCode: v.string(),
  status: v.picklist(voucherStatuses),
  /** Set only while it is frozen (status `disputed`). */
  frozenBy: v.optional(v.picklist(freezeCauses)),
  buyerName: v.optional(v.string()),
  buyerEmail: v.optional(v.string()),
  recipientName: v.string(),
  /** Missing if the voucher goes to the buyer. */
  recipientEmail: v.optional(v.string()),
  deliverTo: v.optional(v.picklist(deliverToChoices)),
  /** The chosen day; missing if the email left at once. */
  sendOn: v.optional(v.pipe(v.string(), v.isoDate())),
  /** The last email with the voucher to the address that it goes to. Missing for a voucher that came with the receipt. */
  giftEmail: v.optional(EmailStateSchema),
  /**
   * Whether an email with the present code has left and did not come back: then another address needs a new code
   * (`reissueVoucherEndpoint`).
   */
  isDelivered: v.boolean(),
  originalAmount: AmountSchema,
  currentBalance: AmountSchema,
  /** The part of the balance that a refund would return; the rest would be cancelled. */
  refundableAmount: AmountSchema,
  expiryDate: v.pipe(v.string(), v.isoDate()),
  personalMessage: v.optional(v.string()),
  paidBy: v.picklist(paidByChoices),
  /** Of an online purchase. */
  number: v.optional(PurchaseNumberSchema),
  /** PaymentIntent id, of an online purchase. */
  reference: v.optional(v.string()),
  timestamp: v.pipe(v.string(), v.isoTimestamp()),
})

export type AdminVoucher = v.InferOutput<typeof AdminVoucherSchema>

/** A ledger entry of a voucher. */
export const VoucherEntrySchema = v.object({
  id: IdSchema,
  kind: v.picklist(['issue', 'redeem', 'adjust', 'refund', 'expire', 'reverse']),
  amount: AmountSchema,
  balanceAfter: AmountSchema,
  description: v.string(),
  adminNotes: v.optional(v.string()),
  /** An admin's email address, or a label such as the card provider. */
  by: v.string(),
  timestamp: v.pipe(v.string(), v.isoTimestamp()),
  /** Whether it can still be reversed. */
  canUndo: v.boolean(),
})

export type VoucherEntry = v.InferOutput<typeof VoucherEntrySchema>

/** A voucher with its ledger, newest entry first. */
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
    status: v.optional(v.picklist(voucherFilters, 'Please choose a status from the list')),
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
  // Its path also matches `/api/admin/vouchers/find`.
  sharesPath: true,
})

const CODE_SENTENCE = 'Please enter the code on the voucher'

/** A voucher code as typed or scanned. */
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
