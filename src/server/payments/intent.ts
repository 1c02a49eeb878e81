import { Stripe } from 'stripe'
import { DomainError } from '../domain-error.ts'

/** `{intent id}_secret_{random}` */
export function intentIdOf(clientSecret: string): string {
  return clientSecret.slice(0, clientSecret.indexOf('_secret_'))
}

const UNREACHABLE =
  'Our card provider cannot be reached at the moment. You have not been charged. Please try again.'

/** Asks Stripe, and says in the domain's words what became of the call; `sentence` is for whoever asked. */
export async function askStripe<Answer>(
  call: () => Promise<Answer>,
  sentence = UNREACHABLE,
): Promise<Answer> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    if (error.code === 'resource_missing') {
      throw new DomainError('not_found', 'We know of no such payment.', { cause: error })
    }
    throw new DomainError('payment_provider', sentence, {
      detail: `${error.type} ${error.code ?? ''} ${error.requestId ?? ''}`.trim(),
      cause: error,
    })
  }
}
