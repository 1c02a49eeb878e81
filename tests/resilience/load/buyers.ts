import { randomUUID } from 'node:crypto'
import { formatPounds } from '#contract/money'
import createOrderEndpoint from '../../../netlify/functions/create-order.mts'
import createPaymentIntentEndpoint from '../../../netlify/functions/create-payment-intent.mts'
import createProductPaymentIntentEndpoint from '../../../netlify/functions/create-product-payment-intent.mts'
import giftVouchersEndpoint from '../../../netlify/functions/gift-vouchers.mts'
import { PRICE, purchaseOf } from '../../harness/order-buyer.ts'
import type { World } from '../../harness/start-world.ts'
import { order, pay } from '../../harness/voucher-buyer.ts'
import type { Acknowledged } from './acknowledged.ts'
import type { Caller } from './retrying-client.ts'
import type { Dice } from './seeded-random.ts'

export interface Visit {
  world: World
  dice: Dice
  caller: Caller
  told: Acknowledged
  /** What the shop has. */
  products: string[]
}

let visitors = 0
/** Everybody has an address, so that no limit on callers is met. */
const newAddress = () => `2001:db8:${(visitors >> 16).toString(16)}:${(visitors++ & 0xffff).toString(16)}::1`

/** Of those who come to pay, some are declined, some go away, and some close the tab once they have paid. */
const DECLINED = 0.04
const LEFT = 0.04
const CLOSED = 0.1

export async function buyVoucher(visit: Visit): Promise<void> {
  const { dice, told } = visit
  const pence = dice.between(10, 500) * 100
  const secret = await start(visit, createPaymentIntentEndpoint, order(formatPounds(pence)))
  if (!secret || !(await paid(visit, secret))) return
  const voucher = await claim(visit, giftVouchersEndpoint, 'voucher', secret)
  if (!voucher) return
  const { id, voucherCode, reference } = voucher
  told.vouchers.push({ id: String(id), code: String(voucherCode), intent: String(reference), pence })
}

export async function buyProduct(visit: Visit): Promise<void> {
  const { dice, told, products } = visit
  const quantity = dice.between(1, 3)
  const secret = await start(
    visit,
    createProductPaymentIntentEndpoint,
    purchaseOf(dice.pick(products) ?? '', { quantity, amount: formatPounds(quantity * PRICE) }),
  )
  if (!secret || !(await paid(visit, secret))) return
  const bought = await claim(visit, createOrderEndpoint, 'order', secret)
  if (!bought) return
  const { id, reference, productId } = bought
  told.orders.push({ id: String(id), intent: String(reference), product: String(productId), quantity })
}

type Handler = Parameters<Caller['ask']>[0]

/** From the form to the client secret, by the same request as often as it takes. */
async function start({ caller, told }: Visit, handler: Handler, body: object): Promise<string | undefined> {
  const answer = await caller.ask(handler, {
    path: '/',
    body: { ...body, requestId: randomUUID() },
    address: newAddress(),
  })
  if (answer?.status !== 200) return undefined
  const secret = String(answer.body['clientSecret'])
  told.started.push({ intent: intentOf(secret) })
  return secret
}

/** Whether the card was charged and the buyer is still there. */
async function paid({ world, dice }: Visit, clientSecret: string): Promise<boolean> {
  if (dice.chance(LEFT)) return false
  const card = dice.chance(DECLINED) ? 'pm_card_chargeDeclined' : 'pm_card_visa'
  const answer = await pay(world, { clientSecret, intentId: intentOf(clientSecret) }, card)
  return answer.ok && !dice.chance(CLOSED)
}

async function claim({ caller }: Visit, handler: Handler, thing: 'voucher' | 'order', clientSecret: string) {
  const answer = await caller.ask(handler, { path: '/', body: { clientSecret }, address: newAddress() })
  return answer?.status === 200 ? (answer.body[thing] as Record<string, unknown> | undefined) : undefined
}

const intentOf = (clientSecret: string) => clientSecret.slice(0, clientSecret.indexOf('_secret_'))
