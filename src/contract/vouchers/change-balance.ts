import * as v from 'valibot'
import { defineEndpoint } from '#contract/base/endpoint.ts'
import { IdParamsSchema, IdSchema, RequestIdSchema } from '#contract/base/ids.ts'
import { RequiredPoundsSchema } from '#contract/base/money.ts'
import { LineSchema, MessageSchema, OptionalLineSchema } from '#contract/base/text.ts'
import { VoucherDetailSchema, VoucherEntrySchema } from '#contract/vouchers/admin-vouchers.ts'

export const ADJUST_MAX = 50_000
/** Maximum balance after an adjustment. Only a failed refund, reversed after a later adjustment, can exceed it. */
export const BALANCE_MAX = 100_000
/** An entry that took from a balance can be undone up to so many days after its own, London time. */
export const UNDO_DAYS = 30
export const ENTRY_DESCRIPTION_MAX = 200
export const NOTES_MAX = 1000

export const AdjustmentSchema = v.object({
  amount: v.pipe(
    RequiredPoundsSchema(-ADJUST_MAX, ADJUST_MAX),
    v.notValue(0, 'Please enter an amount other than 0'),
  ),
  description: LineSchema({
    min: 5,
    max: ENTRY_DESCRIPTION_MAX,
    tooShort: 'Description must be at least 5 characters',
  }),
  adminNotes: MessageSchema(NOTES_MAX),
})

export const RedemptionSchema = v.object({
  amount: RequiredPoundsSchema(1, BALANCE_MAX),
  description: OptionalLineSchema(ENTRY_DESCRIPTION_MAX),
  /** Whether the recipient is emailed what is left. Remembered for the next use; default: as before. */
  tellHolder: v.optional(v.boolean()),
})

/** The new ledger entry, and the voucher after it. */
const ChangeSchema = v.object({ ...VoucherDetailSchema.entries, entry: VoucherEntrySchema })

export const adjustVoucherEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/vouchers/:id/adjust',
  access: 'admin',
  role: 'owner',
  stepUp: ({ amount }) => amount > 0,
  params: IdParamsSchema,
  body: v.object({ ...AdjustmentSchema.entries, requestId: RequestIdSchema }),
  reply: ChangeSchema,
})

export const redeemVoucherEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/vouchers/:id/redeem',
  access: 'admin',
  role: 'staff',
  params: IdParamsSchema,
  body: v.object({ ...RedemptionSchema.entries, requestId: RequestIdSchema }),
  reply: ChangeSchema,
})

export const undoVoucherEntryEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/vouchers/:id/undo',
  access: 'admin',
  role: 'staff',
  params: IdParamsSchema,
  body: v.object({ entryId: IdSchema, requestId: RequestIdSchema }),
  reply: ChangeSchema,
})
