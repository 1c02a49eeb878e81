import { signal } from '@preact/signals-react'
import { failure, sayPaymentFailed } from './notifications.ts'

/** The provider's no, in its words. */
export interface Refusal {
  type?: string
  code?: string
  message?: string
  payment_intent?: { status: string }
}

/** Where the provider's answer leads. */
interface Ways {
  collect(clientSecret: string): Promise<void>
  resume(clientSecret: string): Promise<void>
  noticeClosing(clientSecret: string): Promise<void>
}

/** After so many declines the server closes a payment. */
const DECLINES_MAX = 5
/** Of the payment that was declined last, since the page was loaded. */
let declined = { clientSecret: '', times: 0 }

/** A payment is being made: nobody goes back, and no second press counts. */
export const paying = signal(false)

/** Has the provider confirm the payment, and goes where its answer leads. */
export async function pay(
  clientSecret: string,
  confirm: () => Promise<Refusal | undefined>,
  ways: Ways,
): Promise<void> {
  if (paying.value) return
  paying.value = true
  failure.value = undefined
  try {
    const refusal = await confirm()
    await (refusal ? takeRefusal(clientSecret, refusal, ways) : ways.collect(clientSecret))
  } catch {
    sayPaymentFailed()
  } finally {
    paying.value = false
  }
}

/** 'Unexpected state' is no refusal: it was paid or cancelled meanwhile, in another tab or behind a dropped connection. */
async function takeRefusal(
  clientSecret: string,
  { type, code, message, payment_intent }: Refusal,
  ways: Ways,
): Promise<void> {
  if (code !== 'payment_intent_unexpected_state') {
    sayPaymentFailed(message)
    if (type === 'card_error' && countDecline(clientSecret) >= DECLINES_MAX)
      await ways.noticeClosing(clientSecret)
    return
  }
  const paid = payment_intent?.status === 'succeeded' || payment_intent?.status === 'processing'
  await (paid ? ways.collect(clientSecret) : ways.resume(clientSecret))
}

function countDecline(clientSecret: string): number {
  const before = declined.clientSecret === clientSecret ? declined.times : 0
  declined = { clientSecret, times: before + 1 }
  return declined.times
}
