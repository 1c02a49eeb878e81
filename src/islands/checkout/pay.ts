import { signal } from '@preact/signals-react'
import { clearError, notifyDeclined, notifyPaymentFailed } from '#islands/checkout/notifications.ts'

/** The part of Stripe's error that is used here. */
export interface PaymentError {
  type?: string
  code?: string
  message?: string
  payment_intent?: { status: string }
}

interface PayHandlers {
  completePurchase(clientSecret: string): Promise<void>
  resume(clientSecret: string): Promise<void>
  checkIfClosed(clientSecret: string): Promise<void>
  /** Returns whether the payment is still unpaid; if not, or if nobody knows, shows that. */
  isStillUnpaid(clientSecret: string): Promise<boolean>
}

/** The provider, or the way to it, failed: the payment may have been taken all the same. */
const LOST_ANSWERS = new Set(['api_connection_error', 'api_error'])

/** The server closes a payment after this many declines. */
const DECLINES_MAX = 5
/** Declines of the last declined payment, since the page was loaded. */
let lastDeclined = { clientSecret: '', times: 0 }

/** While true, the buyer cannot go back or submit again. */
export const isPaying = signal(false)

/** Confirms the payment with the provider and handles the result. */
export async function pay(
  clientSecret: string,
  confirm: () => Promise<PaymentError | undefined>,
  ways: PayHandlers,
): Promise<void> {
  if (isPaying.value) return
  isPaying.value = true
  clearError()
  try {
    const refusal = await confirm()
    await (refusal ? handlePaymentError(clientSecret, refusal, ways) : ways.completePurchase(clientSecret))
  } catch {
    await handleLostAnswer(clientSecret, ways)
  } finally {
    isPaying.value = false
  }
}

/** Handles a decline, or a payment that was paid or cancelled in another tab or request (unexpected state). */
async function handlePaymentError(
  clientSecret: string,
  { type, code, message, payment_intent }: PaymentError,
  ways: PayHandlers,
): Promise<void> {
  if (code !== 'payment_intent_unexpected_state') {
    if (type !== undefined && LOST_ANSWERS.has(type))
      return await handleLostAnswer(clientSecret, ways, message)
    if (type !== 'card_error') return notifyPaymentFailed(message)
    notifyDeclined(message)
    if (countDecline(clientSecret) >= DECLINES_MAX) await ways.checkIfClosed(clientSecret)
    return
  }
  const paid = payment_intent?.status === 'succeeded' || payment_intent?.status === 'processing'
  await (paid ? ways.completePurchase(clientSecret) : ways.resume(clientSecret))
}

async function handleLostAnswer(clientSecret: string, ways: PayHandlers, message?: string): Promise<void> {
  if (await ways.isStillUnpaid(clientSecret)) notifyPaymentFailed(message)
}

function countDecline(clientSecret: string): number {
  const before = lastDeclined.clientSecret === clientSecret ? lastDeclined.times : 0
  lastDeclined = { clientSecret, times: before + 1 }
  return lastDeclined.times
}
