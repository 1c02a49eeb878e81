import { signal } from '@preact/signals-react'
import type { ErrorCode } from '#contract/errors'
import { failure, sayError } from '../../checkout/notifications.ts'
import { ApiError, fieldErrorsOf } from '../../../lib/api.ts'
import { refreshProducts } from '../shop-products.store.ts'
import { checkForm, showServerErrors, want, wanted } from './purchase-form.store.ts'
import { checkout } from './purchase.store.ts'
import { goTo } from './purchase-step.ts'

// From the form to a payment that can be made, and back.

export const busy = signal(false)
/** Nothing can be bought here at the moment, for the sentence with the phone number. */
export const closed = signal(false)

/** The shelf is no longer what the buyer saw. */
const CHANGED = new Set<ErrorCode>(['sold_out', 'changed_meanwhile', 'not_found'])

/** Goes on to the payment. Tells whether it could; if not, a sentence says why. */
export async function submit(): Promise<boolean> {
  if (busy.value) return true
  failure.value = undefined
  if (!checkForm()) return false
  busy.value = true
  try {
    await checkout.start()
    return true
  } catch (error) {
    await takeError(error)
    return false
  } finally {
    busy.value = false
  }
}

export function backToForm(): void {
  failure.value = undefined
  goTo({ name: 'form' })
}

async function takeError(error: unknown): Promise<void> {
  const body = error instanceof ApiError ? error.body : undefined
  const fields = fieldErrorsOf(error)
  const placed = showServerErrors(fields)
  closed.value = body === undefined || ['unavailable', 'payment_provider', 'internal'].includes(body.code)
  const FAILED = 'Failed to proceed to payment. Please try again.'
  const unplaced = placed ? body?.message : Object.values(fields)[0]
  sayError(FAILED, unplaced ?? FAILED)
  if (body && CHANGED.has(body.code)) await lookAgain()
}

/** The product as it is now. One that has left the shelf is out of stock. */
async function lookAgain(): Promise<void> {
  const products = await refreshProducts()
  const before = wanted.value
  if (!before || !products) return
  const now = products.find(({ id }) => id === before.id)
  if (now) want(now)
  else wanted.value = { ...before, stock: 0 }
}
