import { ClientSecretSchema } from '#contract/payments'
import * as v from 'valibot'
import { AttemptSchema } from '../checkout/payment-attempt.ts'
import { readDraft as read, writeDraft } from '../checkout/kept.ts'
import { choice, customAmount, details, isBlank } from './voucher-form.store.ts'
import { step } from './voucher-step.ts'
import { checkout } from './voucher.store.ts'

const KEY = 'gift-voucher'
const VERSION = 1

const text = v.pipe(v.string(), v.maxLength(10_000))

/** What a reload of this tab finds again. Another tab never does. */
const DraftSchema = v.object({
  version: v.literal(VERSION),
  stage: v.picklist(['amount', 'details', 'payment', 'following', 'success']),
  /** The payment that this stage is about. */
  clientSecret: v.optional(ClientSecretSchema),
  choice: v.optional(v.union([v.number(), v.literal('custom')])),
  customAmount: text,
  details: v.object({
    buyerName: text,
    buyerEmail: text,
    recipientName: text,
    recipientEmail: text,
    personalMessage: text,
  }),
  attempt: v.optional(AttemptSchema),
})

export type VoucherDraft = v.InferOutput<typeof DraftSchema>

export const readVoucherDraft = (): VoucherDraft | undefined => read(KEY, DraftSchema)

/** For an effect: keeps what there is to keep, at every change of it. */
export function saveDraft(): void {
  const at = step.value
  const attempt = checkout.attempts.attempt.value
  // What is kept of it already leads back to the same question.
  if (at.name === 'resuming') return
  if (at.name === 'amount' && isBlank.value && !attempt) return writeDraft(KEY, undefined)
  const kept: VoucherDraft = {
    version: VERSION,
    stage: at.name,
    clientSecret: 'clientSecret' in at ? at.clientSecret : undefined,
    choice: choice.value,
    customAmount: customAmount.value,
    details: details.value,
    attempt,
  }
  writeDraft(KEY, kept)
}
