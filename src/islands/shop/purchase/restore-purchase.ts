import { batch, effect } from '@preact/signals-react'
import * as v from 'valibot'
import { ClientSecretSchema } from '#contract/money/payments.ts'
import { ProductSchema } from '#contract/products/products.ts'
import { isPaying } from '#islands/checkout/pay.ts'
import { AttemptSchema } from '#islands/checkout/payment-attempt.ts'
import { readPurchaseDraft, writePurchaseDraft } from '#islands/shop/pending-purchase.ts'
import { FIELDS, form, selectedProduct } from '#islands/shop/purchase/purchase-form.store.ts'
import { checkout, step } from '#islands/shop/purchase/purchase.store.ts'
import { returnedIntent } from '#lib/returned-intent.ts'

const VERSION = 1

const text = v.pipe(v.string(), v.maxLength(10_000))

/** The draft of this tab in session storage. */
const DraftSchema = v.object({
  version: v.literal(VERSION),
  stage: v.picklist(['form', 'payment', 'following']),
  /** The payment of this step. */
  clientSecret: v.optional(ClientSecretSchema),
  wanted: v.optional(v.pick(ProductSchema, ['id', 'name', 'price', 'stock'])),
  values: v.object(v.entriesFromList(FIELDS, text)),
  attempt: v.optional(AttemptSchema),
})

type PurchaseDraft = v.InferOutput<typeof DraftSchema>

/** Restores the draft of this tab, and the payment it was at. */
export function restorePurchase(): void {
  const parsed = v.safeParse(DraftSchema, readPurchaseDraft())
  const draft = parsed.success ? parsed.output : undefined
  if (draft) fillForm(draft)
  const returned = returnedIntent()
  if (returned) {
    const { clientSecret, failed } = returned
    return void checkout.resume(clientSecret, { moveFocus: true, announce: true, declined: failed })
  }
  const clientSecret = draft?.clientSecret ?? secretOnPage()
  if (clientSecret) void checkout.resume(clientSecret)
}

/** Stores every change while the dialog is open. Returns a cleanup function. */
export function keepPurchaseDraft(): () => void {
  addEventListener('pageshow', handlePageShow)
  const stop = effect(saveDraft)
  return () => {
    removeEventListener('pageshow', handlePageShow)
    stop()
  }
}

/** Looks the payment up again when the page comes from the back/forward cache: its state may be out of date. */
function handlePageShow(event: PageTransitionEvent): void {
  if (!event.persisted) return
  isPaying.value = false
  restorePurchase()
}

/** For browsers without session storage. */
const secretOnPage = () => (step.value.name === 'payment' ? step.value.clientSecret : undefined)

function fillForm(draft: PurchaseDraft): void {
  batch(() => {
    form.values.value = draft.values
    selectedProduct.value = draft.wanted
    checkout.attempts.attempt.value = draft.attempt
  })
}

function saveDraft(): void {
  const at = step.value
  const attempt = checkout.attempts.attempt.value
  // Nothing new to save: the stored client secret resumes this step.
  if (at.name === 'resuming') return
  // A reload closes the confirmation, which is emailed as well.
  if (at.name === 'success') return writePurchaseDraft(undefined)
  if (at.name === 'form' && !selectedProduct.value && !attempt) return writePurchaseDraft(undefined)
  const draft: PurchaseDraft = {
    version: VERSION,
    stage: at.name,
    clientSecret: 'clientSecret' in at ? at.clientSecret : undefined,
    wanted: selectedProduct.value,
    values: form.values.value,
    attempt,
  }
  writePurchaseDraft(draft)
}
