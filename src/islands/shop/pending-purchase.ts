import * as v from 'valibot'
import { readDraft, writeDraft } from '../checkout/kept.ts'
import { returnedIntent } from '../../lib/returned-intent.ts'

const KEY = 'purchase'

/** Enough to know whether this tab was left in the middle of a purchase. The rest is read by those who go on with it. */
const PendingSchema = v.looseObject({
  clientSecret: v.optional(v.string()),
  wanted: v.optional(v.unknown()),
})

export const readPurchaseDraft = () => readDraft(KEY, PendingSchema)
export const writePurchaseDraft = (kept: object | undefined) => writeDraft(KEY, kept)

/** Whether there is a purchase to go on with: begun in this tab, or paid for elsewhere and sent back here. */
export function hasPendingPurchase(): boolean {
  const kept = readPurchaseDraft()
  return Boolean(returnedIntent() ?? kept?.clientSecret ?? kept?.wanted)
}
