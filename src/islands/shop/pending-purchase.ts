import * as v from 'valibot'
import { readDraft, writeDraft } from '#islands/checkout/drafts.ts'
import { returnedIntent } from '#lib/returned-intent.ts'

const KEY = 'purchase'

/** The part of the draft that says whether a purchase is pending. The lazy-loaded dialog reads the rest. */
const PendingSchema = v.looseObject({
  clientSecret: v.optional(v.string()),
  wanted: v.optional(v.unknown()),
})

export const readPurchaseDraft = () => readDraft(KEY, PendingSchema)
export const writePurchaseDraft = (draft: object | undefined) => writeDraft(KEY, draft)

/** Returns whether to continue a purchase: one of this tab, or one that a payment redirect returned. */
export function hasPendingPurchase(): boolean {
  const draft = readPurchaseDraft()
  return Boolean(returnedIntent() ?? draft?.clientSecret ?? draft?.wanted)
}
