import * as v from 'valibot'
import { defineEndpoint } from '#contract/base/endpoint.ts'
import { RequestIdSchema } from '#contract/base/ids.ts'
import { PoundsSchema } from '#contract/base/money.ts'
import { ChosenDaySchema } from '#contract/base/send-date.ts'
import { EMAIL_MAX, EmailSchema, OptionalLineSchema } from '#contract/base/text.ts'
import { PurchaseSchema, PurchaseTokenSchema } from '#contract/purchases/purchases.ts'

/**
 * Corrects the recipient's address while the gift email is unsent or after it came back. If it may have left all the same,
 * the voucher gets a new code.
 */
export const changeRecipientEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/purchase/recipient',
  access: 'public',
  body: v.object({
    token: PurchaseTokenSchema,
    recipientEmail: EmailSchema(),
    /** The address that was shown; the change is refused if it is another now. */
    from: OptionalLineSchema(EMAIL_MAX),
  }),
  reply: PurchaseSchema,
})

/** Addresses that a buyer may give in a voucher's life, the first one included. */
export const ADDRESSES_MAX = 5
/** For how many hours after the clinic has corrected the buyer's address the link changes nothing. */
export const HELD_HOURS = 24
/** For how many hours after paying a buyer may correct their own address. */
export const CHANGE_EMAIL_HOURS = 1
/** How long after its email has left a buyer may have a voucher replaced. */
export const REISSUE_DAYS = 14

/**
 * Replaces an unused voucher that went to somebody else by one with a new code, once in its life, within `REISSUE_DAYS`.
 * The old code opens nothing any more.
 */
export const reissuePurchaseEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/purchase/reissue',
  access: 'public',
  body: v.object({ token: PurchaseTokenSchema, recipientEmail: EmailSchema() }),
  reply: PurchaseSchema,
})

/** Moves the gift email to another day, or sends it now (null), while it is unsent. */
export const changeSendDateEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/purchase/send-on',
  access: 'public',
  body: v.object({
    token: PurchaseTokenSchema,
    sendOn: v.nullable(ChosenDaySchema),
    /** The day that was shown, or null; the change is refused if it is another now. */
    from: v.optional(v.nullable(ChosenDaySchema)),
  }),
  reply: PurchaseSchema,
})

const EXPECTED_SENTENCE = 'Please reload the page and try again'

/**
 * Cancels a purchase. `expectedAmount`: what the page said would be paid back, 0 while nobody can know it; if that is another
 * sum now, nothing happens (`changed_meanwhile`), and for an hour the moment of this press decides whether the next one is in
 * time. A repeat changes nothing.
 */
export const cancelPurchaseEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/purchase/cancel',
  access: 'public',
  body: v.object({
    token: PurchaseTokenSchema,
    expectedAmount: PoundsSchema({
      min: 0,
      max: 99_999_999,
      invalid: EXPECTED_SENTENCE,
      tooSmall: EXPECTED_SENTENCE,
      tooLarge: EXPECTED_SENTENCE,
    }),
  }),
  reply: PurchaseSchema,
})

/**
 * Corrects the buyer's own address, once, within `CHANGE_EMAIL_HOURS` of paying. The receipt is sent again, there, and the
 * former address is told. The token opens nothing any more; the reply has the new one.
 */
export const changeBuyerEmailEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/purchase/email',
  access: 'public',
  body: v.object({ token: PurchaseTokenSchema, email: EmailSchema(), requestId: RequestIdSchema }),
  reply: v.object({ purchase: PurchaseSchema, token: v.string() }),
})
