import type { Context } from '@netlify/functions'
import type { Services } from '#server/clients/services.ts'
import { POSTMARK_WEBHOOK, STRIPE_WEBHOOK_PATH } from '#server/clients/webhook-paths.ts'
import { applyPostmarkEvent } from '#server/delivery/email-events.ts'
import { verifyPostmarkEvent } from '#server/delivery/verify-postmark-event.ts'
import { sendEmails } from '#server/email/send-emails.ts'
import { serveWebhook } from '#server/http/serve-webhook.ts'
import { applyStripeEvent, verifyStripeEvent } from '#server/money/settle/apply-stripe-event.ts'

/** Serves the events of Stripe and Postmark as one function. */
export function serveWebhooks(services: Omit<Services, 'buildHook' | 'breachedPasswords'>) {
  const after = () => sendEmails(services)
  const stripe = serveWebhook({
    path: STRIPE_WEBHOOK_PATH,
    verify: (body, headers) => verifyStripeEvent(services, body, headers.get('stripe-signature') ?? ''),
    apply: (event) => applyStripeEvent(services, event),
    after,
  })
  const postmark = serveWebhook({
    path: POSTMARK_WEBHOOK.path,
    verify: verifyPostmarkEvent,
    apply: (event) => applyPostmarkEvent(services, event),
    after,
  })
  return (request: Request, context: Context): Promise<Response> =>
    (new URL(request.url).pathname.startsWith(STRIPE_WEBHOOK_PATH) ? stripe : postmark)(request, context)
}
