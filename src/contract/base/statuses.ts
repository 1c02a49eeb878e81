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

/**
 * Where an email is. `sent`: Postmark took it; `accepted`: the recipient’s mail server did; `delayed`: their server has
 * put it off so far; `failed`: Postmark refused it, or could not be reached for two days; `withdrawn`: what it is about
 * cannot be used any more, or another email has taken its place, so it is not sent.
 */
export const emailStates = [
  'waiting',
  'sending',
  'sent',
  'accepted',
  'delayed',
  'bounced',
  'failed',
  'withdrawn',
] as const

/** Why an email came back: the address does not exist, their provider refused it, or could not be reached. */
export const bounceReasons = ['no_mailbox', 'refused', 'unreachable'] as const

export const EmailStateSchema = v.object({
  state: v.picklist(emailStates),
  /** When it is due, was sent, accepted or put off, came back or failed. */
  at: v.optional(v.pipe(v.string(), v.isoTimestamp())),
  /** Since when it waits; missing unless it is `waiting` and was due. */
  since: v.optional(v.pipe(v.string(), v.isoTimestamp())),
  /** Missing unless it is `bounced`. */
  reason: v.optional(v.picklist(bounceReasons)),
})

export type EmailState = v.InferOutput<typeof EmailStateSchema>

/** Needs attention names vouchers with at most so many days left. */
export const EXPIRING_DAYS = 30

/** The hour in London at which a timed gift email is due. */
export const SEND_HOUR = 9

/** Who gets a voucher bought online: its recipient by email, or the buyer only, who prints or forwards it. */
export const deliverToChoices = ['recipient', 'buyer'] as const

/** How any voucher is given. `print`: on paper, at the desk or from another system; there is no email with it. */
export const voucherDeliveries = [...deliverToChoices, 'print'] as const

export const orderStatuses = ['completed', 'refunding', 'part_refunded', 'refunded', 'disputed'] as const

export const deliveries = ['collection', 'local'] as const

/** Fulfilment statuses in order; each may go to the next one, or one back as a correction. */
export const fulfilmentSteps = {
  collection: ['to_prepare', 'ready', 'collected'],
  local: ['to_prepare', 'ready', 'delivered'],
} as const

export const fulfilments = ['to_prepare', 'ready', 'collected', 'delivered'] as const
