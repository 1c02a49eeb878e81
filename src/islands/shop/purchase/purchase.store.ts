import { batch, signal } from '@preact/signals-react'
import type { ErrorCode } from '#contract/base/errors.ts'
import {
  createOrderEndpoint,
  createProductPaymentIntentEndpoint,
  type BoughtOrder,
} from '#contract/orders/orders.ts'
import { createCheckout } from '#islands/checkout/checkout.ts'
import { clearError, notifyError } from '#islands/checkout/notifications.ts'
import { createStepper, type PaymentStep } from '#islands/checkout/stepper.ts'
import {
  checkForm,
  form,
  isBlank,
  order,
  selectedProduct,
  selectProduct,
  showServerErrors,
} from '#islands/shop/purchase/purchase-form.store.ts'
import { closeDialog, refreshProducts } from '#islands/shop/shop-products.store.ts'
import { ApiError, call, fieldErrorsOf } from '#lib/api.ts'
import { forgetReturnedIntent } from '#lib/returned-intent.ts'
import { PAYMENT_TOAST_DURATION, showToast } from '#ui/toast.ts'

export type PurchaseStep = { name: 'form' } | PaymentStep<BoughtOrder>

export const { step, notice, goTo } = createStepper<PurchaseStep>({ name: 'form' })

/** The checkout of an order. */
export const checkout = createCheckout<BoughtOrder>({
  noun: 'order',
  input: order,
  api: {
    createPayment: (attempt) => call(createProductPaymentIntentEndpoint, { ...order.value, ...attempt }),
    async claim(clientSecret) {
      const reply = await call(createOrderEndpoint, { clientSecret })
      return 'order' in reply ? reply.order : undefined
    },
  },
  stepper: {
    step,
    goTo,
    isAtForm: () => step.value.name === 'form',
    goToForm: (notice, moveFocus) => goTo({ name: 'form' }, { moveFocus, notice }),
  },
  notify: {
    ready: () =>
      showToast({
        title: 'Ready for Payment',
        description: 'Please complete your payment to place your order.',
      }),
    paid: ({ reference }) => {
      showToast({
        title: 'Purchase Successful!',
        description: `Order confirmed. Reference: ${reference}`,
        duration: PAYMENT_TOAST_DURATION,
      })
      // The list behind the dialog still has the old stock.
      void refreshProducts()
    },
  },
  clearForm,
})

export function clearForm(): void {
  form.reset()
  selectedProduct.value = undefined
}

export const isSubmitting = signal(false)
/** Payments are unavailable: show the phone number. */
export const isUnavailable = signal(false)

/** Errors that mean that the product has changed since it was shown. */
const STALE_PRODUCT_CODES = new Set<ErrorCode>(['sold_out', 'changed_meanwhile', 'not_found'])

/** Starts the payment. Returns whether it could; if not, notifies. */
export async function submit(): Promise<boolean> {
  if (isSubmitting.value) return true
  clearError()
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
  goTo({ name: 'form' })
}

async function handleSubmitError(error: unknown): Promise<void> {
  const body = error instanceof ApiError ? error.body : undefined
  const fields = fieldErrorsOf(error)
  const placed = showServerErrors(fields)
  isUnavailable.value =
    body === undefined ||
    ['unavailable', 'database_unreachable', 'payment_provider', 'internal'].includes(body.code)
  const FAILED = 'Failed to proceed to payment. Please try again.'
  const unplaced = placed ? body?.message : Object.values(fields)[0]
  notifyError(FAILED, unplaced ?? FAILED)
  if (body && STALE_PRODUCT_CODES.has(body.code)) await refreshSelectedProduct()
}

/** Updates the selected product. A product that is no longer for sale counts as out of stock. */
async function refreshSelectedProduct(): Promise<void> {
  const products = await refreshProducts()
  const before = selectedProduct.value
  if (!before || !products) return
  const now = products.find(({ id }) => id === before.id)
  if (now) selectProduct(now)
  else selectedProduct.value = { ...before, stock: 0 }
}

export const isConfirmingClose = signal(false)

/** Closes the dialog, or asks for confirmation if something would be lost. */
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

/** Discards the purchase and closes the dialog. The next attempt replaces a payment that may still be open. */
export function closePurchase(): void {
  const at = step.value
  const { attempts } = checkout
  batch(() => {
    if (at.name === 'resuming') attempts.replaceNext(at.clientSecret)
    if (at.name === 'success' || at.name === 'following') attempts.forget()
    else attempts.giveUp()
    clearForm()
    goTo({ name: 'form' })
    isConfirmingClose.value = isUnavailable.value = false
    closeDialog()
  })
  forgetReturnedIntent()
}
