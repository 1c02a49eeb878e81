import { Stripe } from 'stripe'
import type { Services } from '#server/clients/services.ts'
import { DomainError } from '#server/domain-error.ts'
import { closeUnpaid } from '#server/money/settle/close-unpaid.ts'
import { callStripe, intentIdOf } from '#server/money/settle/intent.ts'

type Deps = Pick<Services, 'db' | 'stripe' | 'clock' | 'random'>

/** Cancels an intent at Stripe, then its payment here. Resolves to false if it is paid or being paid. */
export async function cancelIntent({ db, stripe, clock }: Deps, intentId: string): Promise<boolean> {
  try {
    await stripe.paymentIntents.cancel(intentId, { cancellation_reason: 'abandoned' })
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError) || error.code !== 'payment_intent_unexpected_state') {
      return await callStripe(() => Promise.reject(error))
    }
    const intent = await callStripe(() => stripe.paymentIntents.retrieve(intentId))
    if (intent.status !== 'canceled') return false
  }
  await db.batch(closeUnpaid(intentId, clock.now()))
  return true
}

/**
 * Cancels the payment that a new attempt of the same buyer replaces, and returns the id of its intent. Throws
 * `already_paid` if it is paid or being paid. The caller has looked the intent up in `payment`.
 */
export async function cancelPayment(services: Deps, clientSecret: string): Promise<string | undefined> {
  const intent = await findIntent(services, clientSecret)
  if (!intent || intent.status === 'canceled') return intent?.id
  if (intent.status === 'succeeded' || intent.status === 'processing') throw alreadyPaidError()
  if (!(await cancelIntent(services, intent.id))) throw alreadyPaidError()
  return intent.id
}

/** Returns the intent with this client secret. */
async function findIntent({ stripe }: Pick<Deps, 'stripe'>, clientSecret: string) {
  try {
    const intent = await callStripe(() => stripe.paymentIntents.retrieve(intentIdOf(clientSecret)))
    return intent.client_secret === clientSecret ? intent : undefined
  } catch (error) {
    if (error instanceof DomainError && error.code === 'not_found') return undefined
    throw error
  }
}

export const alreadyPaidError = () =>
  new DomainError(
    'already_paid',
    'This purchase has already been paid for, or the payment is on its way. Please do not pay again.',
  )
