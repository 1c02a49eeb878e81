import { refundPayment, resendMail, settleNow } from '#contract/reports'
import { showToast } from '../../../ui/toast.ts'
import { type Failure, failureOf, failureSentence } from '../parts/failure-sentence.ts'
import { pounds } from '../parts/format.ts'
import { ask } from '../session/ask.ts'
import { reloadAttention } from './overview.state.ts'

const BECAME = {
  fulfilled: 'It was paid, and its voucher is on its way.',
  ordered: 'It was paid, and its order is recorded.',
  processing: 'Its provider is still working on it.',
  unpaid: 'It was not paid.',
  cancelled: 'It was not paid and is cancelled.',
  returned: 'It bought nothing, and the money goes back.',
  unknown: 'Nobody knows what it was for. It can be refunded.',
}

export async function settle(id: string): Promise<void> {
  try {
    const { outcome } = await ask(settleNow, {}, { params: { id } })
    showToast({ title: 'Payment settled', description: BECAME[outcome] })
  } catch (error) {
    const description = failureSentence(error, 'The payment could not be settled. Please try again.')
    showToast({ title: 'Error', description, variant: 'destructive' })
  }
  await reloadAttention()
}

/** Says nothing once it is done; else the sentence of what went wrong. */
export async function refund(id: string): Promise<string | undefined> {
  try {
    const { refunded } = await ask(refundPayment, {}, { params: { id } })
    showToast({ title: 'Refund made', description: `${pounds(refunded)} goes back to the card.` })
  } catch (error) {
    return failureSentence(error, 'The refund could not be made. Please try again.')
  }
  await reloadAttention()
  return undefined
}

/** Says nothing once the mail waits to be sent again. */
export async function resend(id: string, recipientEmail: string): Promise<Failure | undefined> {
  try {
    await ask(resendMail, { recipientEmail }, { params: { id } })
    showToast({ title: 'Sent again', description: `The mail is on its way to ${recipientEmail}.` })
  } catch (error) {
    return failureOf(error, 'The mail could not be sent again. Please try again.')
  }
  await reloadAttention()
  return undefined
}
