import { refundPaymentEndpoint, releaseAlertEndpoint, settleNowEndpoint } from '#contract/reports/reports.ts'
import { adminCall } from '#islands/admin/admin-api.ts'
import { runAction } from '#islands/admin/shared/action.ts'
import { describeRefund } from '#islands/admin/shared/format.ts'
import type { ActionResult } from '#ui/FormDialog.tsx'

const SETTLEMENT_MESSAGES = {
  fulfilled: 'The voucher has been paid for and issued.',
  ordered: 'The order has been paid for and recorded.',
  processing: 'The payment is still going through.',
  unpaid: 'The customer has not paid yet.',
  cancelled: 'The customer did not finish paying, so we have closed this payment. No money was taken.',
  returned: 'Nothing was bought with this payment, so the money is being returned.',
  refunded: 'The payment was refunded in Stripe before anything was delivered.',
  unmatched: 'We have no record of what this payment was for. You can refund it under “Needs attention”.',
  unknown: 'We have no record of this payment.',
}

export const settlePayment = (id: string): Promise<ActionResult> =>
  runAction(() => adminCall(settleNowEndpoint, {}, { params: { id } }), {
    done: ({ outcome }) => ({ title: 'Payment checked', description: SETTLEMENT_MESSAGES[outcome] }),
    failed: 'The payment could not be settled. Please try again.',
  })

/** Refunds exactly the amount that was shown. */
export const refundPayment = (id: string, expectedAmount: string, currency: string): Promise<ActionResult> =>
  runAction(() => adminCall(refundPaymentEndpoint, { expectedAmount }, { params: { id } }), {
    done: ({ refunded, state }) => ({
      title: state === 'succeeded' ? 'Refund made' : 'Refund under way',
      description: describeRefund(refunded, state, currency),
    }),
    failed: 'The refund could not be made. Please try again.',
  })

export const releasePayment = (id: string): Promise<ActionResult> =>
  runAction(() => adminCall(releaseAlertEndpoint, {}, { params: { id } }), {
    done: ({ frozen }) => ({
      title: 'Payment released',
      description: frozen
        ? 'The purchase is still frozen for another reason.'
        : 'The purchase is no longer frozen.',
    }),
    failed: 'The payment could not be released. Please try again.',
  })
