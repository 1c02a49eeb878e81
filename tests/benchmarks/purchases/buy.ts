import { formatPounds } from '#contract/money'
import type { StackInfo } from '../../../local/local-routes.ts'

export interface Purchase {
  /** `bought`, or the code of what went wrong. */
  outcome: string
  /** Milliseconds from the press to the client secret, and from the paid card to the order. */
  startMs: number
  orderMs?: number
}

/** Where a buyer's calls go. */
export type Shop = Pick<StackInfo, 'site' | 'stripeApi' | 'stripePublishableKey'>

export interface Wanted {
  id: string
  pence: number
}

/** What a browser does to buy one: start, pay as Stripe.js does, claim the order. */
export async function buy(stack: Shop, product: Wanted, buyer: number): Promise<Purchase> {
  const began = performance.now()
  const started = await post(stack, '/api/create-product-payment-intent', purchaseOf(product, buyer), buyer)
  const startMs = performance.now() - began
  if (started['code'] !== undefined) return { outcome: started['code'], startMs }
  const clientSecret = started['clientSecret'] ?? ''
  const paid = await pay(stack, clientSecret)
  if (!paid) return { outcome: 'not_paid', startMs }
  const claimed = performance.now()
  const answer = await post(stack, '/api/create-order', { clientSecret }, buyer)
  return { outcome: answer['code'] ?? 'bought', startMs, orderMs: performance.now() - claimed }
}

export const purchaseOf = ({ id, pence }: Wanted, buyer: number) => ({
  productId: id,
  amount: formatPounds(pence),
  quantity: 1,
  purchaseData: {
    firstName: 'First',
    lastName: 'Last',
    email: `buyer${buyer}@example.com`,
    shippingAddress: { line1: '2 Example Street', city: 'Liverpool', postcode: 'L1 0AB' },
  },
})

/** Each buyer has an address, so that no limit on callers is met. */
export async function post(
  { site }: Shop,
  path: string,
  body: object,
  buyer: number,
): Promise<Record<string, string>> {
  const answer = await fetch(site + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-nf-client-connection-ip': `2001:db8:${buyer.toString(16)}::1`,
    },
    body: JSON.stringify(body),
  })
  return (await answer.json()) as Record<string, string>
}

export async function pay({ stripeApi, stripePublishableKey }: Shop, clientSecret: string): Promise<boolean> {
  const intent = clientSecret.slice(0, clientSecret.indexOf('_secret_'))
  const answer = await fetch(`${stripeApi}/v1/payment_intents/${intent}/confirm`, {
    method: 'POST',
    headers: { authorization: `Bearer ${stripePublishableKey}` },
    body: new URLSearchParams({ client_secret: clientSecret, payment_method: 'pm_card_visa' }),
  })
  await answer.arrayBuffer()
  return answer.ok
}
