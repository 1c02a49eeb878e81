import { signal } from '@preact/signals-react'
import { findPayment } from './find-payment.ts'
import { collectVoucher, resume, showFound, showPaymentFailure } from './voucher.state.ts'

/** The provider's no, in its words. */
export interface Refusal {
  code?: string
  message?: string
  payment_intent?: { status: string }
}

/** A payment is being made: nobody goes back, and no second press counts. */
export const paying = signal(false)

/** Has the provider confirm the payment, and goes where its answer leads. */
export async function pay(clientSecret: string, confirm: () => Promise<Refusal | undefined>): Promise<void> {
  if (paying.value) return
  paying.value = true
  try {
    const refusal = await confirm()
    await (refusal ? takeRefusal(clientSecret, refusal) : collectVoucher(clientSecret))
  } catch {
    showPaymentFailure(undefined)
  } finally {
    paying.value = false
  }
}

/** 'Unexpected state' is no refusal: it was paid or cancelled meanwhile, in another tab or behind a dropped connection. */
async function takeRefusal(clientSecret: string, { code, message, payment_intent }: Refusal): Promise<void> {
  if (code !== 'payment_intent_unexpected_state') return showPaymentFailure(message)
  const paid = payment_intent?.status === 'succeeded' || payment_intent?.status === 'processing'
  await (paid ? collectVoucher(clientSecret) : resume(clientSecret))
}

/** The provider's form would not open. Perhaps because there is nothing left to pay. */
export async function explainMissingForm(clientSecret: string): Promise<void> {
  const found = await findPayment(clientSecret)
  if (found.status !== 'unpaid' && found.status !== 'unreached') showFound(clientSecret, found)
}
