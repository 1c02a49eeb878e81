import type { Config } from '@netlify/functions'
import { serveWebhook } from '#server/http/serve-webhook'
import { sendMail } from '#server/mail/send-mail'
import { applyStripeEvent, verifyStripeEvent } from '#server/payments/stripe-event'
import { services } from '#server/services/services'

export default serveWebhook({
  verify: (body, signature) => verifyStripeEvent(services, body, signature),
  apply: (event) => applyStripeEvent(services, event),
  after: () => sendMail(services),
})
export const config: Config = { path: '/api/stripe-webhook' }
