import * as v from 'valibot'
import {
  purchaseLabels,
  purchaseName,
  PurchaseNumberSchema,
  type Purchase,
} from '#contract/purchases/purchase-number.ts'
import { privateButton, type Block } from '#server/email/blocks.ts'
import { trustedText, type EmailText } from '#server/email/email-text.ts'
import { markup } from '#server/email/html.ts'
import { purchaseLink } from '#server/links/purchase-link.ts'

/** Outbox data that identify a purchase. A payment that bought nothing has only the reference. */
export const purchaseEntries = {
  /** For the link to "Your purchase". */
  linkId: v.nullish(v.string()),
  number: v.nullish(PurchaseNumberSchema),
  reference: v.string(),
}

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

/** The button that opens "Your purchase"; nothing while the links are not set up, or for a voucher from the desk. */
export function purchaseButton(
  siteUrl: string,
  linkId: string | null | undefined,
  label = 'See your purchase',
): Block[] {
  const link = purchaseLink(siteUrl, linkId)
  return link ? [privateButton(label, link)] : []
}

/** What a buyer should quote. */
export const quoteSentence = (bought: Purchase, { number, reference }: PurchaseIds): string =>
  number
    ? `Please quote this number: ${purchaseName(bought, number)}.`
    : `Please quote the reference ${reference}.`
