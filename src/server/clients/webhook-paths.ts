// Not beside the clients, whose SDKs the webhooks do not all need.

/** Where Stripe posts its events. */
export const STRIPE_WEBHOOK_PATH = '/api/stripe-webhook'

/** Where Postmark posts what happens to our emails, with HTTP basic auth: this user and POSTMARK_WEBHOOK_PASSWORD. */
export const POSTMARK_WEBHOOK = { path: '/api/postmark-webhook', user: 'postmark' } as const

export const WEBHOOK_PATHS = [STRIPE_WEBHOOK_PATH, POSTMARK_WEBHOOK.path] as const
