import { Stripe } from 'stripe'
import { DomainError } from '#server/domain-error.ts'

/** A client secret is `{intent id}_secret_{random}`. */
export function intentIdOf(clientSecret: string): string {
  return clientSecret.slice(0, clientSecret.indexOf('_secret_'))
}

/** Returns the id of a Stripe object, whether it is expanded or not. */
export const idOf = (reference: string | { id: string } | null): string | undefined =>
  typeof reference === 'string' ? reference : reference?.id

const UNREACHABLE = 'We cannot reach our card provider at the moment.'

/**
 * Runs a request to Stripe and turns its errors into domain errors. `advice` is the second sentence of the message
 * shown when Stripe is unavailable.
 */
export async function callStripe<Result>(
  request: () => Promise<Result>,
  advice = 'Please try again.',
): Promise<Result> {
  try {
    return await request()
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    if (error.code === 'resource_missing') {
      throw new DomainError('not_found', 'We could not find this payment.', { cause: error })
    }
    throw new DomainError('payment_provider', `${UNREACHABLE} ${advice}`, {
      detail: `${error.type} ${error.code ?? ''} ${error.requestId ?? ''}`.trim(),
      cause: error,
    })
  }
}

/**
 * Returns whether Stripe has refused the request, so that it had no effect. After a connection error, an error of
 * Stripe's own or an idempotency conflict, the outcome is unknown.
 */
export const isRefusal = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError && !OUTCOME_UNKNOWN.some((kind) => error instanceof kind)

const { StripeConnectionError, StripeAPIError, StripeIdempotencyError } = Stripe.errors
const OUTCOME_UNKNOWN = [StripeConnectionError, StripeAPIError, StripeIdempotencyError]

/**
 * Returns whether Stripe has replayed an earlier failure of its own. It stores results by idempotency key for a day.
 */
export const isReplayedFailure = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeAPIError && error.headers?.['idempotent-replayed'] === 'true'

/** Returns the idempotency key of an attempt: the object's id, then a new key for each key with a stored failure. */
export const idempotencyKeyOf = (id: string, attempt: number): string =>
  attempt === 0 ? id : `${id}:${attempt}`
