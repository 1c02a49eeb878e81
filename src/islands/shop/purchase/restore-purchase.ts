import { batch, effect } from '@preact/signals-react'
import { ClientSecretSchema } from '#contract/payments'
import { ProductSchema } from '#contract/products'
import * as v from 'valibot'
import { AttemptSchema } from '../../checkout/payment-attempt.ts'
import { isPaying } from '../../checkout/pay.ts'
import { returnedIntent } from '../../../lib/returned-intent.ts'
import { readPurchaseDraft, writePurchaseDraft } from '../pending-purchase.ts'
import { FIELDS, form, selectedProduct } from './purchase-form.store.ts'
import { checkout } from './purchase.store.ts'
import { step } from './purchase-step.ts'

const VERSION = 1

const text = v.pipe(v.string(), v.maxLength(10_000))

/** What a reload of this tab finds again. */
const DraftSchema = v.object({
  version: v.literal(VERSION),
  stage: v.picklist(['form', 'payment', 'following', 'success']),
  /** The payment that this stage is about. */
  clientSecret: v.optional(ClientSecretSchema),
  wanted: v.optional(v.pick(ProductSchema, ['id', 'name', 'price', 'stock'])),
  values: v.object(v.entriesFromList(FIELDS, text)),
  attempt: v.optional(AttemptSchema),
})

type PurchaseDraft = v.InferOutput<typeof DraftSchema>

/** Goes on where this tab was left, if it was. */
export function restorePurchase(): void {
  const parsed = v.safeParse(DraftSchema, readPurchaseDraft())
  const kept = parsed.success ? parsed.output : undefined
  if (kept) fillForm(kept)
  const returned = returnedIntent()
  if (returned) {
    const { clientSecret, failed } = returned
    return void checkout.resume(clientSecret, { moveFocus: true, announce: true, declined: failed })
  }
  const clientSecret = kept?.clientSecret ?? secretOnPage()
  if (!clientSecret || (step.value.name === 'success' && step.value.clientSecret === clientSecret)) return
  void checkout.resume(clientSecret, {
    moveFocus: true,
    announce: kept?.stage !== 'success',
    declined: false,
  })
}

/** Keeps everything from here on, as long as the dialog is open, and what is left once it is closed. */
export function keepPurchaseDraft(): () => void {
  addEventListener('pageshow', handlePageShow)
  const stop = effect(saveDraft)
  return () => {
    removeEventListener('pageshow', handlePageShow)
    stop()
  }
}

/** The page comes out of the browser's back/forward cache as it was; the payment may have gone on elsewhere. */
function handlePageShow(event: PageTransitionEvent): void {
  if (!event.persisted) return
  isPaying.value = false
  restorePurchase()
}

/** Without storage, the page itself may still know. */
const secretOnPage = () => (step.value.name === 'payment' ? step.value.clientSecret : undefined)

function fillForm(kept: PurchaseDraft): void {
  batch(() => {
    form.values.value = kept.values
    selectedProduct.value = kept.wanted
    checkout.attempts.attempt.value = kept.attempt
  })
}

function saveDraft(): void {
  const at = step.value
  const attempt = checkout.attempts.attempt.value
  // What is kept of it already leads back to the same question.
  if (at.name === 'resuming') return
  if (at.name === 'form' && !selectedProduct.value && !attempt) return writePurchaseDraft(undefined)
  const kept: PurchaseDraft = {
    version: VERSION,
    stage: at.name,
    clientSecret: 'clientSecret' in at ? at.clientSecret : undefined,
    wanted: selectedProduct.value,
    values: form.values.value,
    attempt,
  }
  writePurchaseDraft(kept)
}
