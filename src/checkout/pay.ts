import { signal } from '@preact/signals-react'
import { failure, sayPaymentFailed } from './sayings.ts'

/** The provider's no, in its words. */
export interface Refusal {
  code?: string
  message?: string
  payment_intent?: { status: string }
}

/** Where the provider's answer leads. */
interface Ways {
  collect(clientSecret: string): Promise<void>
  resume(clientSecret: string): Promise<void>
}

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
  { code, message, payment_intent }: Refusal,
  ways: Ways,
): Promise<void> {
  if (code !== 'payment_intent_unexpected_state') return sayPaymentFailed(message)
  const paid = payment_intent?.status === 'succeeded' || payment_intent?.status === 'processing'
  await (paid ? ways.collect(clientSecret) : ways.resume(clientSecret))
}
