import { type BoughtVoucher, createPaymentIntentEndpoint, giftVouchersEndpoint } from '#contract/vouchers'
import { createCheckout } from '../checkout/checkout.ts'
import { call } from '../../lib/api.ts'
import { PAYMENT_TOAST_DURATION, showToast } from '../../ui/toast.ts'
import { clearForm, order, pence } from './voucher-form.store.ts'
import { goTo, stage } from './voucher-step.ts'

/** How a voucher is paid for, and what became of its payment. */
export const checkout = createCheckout<BoughtVoucher>({
  order,
  create: (attempt) => call(createPaymentIntentEndpoint, { ...order.value, ...attempt }),
  async claim(clientSecret) {
    const reply = await call(giftVouchersEndpoint, { clientSecret })
    return 'voucher' in reply ? reply.voucher : undefined
  },
  stage,
  goTo,
  atForm: () => stage.value.name === 'details',
  goToForm: (because, arrive) =>
    goTo({ name: pence.value === undefined ? 'amount' : 'details' }, { arrive, because }),
  tellReady: () =>
    showToast({
      title: 'Ready for Payment',
      description: 'Please complete your payment to create the gift voucher.',
    }),
  clearForm,
  tellBought: ({ amount, reference }) =>
    showToast({
      title: 'Payment Successful!',
      description: `Payment of £${amount} completed successfully. Reference: ${reference}`,
      duration: PAYMENT_TOAST_DURATION,
    }),
  thing: 'voucher',
})

export function createAnother(): void {
  goTo({ name: 'amount' })
  clearForm()
  checkout.attempts.forget()
}
