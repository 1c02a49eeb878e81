import { Stripe } from 'stripe'
import type { Services } from '#server/clients/services.ts'
import { stripe } from '#server/clients/stripe.ts'
import type { World } from '#tests/harness/start-world.ts'

/** Returns services whose clock advances by `ms` with each request to Stripe, as if Stripe took that long. */
export function withSlowStripe({ services }: Pick<World, 'services'>, ms: number): Services {
  let spent = 0
  const network = Stripe.createNodeHttpClient()
  const slow = Object.assign(Object.create(network) as typeof network, {
    makeRequest: (...request: Parameters<typeof network.makeRequest>) => {
      spent += ms
      return network.makeRequest(...request)
    },
  })
  const clock = { now: () => new Date(services.clock.now().getTime() + spent) }
  return { ...services, stripe: stripe(undefined, slow), clock }
}
