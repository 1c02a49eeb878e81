import type { Config } from '@netlify/functions'
import { serveWebhook } from '#server/http/serve-webhook'
import { sendEmails } from '#server/email/send-emails'
import {
  applyStripeEvent,
  STRIPE_WEBHOOK_PATH,
  verifyStripeEvent,
} from '#server/settlement/apply-stripe-event'
import { database } from '#server/clients/database'
import { postmark } from '#server/clients/email'
import { openServices } from '#server/clients/services'
import { stripe } from '#server/clients/stripe'

const services = openServices({ db: database, stripe, email: postmark })

export default serveWebhook({
  verify: (body, signature) => verifyStripeEvent(services, body, signature),
  apply: (event) => applyStripeEvent(services, event),
  after: () => sendEmails(services),
})
export const config: Config = { path: STRIPE_WEBHOOK_PATH }
