import { batch, signal } from '@preact/signals-react'
import { lastErrorMessage } from '../../checkout/notifications.ts'
import { forgetReturnedIntent } from '../../../lib/returned-intent.ts'
import { closeDialog } from '../shop-products.store.ts'
import { isBlank } from './purchase-form.store.ts'
import { checkout, clearForm } from './purchase.store.ts'
import { goTo, step } from './purchase-step.ts'
import { isUnavailable } from './submit.ts'

/** Whether the buyer is being asked if they mean to close. */
export const isConfirmingClose = signal(false)

/** Somebody wants to close the dialog: if something would be lost, it asks first. */
export function requestClose(): void {
  const { name } = step.value
  if (isConfirmingClose.value) keepOpen()
  else if (name === 'payment' || name === 'resuming' || (name === 'form' && !isBlank.value))
    isConfirmingClose.value = true
  else closePurchase()
}

export function keepOpen(): void {
  isConfirmingClose.value = false
}

/** Everything is forgotten, but for a payment that may still be open: the next one takes its place. */
export function closePurchase(): void {
  const at = step.value
  const { attempts } = checkout
  batch(() => {
    if (at.name === 'resuming') attempts.replaceNext(at.clientSecret)
    if (at.name === 'success' || at.name === 'following') attempts.forget()
    else attempts.giveUp()
    clearForm()
    goTo({ name: 'form' })
    lastErrorMessage.value = undefined
    isConfirmingClose.value = isUnavailable.value = false
    closeDialog()
  })
  forgetReturnedIntent()
}
