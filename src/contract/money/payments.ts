import * as v from 'valibot'

export const IntentIdSchema = v.pipe(
  v.string(),
  v.regex(/^pi_[A-Za-z0-9_]{1,200}$/, 'Please check the payment reference'),
)

/** Stripe's client secret, `{intent id}_secret_{random}`. It proves that its holder started the payment. */
export const ClientSecretSchema = v.pipe(
  v.string(),
  v.regex(/^pi_[A-Za-z0-9]{1,200}_secret_[A-Za-z0-9]{1,200}$/, 'We could not recognise this payment'),
)

/** What the card form needs to open a payment. */
export const OpenIntentSchema = v.object({
  clientSecret: ClientSecretSchema,
  publishableKey: v.pipe(v.string(), v.startsWith('pk_')),
})

/** A pay-later provider has not decided yet; an email follows. */
export const ProcessingSchema = v.object({ processing: v.literal(true), message: v.string() })

/** Proof of a purchase: the client secret, or exactly the input that started the payment. */
export const claimBy = <Entries extends v.ObjectEntries>(purchase: Entries) =>
  v.lazy((input) =>
    input && typeof input === 'object' && 'clientSecret' in input
      ? v.object({ clientSecret: ClientSecretSchema })
      : v.object({ ...purchase, paymentIntentId: IntentIdSchema }),
  )
