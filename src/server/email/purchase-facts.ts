import { PurchaseNumberSchema, type Purchase, purchaseLabels, purchaseName } from '#contract/purchase-number'
import * as v from 'valibot'
import { markup } from './html.ts'
import { type EmailText, trustedText } from './email-text.ts'

/** Outbox data that identify a purchase. Emails enqueued before there were numbers have only the reference. */
export const purchaseEntries = { number: v.nullish(PurchaseNumberSchema), reference: v.string() }

interface PurchaseIds {
  number?: number | null | undefined
  /** PaymentIntent id. */
  reference: string
}

/** The number for people, and Stripe's id in small print. */
export function purchaseFacts(
  bought: Purchase,
  { number, reference }: PurchaseIds,
  referenceLabel = 'Payment reference',
): (readonly [label: string, value: EmailText])[] {
  const id = trustedText(reference)
  const small = { html: markup`<span class="small">${id.html}</span>`, text: id.text }
  return [
    ...(number ? [[purchaseLabels[bought], trustedText(String(number))] as const] : []),
    [referenceLabel, small],
  ]
}

/** What a buyer should quote. */
export const quoteSentence = (bought: Purchase, { number, reference }: PurchaseIds): string =>
  number
    ? `Please give the number: ${purchaseName(bought, number)}.`
    : `Please give the reference ${reference}.`
