import { database } from '#server/clients/database.ts'
import { postmark } from '#server/clients/email.ts'
import { openServices } from '#server/clients/services.ts'
import { stripe } from '#server/clients/stripe.ts'
import { WEBHOOK_PATHS } from '#server/clients/webhook-paths.ts'
import { serveWebhooks } from '#server/endpoints/webhooks.ts'

export default serveWebhooks(openServices({ db: database, stripe, email: postmark }))
export const config = { path: [...WEBHOOK_PATHS] }
