import { type BoughtVoucher, createPaymentIntentEndpoint, giftVouchersEndpoint } from '#contract/vouchers'
import { createCheckout } from '../checkout/checkout.ts'
import { call } from '../../lib/api.ts'
import { PAYMENT_TOAST_DURATION, showToast } from '../../ui/toast.ts'
import { clearForm, order, pence } from './voucher-form.store.ts'
import { goTo, step } from './voucher-step.ts'

/** Payment of a voucher. */
export const checkout = createCheckout<BoughtVoucher>({
  noun: 'voucher',
  input: order,
  api: {
    createPayment: (attempt) => call(createPaymentIntentEndpoint, { ...order.value, ...attempt }),
    async claim(clientSecret) {
      const reply = await call(giftVouchersEndpoint, { clientSecret })
      return 'voucher' in reply ? reply.voucher : undefined
    },
  },
  stepper: {
    step,
    goTo,
    isAtForm: () => step.value.name === 'details',
    goToForm: (notice, moveFocus) =>
      goTo({ name: pence.value === undefined ? 'amount' : 'details' }, { moveFocus, notice }),
  },
  notify: {
    ready: () =>
      showToast({
        title: 'Ready for Payment',
        description: 'Please complete your payment to create the gift voucher.',
      }),
    paid: ({ amount, reference }) =>
      showToast({
        title: 'Payment Successful!',
        description: `Payment of £${amount} completed successfully. Reference: ${reference}`,
        duration: PAYMENT_TOAST_DURATION,
      }),
  },
  clearForm,
})

export function createAnother(): void {
  goTo({ name: 'amount' })
  clearForm()
  checkout.attempts.forget()
}
