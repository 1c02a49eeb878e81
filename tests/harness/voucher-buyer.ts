import { randomUUID } from 'node:crypto'
import { formatPounds } from '#contract/base/money.ts'
import { purchaseToken } from '#server/links/purchase-link.ts'
import { settlePayment } from '#server/money/settle/settle-payment.ts'
import { startVoucherPayment } from '#server/money/start/start-payment.ts'
import { callFunction } from '#tests/harness/call-function.ts'
import { functions } from '#tests/harness/every-function.ts'
import type { World } from '#tests/harness/start-world.ts'

const { createPaymentIntent } = functions

export const DETAILS = {
  buyerName: 'Buyer Name',
  buyerEmail: 'buyer@example.com',
  recipientName: 'Recipient Name',
  recipientEmail: 'recipient@example.com',
  personalMessage: 'Have a quiet hour.',
}

/** Returns the body that starts a payment. */
export function order(amount: unknown = '50', details: Record<string, unknown> = {}) {
  return { amount, voucherData: { ...DETAILS, ...details, originalAmount: amount } }
}

export interface Started {
  clientSecret: string
  intentId: string
}

export async function startPayment(pence = 5000, details = {}, replaced?: Started): Promise<Started> {
  const body = { ...order(formatPounds(pence), details), replaces: replaced?.clientSecret }
  const response = await callFunction(createPaymentIntent, {
    path: '/api/create-payment-intent',
    body,
  })
  const { clientSecret } = (await response.json()) as { clientSecret: string }
  return { clientSecret, intentId: clientSecret.slice(0, clientSecret.indexOf('_secret_')) }
}

/** Pays as Stripe.js does, with the publishable key and the client secret. */
export async function payStarted(
  world: World,
  started: Started,
  method: string | Record<string, string> = 'pm_card_visa',
): Promise<Response> {
  const chosen = typeof method === 'string' ? { payment_method: method } : method
  return await fetch(`${world.stripe.url}/v1/payment_intents/${started.intentId}/confirm`, {
    method: 'POST',
    headers: { authorization: 'Bearer pk_test_local', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ client_secret: started.clientSecret, ...chosen }),
  })
}

/** Pays with a pay-later provider that has not decided yet. */
export async function payLater(world: World, started: Started): Promise<void> {
  await payStarted(world, started, {
    'payment_method_data[type]': 'klarna',
    return_url: 'http://localhost:4321/',
  })
  await world.stripe.control.leaveProcessing({ intent: started.intentId })
}

export async function buy(world: World, pence = 5000, details = {}): Promise<Started> {
  const started = await startPayment(pence, details)
  await payStarted(world, started)
  return started
}

export interface Bought {
  id: string
  token: string
  recipient: string
  buyer: string
  paymentId: string
  intentId: string
}

/** Buys a voucher at the time of the world's clock. None of its emails is sent yet. */
export async function buyVoucherOnline(world: World, details: Record<string, unknown> = {}): Promise<Bought> {
  const recipient = `r${randomUUID()}@example.com`
  const buyer = `b${randomUUID()}@example.com`
  const voucherData = {
    ...DETAILS,
    recipientEmail: recipient,
    buyerEmail: buyer,
    ...details,
    originalAmount: 5000,
  }
  // Not through the function, whose clock is the real one.
  const { clientSecret } = await startVoucherPayment(world.services, { amount: 5000, voucherData }, 'address')
  const started = { clientSecret, intentId: clientSecret.slice(0, clientSecret.indexOf('_secret_')) }
  await payStarted(world, started)
  const settled = await settlePayment(world.services, started.intentId)
  if (settled.outcome !== 'fulfilled') throw new Error(settled.outcome)
  const [row] = await world.rows<{ id: string }>(
    'select id from payment where stripe_payment_intent_id = $1',
    [started.intentId],
  )
  const { id: paymentId } = row!
  const { intentId } = started
  return { id: settled.voucher.id, token: purchaseToken(paymentId), paymentId, intentId, recipient, buyer }
}
