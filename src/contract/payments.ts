import * as v from 'valibot'

export const IntentIdSchema = v.pipe(
  v.string(),
  v.regex(/^pi_[A-Za-z0-9_]{1,200}$/, 'This is no payment reference'),
)

/** Stripe's client secret, `{intent id}_secret_{random}`: whoever holds it started the payment. */
export const ClientSecretSchema = v.pipe(
  v.string(),
  v.regex(/^pi_[A-Za-z0-9]{1,200}_secret_[A-Za-z0-9]{1,200}$/, 'This is no client secret'),
)
