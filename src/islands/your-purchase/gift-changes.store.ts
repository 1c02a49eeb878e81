import { signal } from '@preact/signals-react'
import { object } from 'valibot'
import { ChosenDaySchema, londonDay, sendOnProblem } from '#contract/base/send-date.ts'
import { EmailSchema } from '#contract/base/text.ts'
import {
  changeRecipientEndpoint,
  changeSendDateEndpoint,
  reissuePurchaseEndpoint,
} from '#contract/purchases/purchase-changes.ts'
import type { Purchased, PurchasedVoucher } from '#contract/purchases/purchases.ts'
import {
  editing,
  failureOf,
  openPurchase,
  outcome,
  possibleChanges,
  view,
  type GiftChange,
} from '#islands/your-purchase/your-purchase.store.ts'
import { ApiError, call, fieldErrorsOf, messageOf } from '#lib/api.ts'
import { createForm } from '#lib/form.ts'
import { currentPurchaseToken } from '#lib/purchase-token.ts'
import { serverNow } from '#lib/server-time.ts'

export const isPending = signal(false)
/** Why a change failed, if no field says it. */
export const problem = signal<string | undefined>(undefined)

/** For the corrected address, and for the one that a voucher with a new code goes to. */
export const addressForm = createForm(object({ recipientEmail: EmailSchema() }), { recipientEmail: '' })
export const dayForm = createForm(object({ sendOn: ChosenDaySchema }), { sendOn: '' })

export function startEditing(what: GiftChange, { recipientEmail = '', sendOn = '' }: PurchasedVoucher): void {
  addressForm.reset()
  dayForm.reset()
  addressForm.setValue('recipientEmail', what === 'code' ? '' : recipientEmail)
  dayForm.setValue('sendOn', sendOn)
  problem.value = undefined
  outcome.value = undefined
  editing.value = what
}

export function stopEditing(): void {
  editing.value = undefined
  problem.value = undefined
}

/** Saves the typed address, or replaces the voucher by one for it. Returns false if it must be corrected. */
export async function saveAddress(shown: PurchasedVoucher): Promise<boolean> {
  const typed = addressForm.validate()
  if (!typed) return false
  if (editing.value === 'code')
    return change(
      addressForm,
      (token) => call(reissuePurchaseEndpoint, { token, ...typed }),
      () => REPLACED,
    )
  const from = shown.recipientEmail
  return change(
    addressForm,
    (token) => call(changeRecipientEndpoint, { token, ...typed, ...(from !== undefined && { from }) }),
    (now) => (now.kind === 'voucher' && now.voucherCode !== shown.voucherCode ? SAVED_WITH_NEW_CODE : SAVED),
  )
}

/** Saves the chosen day. Returns false if it must be corrected. */
export async function saveDay(shown: PurchasedVoucher): Promise<boolean> {
  const typed = dayForm.validate()
  if (!typed) return false
  const bounds = { today: londonDay(serverNow()), lastDay: shown.expiryDate }
  const wrong = sendOnProblem(typed.sendOn, bounds)
  if (wrong === undefined) return changeDay(shown, typed.sendOn)
  dayForm.showErrors({ sendOn: wrong })
  return false
}

export const sendNow = (shown: PurchasedVoucher): Promise<boolean> => changeDay(shown, null)

const changeDay = (shown: PurchasedVoucher, sendOn: string | null) =>
  change(dayForm, (token) => call(changeSendDateEndpoint, { token, sendOn, from: shown.sendOn ?? null }))

const SAVED = 'Your change has been saved.'
const SAVED_WITH_NEW_CODE =
  'Your change has been saved. Our email may have reached the old address, so the voucher has a new code. Please throw away any copy you have printed.'

const REPLACED =
  'Your voucher has a new code. The old one no longer works, so please throw away any copy you have printed.'

/** Makes a change and shows the purchase as it is then. After a refusal it is read again, so that what is shown is true. */
async function change(
  form: typeof addressForm | typeof dayForm,
  send: (token: string) => Promise<Purchased>,
  done: (purchase: Purchased) => string = () => SAVED,
): Promise<boolean> {
  const token = currentPurchaseToken()
  if (isPending.value || token === undefined) return true
  isPending.value = true
  problem.value = undefined
  try {
    const purchase = await send(token)
    view.value = { name: 'open', purchase }
    finish({ text: done(purchase), isGood: true })
    return true
  } catch (error) {
    const fields = fieldErrorsOf(error)
    form.showErrors(fields)
    if (Object.keys(fields).length > 0) return false
    await handleRefusal(error)
    return true
  } finally {
    isPending.value = false
  }
}

async function handleRefusal(error: unknown): Promise<void> {
  const code = error instanceof ApiError ? error.body?.code : undefined
  if (code === 'not_found' || code === 'unavailable') {
    stopEditing()
    view.value = failureOf(error)
    return
  }
  if (error instanceof ApiError && error.status === 409) await openPurchase()
  if (isStillPossible()) problem.value = messageOf(error)
  else finish({ text: messageOf(error), isGood: false })
}

/** Returns whether the purchase that is shown still allows the change. Then the form stays open with what was typed. */
function isStillPossible(): boolean {
  if (view.value.name !== 'open' || view.value.purchase.kind !== 'voucher') return true
  return editing.value !== undefined && possibleChanges(view.value.purchase)[editing.value]
}

function finish(how: { text: string; isGood: boolean }): void {
  stopEditing()
  outcome.value = how
}
