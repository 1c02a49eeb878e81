import type { Config } from '@netlify/functions'
import { database } from '#server/clients/database.ts'
import { postmark } from '#server/clients/email.ts'
import { openServices } from '#server/clients/services.ts'
import { stripe } from '#server/clients/stripe.ts'
import { sendEmails } from '#server/email/send-emails.ts'
import { serveWebhook } from '#server/http/serve-webhook.ts'
import {
  applyStripeEvent,
  STRIPE_WEBHOOK_PATH,
  verifyStripeEvent,
} from '#server/settlement/apply-stripe-event.ts'

const services = openServices({ db: database, stripe, email: postmark })

export default serveWebhook({
  path: STRIPE_WEBHOOK_PATH,
  verify: (body, headers) => verifyStripeEvent(services, body, headers.get('stripe-signature') ?? ''),
  apply: (event) => applyStripeEvent(services, event),
  after: () => sendEmails(services),
})
export const config: Config = { path: STRIPE_WEBHOOK_PATH }
