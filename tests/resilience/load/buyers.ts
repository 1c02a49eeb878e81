import { randomUUID } from 'node:crypto'
import { formatPounds } from '#contract/base/money.ts'
import type { Prng } from '#local/prng.ts'
import { functions } from '#tests/harness/every-function.ts'
import { PRICE, purchaseOf } from '#tests/harness/order-buyer.ts'
import type { World } from '#tests/harness/start-world.ts'
import { order, payStarted } from '#tests/harness/voucher-buyer.ts'
import type { Acknowledged } from '#tests/resilience/load/acknowledged.ts'
import type { RetryingClient } from '#tests/resilience/load/retrying-client.ts'

const { createOrder, createPaymentIntent, createProductPaymentIntent, giftVouchers } = functions

export interface LoadContext {
  world: World
  random: Prng
  client: RetryingClient
  acknowledged: Acknowledged
  /** Ids of the products in the shop. */
  products: string[]
}

let addresses = 0
/** A new address for each request, so that no rate limit is hit. */
const newAddress = () =>
  `2001:${(0xdb8 + (addresses >> 16)).toString(16)}:${(addresses++ & 0xffff).toString(16)}::1`

/** Shares of buyers whose card is declined, who leave before paying, and who close the tab after paying. */
const DECLINED_SHARE = 0.04
const ABANDONED_SHARE = 0.04
const CLOSED_SHARE = 0.1

export async function buyVoucher(context: LoadContext): Promise<void> {
  const { random, acknowledged } = context
  const pence = random.between(10, 500) * 100
  const secret = await start(context, createPaymentIntent, order(formatPounds(pence)))
  if (!secret || !(await paid(context, secret))) return
  const voucher = await claim(context, giftVouchers, 'voucher', secret)
  if (!voucher) return
  const { id, voucherCode, reference } = voucher
  acknowledged.vouchers.push({ id: String(id), code: String(voucherCode), intent: String(reference), pence })
}

export async function buyProduct(context: LoadContext): Promise<void> {
  const { random, acknowledged, products } = context
  const quantity = random.between(1, 3)
  const secret = await start(
    context,
    createProductPaymentIntent,
    purchaseOf(random.pick(products) ?? '', { quantity, amount: formatPounds(quantity * PRICE) }),
  )
  if (!secret || !(await paid(context, secret))) return
  const bought = await claim(context, createOrder, 'order', secret)
  if (!bought) return
  const { id, reference, productId } = bought
  acknowledged.orders.push({
    id: String(id),
    intent: String(reference),
    product: String(productId),
    quantity,
  })
}

type Handler = Parameters<RetryingClient['request']>[0]

/** Starts a payment, with retries. Resolves to the client secret. */
async function start(
  { client, acknowledged }: LoadContext,
  handler: Handler,
  body: object,
): Promise<string | undefined> {
  const answer = await client.request(handler, {
    path: '/',
    body: { ...body, requestId: randomUUID() },
    address: newAddress(),
  })
  if (answer?.status !== 200) return undefined
  const secret = String(answer.body['clientSecret'])
  acknowledged.started.push({ intent: intentOf(secret) })
  return secret
}

/** Resolves to true if the card was charged and the buyer stays to claim. */
async function paid({ world, random }: LoadContext, clientSecret: string): Promise<boolean> {
  if (random.chance(ABANDONED_SHARE)) return false
  const card = random.chance(DECLINED_SHARE) ? 'pm_card_chargeDeclined' : 'pm_card_visa'
  const answer = await payStarted(world, { clientSecret, intentId: intentOf(clientSecret) }, card)
  return answer.ok && !random.chance(CLOSED_SHARE)
}

async function claim(
  { client }: LoadContext,
  handler: Handler,
  thing: 'voucher' | 'order',
  clientSecret: string,
) {
  const answer = await client.request(handler, { path: '/', body: { clientSecret }, address: newAddress() })
  return answer?.status === 200 ? (answer.body[thing] as Record<string, unknown> | undefined) : undefined
}

const intentOf = (clientSecret: string) => clientSecret.slice(0, clientSecret.indexOf('_secret_'))
