import * as v from 'valibot'
import { AmountSchema } from '#contract/base/amounts.ts'
import { defineEndpoint } from '#contract/base/endpoint.ts'
import { IdParamsSchema, IdSchema } from '#contract/base/ids.ts'
import { CursorSchema, dayEntries, SearchSchema } from '#contract/base/listing.ts'
import { EmailStateSchema, voucherDeliveries, voucherStatuses } from '#contract/base/statuses.ts'
import { freezeCauses } from '#contract/money/frozen.ts'
import { AdminCancellationSchema } from '#contract/purchases/cancellation.ts'
import { PurchaseNumberSchema } from '#contract/purchases/purchase-number.ts'
import { hasOneCode, readPrintedCode, SEVERAL_CODES } from '#contract/vouchers/voucher-code.ts'

/** How a voucher was paid; a complimentary one was not. An imported one was sold elsewhere, and nothing was paid here. */
export const paidByChoices = ['online', 'cash', 'card', 'complimentary', 'imported'] as const

/** Filters of the list. `expiring`: active, with at most `ENDS_SOON_DAYS` left. */
export const voucherFilters = ['active', 'spent', 'expired', 'refunded', 'disputed', 'expiring'] as const
/** `newest` first issued last; `soonest` and `latest` by last day; `highest` and `lowest` by balance. */
export const voucherOrders = ['newest', 'soonest', 'latest', 'highest', 'lowest'] as const
/** The list names them a week earlier than Needs attention (`EXPIRING_DAYS`), with the reminders that they will get. */
export const ENDS_SOON_DAYS = 37

/** So long staff see the whole code of a voucher that they have sold, to print it. */
export const CODE_SHOWN_MINUTES = 15

/** A voucher in the portal. Buyer and message may be missing; `timestamp` is when it was issued, here or elsewhere. */
export const AdminVoucherSchema = v.object({
  id: IdSchema,
  /**
   * Only "…" and its end for staff, but for `CODE_SHOWN_MINUTES` after their own sale; and in lists, if it is an imported
   * one's that was not generated here.
   */
  voucherCode: v.string(),
  /** The end of the code: its last quarter, at most four characters. */
  codeEnd: v.string(),
  status: v.picklist(voucherStatuses),
  /** Set only while it is frozen (status `disputed`). */
  frozenBy: v.optional(v.picklist(freezeCauses)),
  buyerName: v.optional(v.string()),
  buyerEmail: v.optional(v.string()),
  /** Empty if it is erased, or if an imported voucher names nobody. */
  recipientName: v.string(),
  /** Missing if the voucher goes to the buyer, and if one on paper has none. */
  recipientEmail: v.optional(v.string()),
  deliverTo: v.optional(v.picklist(voucherDeliveries)),
  /** The chosen day; missing if the email left at once. */
  sendOn: v.optional(v.pipe(v.string(), v.isoDate())),
  /** The last email with the voucher to the address that it goes to. Missing for one that came with the receipt or is on paper. */
  giftEmail: v.optional(EmailStateSchema),
  /**
   * Whether the present code may lie in a mailbox, also if Postmark did not say so: then another address needs a new code
   * (`reissueVoucherEndpoint`).
   */
  isDelivered: v.boolean(),
  /** Of an imported voucher only shown: its ledger begins with the balance that it had then. */
  originalAmount: AmountSchema,
  currentBalance: AmountSchema,
  /** The part of the balance that a refund would return; the rest would be cancelled. Nothing of an imported voucher. */
  refundableAmount: AmountSchema,
  expiryDate: v.pipe(v.string(), v.isoDate()),
  personalMessage: v.optional(v.string()),
  paidBy: v.picklist(paidByChoices),
  /** Sold by telephone, so with the right to cancel. */
  byPhone: v.boolean(),
  /** The import that it came with, which may be taken back whole (`takeBackImportEndpoint`). */
  importId: v.optional(IdSchema),
  /** Of an online purchase. */
  number: v.optional(PurchaseNumberSchema),
  /** PaymentIntent id, of an online purchase. */
  reference: v.optional(v.string()),
  timestamp: v.pipe(v.string(), v.isoTimestamp()),
  /** Whether the recipient is emailed after each use, if there is an address: the last choice at the desk. */
  tellHolder: v.boolean(),
  /** `off`: of an imported voucher, until somebody turns them on; `stopped`: by the link in one, or by a complaint. */
  reminders: v.picklist(['on', 'off', 'stopped']),
  /** The next reminder that will be emailed, and to whom. Missing if there is none to come. */
  nextReminder: v.optional(
    v.object({ on: v.pipe(v.string(), v.isoDate()), to: v.picklist(['recipient', 'buyer']) }),
  ),
})

export type AdminVoucher = v.InferOutput<typeof AdminVoucherSchema>

/** A ledger entry of a voucher. */
export const VoucherEntrySchema = v.object({
  id: IdSchema,
  kind: v.picklist(['issue', 'import', 'redeem', 'adjust', 'refund', 'expire', 'reverse']),
  amount: AmountSchema,
  balanceAfter: AmountSchema,
  description: v.string(),
  adminNotes: v.optional(v.string()),
  /** A person's name, or a label such as the card provider. */
  by: v.string(),
  timestamp: v.pipe(v.string(), v.isoTimestamp()),
  /**
   * Whether one can still reverse it: what took from the balance only for `UNDO_DAYS`, and staff only their own redemptions
   * of the day.
   */
  canUndo: v.boolean(),
})

export type VoucherEntry = v.InferOutput<typeof VoucherEntrySchema>

/** A voucher with its ledger, newest entry first. */
export const VoucherDetailSchema = v.object({
  voucher: AdminVoucherSchema,
  entries: v.array(VoucherEntrySchema),
  cancellation: v.optional(AdminCancellationSchema),
  /** Whether its buyer had the right to cancel, and has not. */
  canRecordCancellation: v.boolean(),
})

export type VoucherDetail = v.InferOutput<typeof VoucherDetailSchema>

export const adminVouchersEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/admin/vouchers',
  access: 'admin',
  role: 'staff',
  query: v.object({
    search: SearchSchema,
    status: v.optional(v.picklist(voucherFilters, 'Please choose a status from the list')),
    /** Default, and always in a search: `newest`, of those that end soon `soonest`. */
    order: v.optional(v.picklist(voucherOrders)),
    /** Issued on these days. */
    ...dayEntries,
    cursor: CursorSchema,
  }),
  body: v.undefined(),
  reply: v.array(AdminVoucherSchema),
})

export const adminVoucherEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/admin/vouchers/:id',
  access: 'admin',
  role: 'staff',
  params: IdParamsSchema,
  body: v.undefined(),
  reply: VoucherDetailSchema,
})

const CODE_SENTENCE = 'Please enter the code on the voucher'

/** A voucher code in what was typed, pasted or scanned: one that was generated, chosen here, or brought along from another system. */
export const VoucherCodeSchema = v.pipe(
  v.optional(v.string(CODE_SENTENCE), ''),
  v.check(hasOneCode, SEVERAL_CODES),
  v.transform(readPrintedCode),
  v.regex(/^[0-9A-Z]{4,32}$/, CODE_SENTENCE),
)

export const findVoucherEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/vouchers/find',
  access: 'admin',
  role: 'staff',
  body: v.object({ code: VoucherCodeSchema }),
  reply: VoucherDetailSchema,
})
