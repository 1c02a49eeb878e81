import type { Config } from '@netlify/functions'
import { serveWebhook } from '#server/http/serve-webhook'
import { sendMail } from '#server/mail/send-mail'
import { applyStripeEvent, STRIPE_WEBHOOK_PATH, verifyStripeEvent } from '#server/payments/stripe-event'
import { database } from '#server/services/database'
import { postmark } from '#server/services/mail'
import { openServices } from '#server/services/services'
import { stripe } from '#server/services/stripe'

const services = openServices({ db: database, stripe, mail: postmark })

export default serveWebhook({
  verify: (body, signature) => verifyStripeEvent(services, body, signature),
  apply: (event) => applyStripeEvent(services, event),
  after: () => sendMail(services),
})
export const config: Config = { path: STRIPE_WEBHOOK_PATH }
