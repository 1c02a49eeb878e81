import { signal } from '@preact/signals-react'
import { object } from 'valibot'
import { changeRecipientEndpoint, changeSendDateEndpoint } from '#contract/purchase-changes.ts'
import type { Purchased, PurchasedVoucher } from '#contract/purchases.ts'
import { londonDay, sendOnProblem, SendOnSchema } from '#contract/send-date.ts'
import { EmailSchema } from '#contract/text.ts'
import {
  editing,
  failureOf,
  messageOf,
  openPurchase,
  outcome,
  view,
} from '#islands/your-purchase/your-purchase.store.ts'
import { ApiError, call, fieldErrorsOf } from '#lib/api.ts'
import { createForm } from '#lib/form.ts'
import { currentPurchaseToken } from '#lib/purchase-token.ts'

export const isPending = signal(false)
/** Why a change failed, if no field says it. */
export const problem = signal<string | undefined>(undefined)

export const addressForm = createForm(object({ recipientEmail: EmailSchema() }), { recipientEmail: '' })
export const dayForm = createForm(object({ sendOn: SendOnSchema }), { sendOn: '' })

export function startEditing(
  what: 'address' | 'day',
  { recipientEmail = '', sendOn = '' }: PurchasedVoucher,
): void {
  addressForm.reset()
  dayForm.reset()
  addressForm.setValue('recipientEmail', recipientEmail)
  dayForm.setValue('sendOn', sendOn)
  problem.value = undefined
  outcome.value = undefined
  editing.value = what
}

export function stopEditing(): void {
  editing.value = undefined
  problem.value = undefined
}

/** Saves the typed address. Returns false if it must be corrected. */
export async function saveAddress(shown: PurchasedVoucher): Promise<boolean> {
  const typed = addressForm.validate()
  if (!typed) return false
  const from = shown.recipientEmail
  return change(addressForm, (token) =>
    call(changeRecipientEndpoint, { token, ...typed, ...(from !== undefined && { from }) }),
  )
}

/** Saves the chosen day. Returns false if it must be corrected. */
export async function saveDay(shown: PurchasedVoucher): Promise<boolean> {
  const typed = dayForm.validate()
  if (!typed) return false
  const bounds = { today: londonDay(new Date()), lastDay: shown.expiryDate }
  const wrong = sendOnProblem(typed.sendOn, bounds)
  if (wrong === undefined) return changeDay(shown, typed.sendOn)
  dayForm.showErrors({ sendOn: wrong })
  return false
}

export const sendNow = (shown: PurchasedVoucher): Promise<boolean> => changeDay(shown, null)

const changeDay = (shown: PurchasedVoucher, sendOn: string | null) =>
  change(dayForm, (token) => call(changeSendDateEndpoint, { token, sendOn, from: shown.sendOn ?? null }))

/** Makes a change and shows the purchase as it is then. After a refusal it is read again, so that what is shown is true. */
async function change(
  form: typeof addressForm | typeof dayForm,
  send: (token: string) => Promise<Purchased>,
): Promise<boolean> {
  const token = currentPurchaseToken()
  if (isPending.value || token === undefined) return true
  isPending.value = true
  problem.value = undefined
  try {
    view.value = { name: 'open', purchase: await send(token) }
    finish({ text: 'Saved.', isGood: true })
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
  const body = error instanceof ApiError ? error.body : undefined
  switch (body?.code) {
    case 'changed_meanwhile':
    case 'not_active':
      finish({ text: body.message, isGood: false })
      return openPurchase()
    case 'not_found':
    case 'unavailable':
      stopEditing()
      view.value = failureOf(error)
      return
    default:
      problem.value = messageOf(error)
  }
}

function finish(how: { text: string; isGood: boolean }): void {
  stopEditing()
  outcome.value = how
}
