/**
 * Where Postmark posts what happens to our emails, with HTTP basic auth: this user and POSTMARK_WEBHOOK_PASSWORD. Not beside
 * the client, whose SDK the webhook does not need.
 */
export const POSTMARK_WEBHOOK = { path: '/api/postmark-webhook', user: 'postmark' } as const
