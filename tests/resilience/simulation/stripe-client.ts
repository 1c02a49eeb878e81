import { Stripe } from 'stripe'
import type { StripeResponse } from '#local/stripe/perform.ts'
import { stripe } from '#server/clients/stripe.ts'
import type { SimProcess } from '#tests/resilience/simulation/sim-process.ts'
import type { StripeAccount } from '#tests/resilience/simulation/stripe-account.ts'

/** Returns the real SDK, with the account in place of the network. */
export function stripeClientFor(process: SimProcess, { handle }: StripeAccount): Stripe {
  const sdk = stripe(undefined, {
    getClientName: () => 'simulator',
    makeRequest: async (_host, _port, path, method, headers, body, _protocol, timeoutMs) => {
      const idempotencyKey = headers['Idempotency-Key']?.toString()
      return new HttpResponse(
        await process.call({
          service: 'stripe',
          name: `${method} ${path.slice('/v1/'.length)}`,
          timeoutMs,
          toError: connectionError,
          perform: (_call, isAvailable) =>
            handle({ method, path, body, idempotencyKey }, 'secret', isAvailable),
        }),
      )
    },
  })
  // The pause before a retry, which the SDK makes in real time.
  sdk.getInitialNetworkRetryDelay = sdk.getMaxNetworkRetryDelay = () => 0
  return sdk
}

function connectionError(why: 'unreachable' | 'lost' | 'timeout'): Error {
  if (why === 'timeout') return Stripe.HttpClient.makeTimeoutError()
  return Object.assign(new Error(why), { code: why === 'lost' ? 'ECONNRESET' : 'ECONNREFUSED' })
}

class HttpResponse extends Stripe.HttpClientResponse {
  readonly #answer: StripeResponse

  constructor(answer: StripeResponse) {
    super(answer.status, {
      'request-id': 'req_simulated',
      ...(answer.replayed && { 'idempotent-replayed': 'true' }),
    })
    this.#answer = answer
  }

  override getRawResponse(): object {
    return {}
  }

  override toJSON(): Promise<unknown> {
    return Promise.resolve(JSON.parse(this.#answer.body))
  }
}
