import { Stripe } from 'stripe'
import { callFunction } from '#tests/harness/call-function.ts'
import { functions } from '#tests/harness/every-function.ts'
import { ENVIRONMENT, WEBHOOK_SECRET } from '#tests/harness/start-world.ts'

const { stripeWebhook } = functions

export const sign = (
  payload: string,
  secret = WEBHOOK_SECRET,
  timestamp = Math.floor(Date.now() / 1000),
): string => Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })

const POSTMARK_CREDENTIALS = `postmark:${ENVIRONMENT.POSTMARK_WEBHOOK_PASSWORD}`
/** Headers of Postmark's requests. */
export const POSTMARK_HEADERS = {
  authorization: `Basic ${Buffer.from(POSTMARK_CREDENTIALS).toString('base64')}`,
}

/** Sends the webhook an event about an object, by default signed. */
export async function deliver(
  { type, ...object }: { type: string } & Record<string, string>,
  signature?: string,
): Promise<Response> {
  const body = JSON.stringify({ object: 'event', type, data: { object }, id: 'evt_1' })
  const headers = { 'stripe-signature': signature ?? sign(body) }
  return await callFunction(stripeWebhook, { path: '/api/stripe-webhook', body, headers })
}
