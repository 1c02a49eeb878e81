import { batch, signal } from '@preact/signals-react'
import { failure } from '../../checkout/notifications.ts'
import { forgetReturnedIntent } from '../../../lib/returned-intent.ts'
import { closeDialog } from '../shop-products.store.ts'
import { isBlank } from './purchase-form.store.ts'
import { checkout, clearForm } from './purchase.store.ts'
import { goTo, stage } from './purchase-step.ts'
import { closed } from './submit.ts'

/** Whether the buyer is being asked if they mean to close. */
export const asking = signal(false)

/** Somebody wants to close the dialog: if something would be lost, it asks first. */
export function leave(): void {
  const { name } = stage.value
  if (asking.value) stay()
  else if (name === 'payment' || name === 'resuming' || (name === 'form' && !isBlank.value))
    asking.value = true
  else close()
}

export function stay(): void {
  asking.value = false
}

/** Everything is forgotten, but for a payment that may still be open: the next one takes its place. */
export function close(): void {
  const at = stage.value
  const { attempts } = checkout
  batch(() => {
    if (at.name === 'resuming') attempts.replaceNext(at.clientSecret)
    if (at.name === 'success' || at.name === 'following') attempts.forget()
    else attempts.giveUp()
    clearForm()
    goTo({ name: 'form' })
    failure.value = undefined
    asking.value = closed.value = false
    closeDialog()
  })
  forgetReturnedIntent()
}
