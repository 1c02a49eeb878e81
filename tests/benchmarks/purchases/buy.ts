import { formatPounds } from '#contract/money.ts'
import type { StackInfo } from '#local/local-routes.ts'

export interface PurchaseResult {
  /** `bought`, or an error code. */
  outcome: string
  /** Milliseconds from Pay to the client secret, and from the payment to the order. */
  startMs: number
  orderMs?: number
}

/** URLs that a buyer's browser calls. */
export type Shop = Pick<StackInfo, 'site' | 'stripeApi' | 'stripePublishableKey'>

export interface ProductToBuy {
  id: string
  pence: number
}

/** Buys one product as a browser does: start, pay as Stripe.js does, claim the order. */
export async function buyAsBrowser(
  stack: Shop,
  product: ProductToBuy,
  buyer: number,
): Promise<PurchaseResult> {
  const began = performance.now()
  const started = await postAsBuyer(
    stack,
    '/api/create-product-payment-intent',
    productPurchase(product, buyer),
    buyer,
  )
  const startMs = performance.now() - began
  if (started['code'] !== undefined) return { outcome: started['code'], startMs }
  const clientSecret = started['clientSecret'] ?? ''
  const paid = await payWithVisa(stack, clientSecret)
  if (!paid) return { outcome: 'not_paid', startMs }
  const claimed = performance.now()
  const answer = await postAsBuyer(stack, '/api/create-order', { clientSecret }, buyer)
  return { outcome: answer['code'] ?? 'bought', startMs, orderMs: performance.now() - claimed }
}

export const productPurchase = ({ id, pence }: ProductToBuy, buyer: number) => ({
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

/** Each buyer has its own address, so that no rate limit is hit. */
export async function postAsBuyer(
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

export async function payWithVisa(
  { stripeApi, stripePublishableKey }: Shop,
  clientSecret: string,
): Promise<boolean> {
  const intent = clientSecret.slice(0, clientSecret.indexOf('_secret_'))
  const answer = await fetch(`${stripeApi}/v1/payment_intents/${intent}/confirm`, {
    method: 'POST',
    headers: { authorization: `Bearer ${stripePublishableKey}` },
    body: new URLSearchParams({ client_secret: clientSecret, payment_method: 'pm_card_visa' }),
  })
  await answer.arrayBuffer()
  return answer.ok
}
