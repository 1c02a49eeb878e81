import { randomUUID } from 'node:crypto'
import { formatPounds } from '#contract/base/money.ts'
import { sendEmails } from '#server/email/send-emails.ts'
import { settlePayment } from '#server/money/settle/settle-payment.ts'
import { callFunction } from '#tests/harness/call-function.ts'
import { functions } from '#tests/harness/every-function.ts'
import type { World } from '#tests/harness/start-world.ts'
import { payStarted, type Started } from '#tests/harness/voucher-buyer.ts'

const { createProductPaymentIntent } = functions

export const PERSON = {
  firstName: 'First',
  lastName: 'Last',
  email: 'orderer@example.com',
  shippingAddress: { line1: '2 Example Street', city: 'Liverpool', postcode: 'L1 0AB' },
}

export const PRICE = 3200

/** Adds a product with this stock. */
export async function addProductWithStock(world: World, stock: number, lowStock = 0): Promise<string> {
  const id = randomUUID()
  await world.rows(
    `insert into product (id, name, description, price_pence, stock, low_stock, created_at)
     values ($1, 'Acupressure mat', 'A firm cotton mat.', $2, $3, $4, now())`,
    [id, PRICE, stock, lowStock],
  )
  return id
}

export async function stockOf(world: World, product: string) {
  return (await world.rows('select stock, reserved from product where id = $1', [product]))[0]
}

/** Returns the body that starts the purchase of a product; `more` overrides its fields. */
export const purchaseOf = (productId: string, more: Record<string, unknown> = {}) => ({
  productId,
  amount: formatPounds(PRICE * (typeof more['quantity'] === 'number' ? more['quantity'] : 1)),
  quantity: 1,
  purchaseData: PERSON,
  ...more,
})

export const startOrder = (body: object, address?: string): Promise<Response> =>
  callFunction(createProductPaymentIntent, {
    path: '/api/create-product-payment-intent',
    body,
    ...(address && { address }),
  })

export async function startPaying(body: object, address?: string): Promise<Started> {
  const response = await startOrder(body, address)
  const text = await response.text()
  if (!response.ok) throw new Error(`create-product-payment-intent answered ${response.status}: ${text}`)
  const { clientSecret } = JSON.parse(text) as { clientSecret: string }
  return { clientSecret, intentId: clientSecret.slice(0, clientSecret.indexOf('_secret_')) }
}

export interface Order {
  id: string
  intentId: string
  product: string
  email: string
}

let buyers = 0

/** Buys this many of a new product: paid, placed and emailed. */
export async function orderOf(world: World, quantity = 1, card = 'pm_card_visa'): Promise<Order> {
  const product = await addProductWithStock(world, 5)
  const email = `orderer${buyers++}@example.com`
  const started = await startPaying(purchaseOf(product, { quantity, purchaseData: { ...PERSON, email } }))
  await payStarted(world, started, card)
  const settled = await settlePayment(world.services, started.intentId)
  if (settled.outcome !== 'ordered') throw new Error(settled.outcome)
  await sendEmails(world.services)
  return { id: settled.order.id, intentId: started.intentId, product, email }
}
