import { signal } from '@preact/signals-react'
import type { ErrorCode } from '#contract/errors'
import { lastErrorMessage, notifyError } from '../../checkout/notifications.ts'
import { ApiError, fieldErrorsOf } from '../../../lib/api.ts'
import { refreshProducts } from '../shop-products.store.ts'
import { checkForm, showServerErrors, selectProduct, selectedProduct } from './purchase-form.store.ts'
import { checkout } from './purchase.store.ts'
import { goTo } from './purchase-step.ts'

// From the form to a payment that can be made, and back.

export const isSubmitting = signal(false)
/** Nothing can be bought here at the moment, for the sentence with the phone number. */
export const isUnavailable = signal(false)

/** The shelf is no longer what the buyer saw. */
const STALE_PRODUCT_CODES = new Set<ErrorCode>(['sold_out', 'changed_meanwhile', 'not_found'])

/** Goes on to the payment. Tells whether it could; if not, a sentence says why. */
export async function submit(): Promise<boolean> {
  if (isSubmitting.value) return true
  lastErrorMessage.value = undefined
  if (!checkForm()) return false
  isSubmitting.value = true
  try {
    await checkout.start()
    return true
  } catch (error) {
    await handleSubmitError(error)
    return false
  } finally {
    isSubmitting.value = false
  }
}

export function backToForm(): void {
  lastErrorMessage.value = undefined
  goTo({ name: 'form' })
}

async function handleSubmitError(error: unknown): Promise<void> {
  const body = error instanceof ApiError ? error.body : undefined
  const fields = fieldErrorsOf(error)
  const placed = showServerErrors(fields)
  isUnavailable.value =
    body === undefined || ['unavailable', 'payment_provider', 'internal'].includes(body.code)
  const FAILED = 'Failed to proceed to payment. Please try again.'
  const unplaced = placed ? body?.message : Object.values(fields)[0]
  notifyError(FAILED, unplaced ?? FAILED)
  if (body && STALE_PRODUCT_CODES.has(body.code)) await refreshSelectedProduct()
}

/** The product as it is now. One that has left the shelf is out of stock. */
async function refreshSelectedProduct(): Promise<void> {
  const products = await refreshProducts()
  const before = selectedProduct.value
  if (!before || !products) return
  const now = products.find(({ id }) => id === before.id)
  if (now) selectProduct(now)
  else selectedProduct.value = { ...before, stock: 0 }
}
