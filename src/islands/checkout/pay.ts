import { signal } from '@preact/signals-react'
import { lastErrorMessage, notifyPaymentFailed } from './notifications.ts'

/** The provider's no, in its words. */
export interface PaymentError {
  type?: string
  code?: string
  message?: string
  payment_intent?: { status: string }
}

/** Where the provider's answer leads. */
interface PayHandlers {
  completePurchase(clientSecret: string): Promise<void>
  resume(clientSecret: string): Promise<void>
  checkIfClosed(clientSecret: string): Promise<void>
}

/** After so many declines the server closes a payment. */
const DECLINES_MAX = 5
/** Of the payment that was declined last, since the page was loaded. */
let lastDeclined = { clientSecret: '', times: 0 }

/** A payment is being made: nobody goes back, and no second press counts. */
export const isPaying = signal(false)

/** Has the provider confirm the payment, and goes where its answer leads. */
export async function pay(
  clientSecret: string,
  confirm: () => Promise<PaymentError | undefined>,
  ways: PayHandlers,
): Promise<void> {
  if (isPaying.value) return
  isPaying.value = true
  lastErrorMessage.value = undefined
  try {
    const refusal = await confirm()
    await (refusal ? handlePaymentError(clientSecret, refusal, ways) : ways.completePurchase(clientSecret))
  } catch {
    notifyPaymentFailed()
  } finally {
    isPaying.value = false
  }
}

/** 'Unexpected state' is no refusal: it was paid or cancelled meanwhile, in another tab or behind a dropped connection. */
async function handlePaymentError(
  clientSecret: string,
  { type, code, message, payment_intent }: PaymentError,
  ways: PayHandlers,
): Promise<void> {
  if (code !== 'payment_intent_unexpected_state') {
    notifyPaymentFailed(message)
    if (type === 'card_error' && countDecline(clientSecret) >= DECLINES_MAX)
      await ways.checkIfClosed(clientSecret)
    return
  }
  const paid = payment_intent?.status === 'succeeded' || payment_intent?.status === 'processing'
  await (paid ? ways.completePurchase(clientSecret) : ways.resume(clientSecret))
}

function countDecline(clientSecret: string): number {
  const before = lastDeclined.clientSecret === clientSecret ? lastDeclined.times : 0
  lastDeclined = { clientSecret, times: before + 1 }
  return lastDeclined.times
}
