import { type BoughtOrder, createOrderEndpoint, createProductPaymentIntentEndpoint } from '#contract/orders'
import { createCheckout } from '../../checkout/checkout.ts'
import { call } from '../../../lib/api.ts'
import { PAYMENT_TOAST_DURATION, showToast } from '../../../ui/toast.ts'
import { form, order, selectedProduct } from './purchase-form.store.ts'
import { goTo, step } from './purchase-step.ts'

/** Payment of an order. */
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
    paid: ({ reference }) =>
      showToast({
        title: 'Purchase Successful!',
        description: `Order confirmed. Reference: ${reference}`,
        duration: PAYMENT_TOAST_DURATION,
      }),
  },
  clearForm,
})

export function clearForm(): void {
  form.reset()
  selectedProduct.value = undefined
}
