import { batch, effect } from '@preact/signals-react'
import * as v from 'valibot'
import { ClientSecretSchema } from '#contract/money/payments.ts'
import { readDraft as read, writeDraft } from '#islands/checkout/drafts.ts'
import { isPaying } from '#islands/checkout/pay.ts'
import { AttemptSchema } from '#islands/checkout/payment-attempt.ts'
import { arrivals, choice, customAmount, form, isBlank, pence } from '#islands/voucher/voucher-form.store.ts'
import { checkout, goTo, step, type VoucherStep } from '#islands/voucher/voucher.store.ts'
import { returnedIntent } from '#lib/returned-intent.ts'
import { takeReload } from '#ui/reload.ts'

const KEY = 'gift-voucher'
const VERSION = 1

const text = v.pipe(v.string(), v.maxLength(10_000))

/** The draft of this tab in session storage. */
const DraftSchema = v.object({
  version: v.literal(VERSION),
  stage: v.picklist(['amount', 'details', 'payment', 'following', 'success']),
  /** The payment of this step. */
  clientSecret: v.optional(ClientSecretSchema),
  choice: v.optional(v.union([v.number(), v.literal('custom')])),
  customAmount: text,
  details: v.object({
    buyerName: text,
    buyerEmail: text,
    recipientName: text,
    recipientEmail: text,
    personalMessage: text,
    sendOn: text,
  }),
  arrival: v.picklist(arrivals),
  attempt: v.optional(AttemptSchema),
})

type VoucherDraft = v.InferOutput<typeof DraftSchema>

const readVoucherDraft = (): VoucherDraft | undefined => read(KEY, DraftSchema)

/** Stores the current state. Runs as an effect. */
function saveDraft(): void {
  const at = step.value
  const attempt = checkout.attempts.attempt.value
  // Nothing new to save: the stored client secret resumes this step.
  if (at.name === 'resuming') return
  if (at.name === 'amount' && isBlank.value && !attempt) return writeDraft(KEY, undefined)
  const { arrival, ...details } = form.values.value
  const draft: v.InferInput<typeof DraftSchema> = {
    version: VERSION,
    stage: at.name,
    clientSecret: 'clientSecret' in at ? at.clientSecret : undefined,
    choice: choice.value,
    customAmount: customAmount.value,
    details,
    arrival: arrivals.find((one) => one === arrival) ?? 'now',
    attempt,
  }
  writeDraft(KEY, draft)
}

/** Restores the draft and stores every later change. Runs after hydration. Returns a cleanup function. */
export function restoreVoucher(): () => void {
  restore()
  addEventListener('pageshow', handlePageShow)
  const stops = [effect(saveDraft), syncHistory()]
  return () => {
    removeEventListener('pageshow', handlePageShow)
    for (const stop of stops) stop()
  }
}

/** Looks the payment up again when the page comes from the back/forward cache: its state may be out of date. */
function handlePageShow(event: PageTransitionEvent): void {
  if (!event.persisted) return
  isPaying.value = false
  restore()
}

function restore(): void {
  const draft = readVoucherDraft()
  // After a reload of their own, they may be reading another part of the page.
  const moveFocus = takeReload()
  if (draft) fillForm(draft)
  const returned = returnedIntent()
  if (returned) {
    const { clientSecret, failed } = returned
    return void checkout.resume(clientSecret, { moveFocus: true, announce: true, declined: failed })
  }
  const clientSecret = draft?.clientSecret ?? secretOnPage()
  if (clientSecret) {
    if (step.value.name === 'success' && step.value.clientSecret === clientSecret) return
    return void checkout.resume(clientSecret, {
      moveFocus,
      announce: draft?.stage !== 'success',
      declined: false,
    })
  }
  if (draft?.stage === 'details' && pence.value !== undefined) goTo({ name: 'details' }, { moveFocus })
}

/** For browsers without session storage. */
const secretOnPage = () => (step.value.name === 'payment' ? step.value.clientSecret : undefined)

function fillForm(draft: VoucherDraft): void {
  batch(() => {
    // Keep an amount that was chosen before hydration: it is newer.
    if (choice.value === undefined || draft.stage !== 'amount') {
      choice.value = draft.choice
      customAmount.value = draft.customAmount
    }
    form.values.value = { ...draft.details, arrival: draft.arrival }
    checkout.attempts.attempt.value = draft.attempt
  })
}

const STEPS = ['amount', 'details', 'payment'] as const

type HistoryStep = (typeof STEPS)[number]

/** Our part of `history.state`. */
interface HistoryEntry {
  voucher?: HistoryStep | 'paid'
  /** The step of the previous history entry, if it is known. */
  after?: HistoryStep | undefined
}

const stepNamed = (name: unknown) => STEPS.find((known) => known === name)
const currentEntry = () => (history.state ?? {}) as HistoryEntry

/** Makes the browser's Back and Forward move between steps. Returns a cleanup function. */
function syncHistory(): () => void {
  addEventListener('popstate', handlePopState)
  const stop = effect(() => recordStep(step.value.name))
  return () => {
    stop()
    removeEventListener('popstate', handlePopState)
  }
}

function recordStep(name: VoucherStep['name']): void {
  if (name === 'resuming') return
  const now = stepNamed(name) ?? 'paid'
  const { voucher, after } = currentEntry()
  if (voucher === now) return
  const indexOf = (name: unknown) => STEPS.findIndex((known) => known === name)
  if (indexOf(voucher) >= 0 && indexOf(now) > indexOf(voucher))
    history.pushState({ voucher: now, after: stepNamed(voucher) } satisfies HistoryEntry, '')
  else if (after === now) history.back()
  else history.replaceState({ ...(history.state as object), voucher: now, after: undefined }, '')
}

/**
 * Shows the step of the history entry. Ignores other entries, such as links to a section, and all entries during and
 * after a payment: the confirmation stays in view, and nothing can be paid twice.
 */
function handlePopState(event: PopStateEvent): void {
  const target = stepNamed((event.state as HistoryEntry | null)?.voucher)
  if (!target || isPaying.value || !stepNamed(step.value.name) || target === step.value.name) return
  if (target === 'amount') return goTo({ name: target })
  const open = checkout.attempts.open()
  if (target === 'payment' && open) goTo({ name: target, ...open })
  else if (target === 'details' && pence.value !== undefined) goTo({ name: target })
}
