import * as v from 'valibot'

// Statuses and choices of vouchers and orders. Apart from their endpoints, so that a page that only shows them stays small.

export const voucherStatuses = [
  'active',
  'spent',
  'expired',
  'refunding',
  'refunded',
  'void',
  'disputed',
] as const

/** Where the email with the voucher is. `withdrawn`: the voucher cannot be used, so it is not sent. */
const giftEmailStates = ['waiting', 'sending', 'sent', 'failed', 'withdrawn'] as const

/** The last email with the voucher to the address that it goes to. */
export const GiftEmailSchema = v.object({
  state: v.picklist(giftEmailStates),
  /** When it is due, was sent or failed. */
  at: v.optional(v.pipe(v.string(), v.isoTimestamp())),
  /** Since when it waits; missing unless it is `waiting` and was due. */
  since: v.optional(v.pipe(v.string(), v.isoTimestamp())),
})

export type GiftEmail = v.InferOutput<typeof GiftEmailSchema>

/** The hour in London at which a timed gift email is due. */
export const SEND_HOUR = 9

/** Who gets the voucher: its recipient by email, or the buyer only, who prints or forwards it. */
export const deliverToChoices = ['recipient', 'buyer'] as const

export const orderStatuses = ['completed', 'refunding', 'part_refunded', 'refunded', 'disputed'] as const

export const deliveries = ['collection', 'local'] as const

/** Fulfilment statuses in order; each may go to the next one, or one back as a correction. */
export const fulfilmentSteps = {
  collection: ['to_prepare', 'ready', 'collected'],
  local: ['to_prepare', 'ready', 'delivered'],
} as const

export const fulfilments = ['to_prepare', 'ready', 'collected', 'delivered'] as const
