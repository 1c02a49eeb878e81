import { type BoughtOrder, createOrderEndpoint, createProductPaymentIntentEndpoint } from '#contract/orders'
import { createCheckout } from '../../checkout/checkout.ts'
import { call } from '../../../lib/api.ts'
import { PAYMENT_TOAST_DURATION, showToast } from '../../../ui/toast.ts'
import { form, order, wanted } from './purchase-form.store.ts'
import { goTo, stage } from './purchase-step.ts'

/** How an order is paid for, and what became of its payment. */
export const checkout = createCheckout<BoughtOrder>({
  order,
  create: (attempt) => call(createProductPaymentIntentEndpoint, { ...order.value, ...attempt }),
  async claim(clientSecret) {
    const reply = await call(createOrderEndpoint, { clientSecret })
    return 'order' in reply ? reply.order : undefined
  },
  stage,
  goTo,
  atForm: () => stage.value.name === 'form',
  goToForm: (because, arrive) => goTo({ name: 'form' }, { arrive, because }),
  tellReady: () =>
    showToast({
      title: 'Ready for Payment',
      description: 'Please complete your payment to place your order.',
    }),
  clearForm,
  tellBought: ({ reference }) =>
    showToast({
      title: 'Purchase Successful!',
      description: `Order confirmed. Reference: ${reference}`,
      duration: PAYMENT_TOAST_DURATION,
    }),
  thing: 'order',
})

export function clearForm(): void {
  form.clear()
  wanted.value = undefined
}
