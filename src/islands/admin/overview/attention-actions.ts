import {
  refundPaymentEndpoint,
  releaseAlertEndpoint,
  resendEmailEndpoint,
  settleNowEndpoint,
} from '#contract/reports'
import { ApiError } from '../../../lib/api.ts'
import { showToast } from '../../../ui/toast.ts'
import { type Failure, failureOf, failureSentence } from '../shared/error-message.ts'
import { describeRefund } from '../shared/format.ts'
import { ask } from '../admin-api.ts'
import { reloadAttention } from './overview.store.ts'

const BECAME = {
  fulfilled: 'It was paid, and its voucher is on its way.',
  ordered: 'It was paid, and its order is recorded.',
  processing: 'Its provider is still working on it.',
  unpaid: 'It was not paid.',
  cancelled: 'It was not paid and is cancelled.',
  returned: 'It bought nothing, and the money goes back.',
  unmatched: 'We have no record of what it was for. You can refund it.',
  unknown: 'We have no record of this payment.',
}

export async function settle(id: string): Promise<void> {
  try {
    const { outcome } = await ask(settleNowEndpoint, {}, { params: { id } })
    showToast({ title: 'Payment settled', description: BECAME[outcome] })
  } catch (error) {
    const description = failureSentence(error, 'The payment could not be settled. Please try again.')
    showToast({ title: 'Error', description, variant: 'destructive' })
  }
  await reloadAttention()
}

/** Refunds exactly the amount that was shown. Resolves to `undefined` on success, otherwise to an error message. */
export async function refund(id: string, expectedAmount: string): Promise<string | undefined> {
  try {
    const { refunded, state } = await ask(refundPaymentEndpoint, { expectedAmount }, { params: { id } })
    const title = state === 'succeeded' ? 'Refund made' : 'Refund under way'
    showToast({ title, description: describeRefund(refunded, state) })
  } catch (error) {
    // It is no longer as it is shown.
    if (error instanceof ApiError && error.status === 409) void reloadAttention()
    return failureSentence(error, 'The refund could not be made. Please try again.')
  }
  await reloadAttention()
  return undefined
}

/** Resolves to `undefined` on success, otherwise to an error message. */
export async function release(id: string): Promise<string | undefined> {
  try {
    const { frozen } = await ask(releaseAlertEndpoint, {}, { params: { id } })
    showToast({
      title: 'Payment released',
      description: frozen
        ? 'What was bought stays frozen: something else about this payment is open.'
        : 'What was bought is as good as before.',
    })
  } catch (error) {
    // It is no longer as it is shown.
    if (error instanceof ApiError && error.status === 409) void reloadAttention()
    return failureSentence(error, 'The payment could not be released. Please try again.')
  }
  await reloadAttention()
  return undefined
}

/** Says nothing once the mail waits to be sent again. */
export async function resend(id: string, recipientEmail: string): Promise<Failure | undefined> {
  try {
    await ask(resendEmailEndpoint, { recipientEmail }, { params: { id } })
    showToast({ title: 'Sent again', description: `The mail is on its way to ${recipientEmail}.` })
  } catch (error) {
    return failureOf(error, 'The mail could not be sent again. Please try again.')
  }
  await reloadAttention()
  return undefined
}
