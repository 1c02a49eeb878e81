import type { Config } from '@netlify/functions'
import { database } from '#server/clients/database.ts'
import { postmark } from '#server/clients/email.ts'
import { POSTMARK_WEBHOOK } from '#server/clients/postmark-webhook.ts'
import { openServices } from '#server/clients/services.ts'
import { applyPostmarkEvent } from '#server/delivery/email-events.ts'
import { verifyPostmarkEvent } from '#server/delivery/verify-postmark-event.ts'
import { sendEmails } from '#server/email/send-emails.ts'
import { serveWebhook } from '#server/http/serve-webhook.ts'

const services = openServices({ db: database, email: postmark })

export default serveWebhook({
  path: POSTMARK_WEBHOOK.path,
  verify: verifyPostmarkEvent,
  apply: (event) => applyPostmarkEvent(services, event),
  after: () => sendEmails(services),
})
export const config: Config = { path: POSTMARK_WEBHOOK.path }
