import { Stripe } from 'stripe'
import { DomainError } from '../domain-error.ts'

/** `{intent id}_secret_{random}` */
export function intentIdOf(clientSecret: string): string {
  return clientSecret.slice(0, clientSecret.indexOf('_secret_'))
}

/** Of what Stripe names by its id, or shows as a whole where that was asked for. */
export const idOf = (reference: string | { id: string } | null): string | undefined =>
  typeof reference === 'string' ? reference : reference?.id

const UNREACHABLE = 'Our card provider cannot be reached at the moment.'

/** Asks Stripe, and says in the domain's words what became of the call; `advice` is what then is true for whoever asked. */
export async function callStripe<Answer>(
  call: () => Promise<Answer>,
  advice = 'Please try again.',
): Promise<Answer> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    if (error.code === 'resource_missing') {
      throw new DomainError('not_found', 'We know of no such payment.', { cause: error })
    }
    throw new DomainError('payment_provider', `${UNREACHABLE} ${advice}`, {
      detail: `${error.type} ${error.code ?? ''} ${error.requestId ?? ''}`.trim(),
      cause: error,
    })
  }
}

/** Whether Stripe has said no, so that nothing was made: unlike a failure of its own, no answer, or a key that is in use. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError && !OUTCOME_UNKNOWN.some((kind) => error instanceof kind)

const { StripeConnectionError, StripeAPIError, StripeIdempotencyError } = Stripe.errors
const OUTCOME_UNKNOWN = [StripeConnectionError, StripeAPIError, StripeIdempotencyError]

/** Stripe keeps a failure of its own under the idempotency key for a day: whoever asks again gets that. */
export const isReplayedFailure = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeAPIError && error.headers?.['idempotent-replayed'] === 'true'

/** The key to ask under next: the thing's own, and another one for each that a failure is kept under. */
export const idempotencyKeyOf = (id: string, turn: number): string => (turn === 0 ? id : `${id}:${turn}`)
