import { batch, effect } from '@preact/signals-react'
import { ClientSecretSchema } from '#contract/payments'
import { ProductSchema } from '#contract/products'
import * as v from 'valibot'
import { AttemptSchema } from '../../checkout/payment-attempt.ts'
import { paying } from '../../checkout/pay.ts'
import { returnedIntent } from '../../../lib/returned-intent.ts'
import { readPurchase, writePurchase } from '../pending-purchase.ts'
import { FIELDS, form, wanted } from './purchase-form.store.ts'
import { checkout } from './purchase.store.ts'
import { stage } from './purchase-step.ts'

const VERSION = 1

const text = v.pipe(v.string(), v.maxLength(10_000))

/** What a reload of this tab finds again. */
const KeptSchema = v.object({
  version: v.literal(VERSION),
  stage: v.picklist(['form', 'payment', 'following', 'success']),
  /** The payment that this stage is about. */
  clientSecret: v.optional(ClientSecretSchema),
  wanted: v.optional(v.pick(ProductSchema, ['id', 'name', 'price', 'stock'])),
  values: v.object(v.entriesFromList(FIELDS, text)),
  attempt: v.optional(AttemptSchema),
})

type Kept = v.InferOutput<typeof KeptSchema>

/** Goes on where this tab was left, if it was. */
export function restore(): void {
  const parsed = v.safeParse(KeptSchema, readPurchase())
  const kept = parsed.success ? parsed.output : undefined
  if (kept) fillIn(kept)
  const returned = returnedIntent()
  if (returned) {
    const { clientSecret, failed } = returned
    return void checkout.resume(clientSecret, { arrive: true, tell: true, refused: failed })
  }
  const clientSecret = kept?.clientSecret ?? secretAtHand()
  if (!clientSecret || (stage.value.name === 'success' && stage.value.clientSecret === clientSecret)) return
  void checkout.resume(clientSecret, { arrive: true, tell: kept?.stage !== 'success', refused: false })
}

/** Keeps everything from here on, as long as the dialog is open, and what is left once it is closed. */
export function keepPurchase(): () => void {
  addEventListener('pageshow', wake)
  const stop = effect(keep)
  return () => {
    removeEventListener('pageshow', wake)
    stop()
  }
}

/** The page comes out of the browser's back/forward cache as it was; the payment may have gone on elsewhere. */
function wake(event: PageTransitionEvent): void {
  if (!event.persisted) return
  paying.value = false
  restore()
}

/** Without storage, the page itself may still know. */
const secretAtHand = () => (stage.value.name === 'payment' ? stage.value.clientSecret : undefined)

function fillIn(kept: Kept): void {
  batch(() => {
    form.values.value = kept.values
    wanted.value = kept.wanted
    checkout.attempts.attempt.value = kept.attempt
  })
}

function keep(): void {
  const at = stage.value
  const attempt = checkout.attempts.attempt.value
  // What is kept of it already leads back to the same question.
  if (at.name === 'resuming') return
  if (at.name === 'form' && !wanted.value && !attempt) return writePurchase(undefined)
  const kept: Kept = {
    version: VERSION,
    stage: at.name,
    clientSecret: 'clientSecret' in at ? at.clientSecret : undefined,
    wanted: wanted.value,
    values: form.values.value,
    attempt,
  }
  writePurchase(kept)
}
