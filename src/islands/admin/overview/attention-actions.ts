import {
  refundPaymentEndpoint,
  releaseAlertEndpoint,
  resendEmailEndpoint,
  settleNowEndpoint,
} from '#contract/reports'
import { ApiError } from '../../../lib/api.ts'
import type { ActionResult } from '../../../ui/FormDialog.tsx'
import { showToast } from '../../../ui/toast.ts'
import { errorMessage, toActionError } from '../shared/error-message.ts'
import { describeRefund } from '../shared/format.ts'
import { adminCall } from '../admin-api.ts'
import { reloadAttention } from './overview.store.ts'

const SETTLEMENT_MESSAGES = {
  fulfilled: 'It was paid, and its voucher is on its way.',
  ordered: 'It was paid, and its order is recorded.',
  processing: 'Its provider is still working on it.',
  unpaid: 'It was not paid.',
  cancelled: 'It was not paid and is cancelled.',
  returned: 'It bought nothing, and the money goes back.',
  unmatched: 'We have no record of what it was for. You can refund it.',
  unknown: 'We have no record of this payment.',
}

export async function settlePayment(id: string): Promise<void> {
  try {
    const { outcome } = await adminCall(settleNowEndpoint, {}, { params: { id } })
    showToast({ title: 'Payment settled', description: SETTLEMENT_MESSAGES[outcome] })
  } catch (error) {
    const description = errorMessage(error, 'The payment could not be settled. Please try again.')
    showToast({ title: 'Error', description, variant: 'destructive' })
  }
  await reloadAttention()
}

/** Refunds exactly the amount that was shown. */
export async function refundPayment(id: string, expectedAmount: string): Promise<ActionResult> {
  try {
    const { refunded, state } = await adminCall(refundPaymentEndpoint, { expectedAmount }, { params: { id } })
    const title = state === 'succeeded' ? 'Refund made' : 'Refund under way'
    showToast({ title, description: describeRefund(refunded, state) })
  } catch (error) {
    // The item was changed elsewhere.
    if (error instanceof ApiError && error.status === 409) void reloadAttention()
    return toActionError(error, 'The refund could not be made. Please try again.')
  }
  await reloadAttention()
  return undefined
}

/** */
export async function releasePayment(id: string): Promise<ActionResult> {
  try {
    const { frozen } = await adminCall(releaseAlertEndpoint, {}, { params: { id } })
    showToast({
      title: 'Payment released',
      description: frozen
        ? 'What was bought stays frozen: something else about this payment is open.'
        : 'What was bought is as good as before.',
    })
  } catch (error) {
    // The item was changed elsewhere.
    if (error instanceof ApiError && error.status === 409) void reloadAttention()
    return toActionError(error, 'The payment could not be released. Please try again.')
  }
  await reloadAttention()
  return undefined
}

export async function resendEmail(id: string, recipientEmail: string): Promise<ActionResult> {
  try {
    await adminCall(resendEmailEndpoint, { recipientEmail }, { params: { id } })
    showToast({ title: 'Sent again', description: `The email is on its way to ${recipientEmail}.` })
  } catch (error) {
    return toActionError(error, 'The email could not be sent again. Please try again.')
  }
  await reloadAttention()
  return undefined
}
