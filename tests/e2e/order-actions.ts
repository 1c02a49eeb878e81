import { expect, type APIRequestContext, type Page } from 'playwright/test'
import { addUniqueProduct, type Added } from '#tests/e2e/add-products.ts'
import { newOrderer } from '#tests/e2e/checkout-actions.ts'
import { mailsTo, newAddress, newBuyer, type Buyer } from '#tests/e2e/fixtures.ts'
import { openPortal } from '#tests/e2e/owner.ts'
import { readStack } from '#tests/e2e/query-stack.ts'
import { DELIVERABLE_POSTCODE } from '#tests/harness/deliverable-postcode.ts'

// Helpers for tests of the portal's orders and payments.

export const view = (page: Page) => page.getByRole('region', { name: 'Order', exact: true })
export const orders = (page: Page) => page.getByRole('group', { name: 'orders' })
export const refundButton = (page: Page) => view(page).getByRole('button', { name: 'Issue Refund' })

interface Placed {
  id: string
  email: string
  reference: string
  product: Added
}

/** Buys a product at £38.00 through the API. */
export async function placeOrderByApi(
  request: APIRequestContext,
  {
    email = newOrderer(),
    quantity = 1,
    delivery = 'collection',
    ...more
  }: Partial<Record<'email' | 'delivery' | 'phone', string>> & { quantity?: number } = {},
): Promise<Placed> {
  const product = await addUniqueProduct(request)
  const purchaseData = {
    firstName: 'First',
    lastName: 'Last',
    email,
    shippingAddress: { line1: '2 Example Street', city: 'Liverpool', postcode: DELIVERABLE_POSTCODE },
    delivery,
    ...more,
  }
  const { order } = await buyByApi<{ order: { id: string; reference: string } }>(
    request,
    '/api/create-product-payment-intent',
    { productId: product.id, amount: `${38 * quantity}.00`, quantity, purchaseData },
    '/api/create-order',
  )
  return { id: order.id, email, reference: order.reference, product }
}

/** Buys a voucher of £50.00 through the API. `more` overrides its details. */
export async function buyVoucherByApi(
  request: APIRequestContext,
  more: object = {},
): Promise<{ buyer: Buyer; reference: string; voucherCode: string }> {
  const buyer = newBuyer()
  const names = { buyerName: 'Buyer Name', recipientName: 'Recipient Name' }
  const { voucher } = await buyByApi<{ voucher: { reference: string; voucherCode: string } }>(
    request,
    '/api/create-payment-intent',
    { amount: '50', voucherData: { ...names, ...buyer, originalAmount: '50', ...more } },
    '/api/gift-vouchers',
  )
  return { buyer, reference: voucher.reference, voucherCode: voucher.voucherCode }
}

/** Starts a payment, pays it with a card at the stand-in for Stripe, and claims what was bought. */
async function buyByApi<Bought>(
  request: APIRequestContext,
  start: string,
  data: object,
  claim: string,
): Promise<Bought> {
  const headers = { 'x-nf-client-connection-ip': newAddress() }
  const post = async <Answer>(path: string, data: object) => {
    const answer = await request.post(path, { data, headers })
    expect(answer.ok(), await answer.text()).toBe(true)
    return (await answer.json()) as Answer
  }
  const { clientSecret } = await post<{ clientSecret: string }>(start, data)
  const { stripeApi, stripePublishableKey } = await readStack(request)
  const [intent] = clientSecret.split('_secret_')
  const paid = await request.post(`${stripeApi}/v1/payment_intents/${intent}/confirm`, {
    headers: { authorization: `Bearer ${stripePublishableKey}` },
    form: { client_secret: clientSecret, payment_method: 'pm_card_visa' },
  })
  expect(paid.ok(), await paid.text()).toBe(true)
  return await post<Bought>(claim, { clientSecret })
}

/** Places an order of two at £38.00, and opens it as the owner. */
export async function openNewOrder(page: Page, { delivery = 'collection' } = {}): Promise<Placed> {
  const placed = await placeOrderByApi(page.request, { quantity: 2, delivery })
  await openPortal(page, 'orders')
  await page.getByLabel('Search').fill(placed.reference)
  await orders(page)
    .getByRole('listitem')
    .filter({ hasText: `2 × ${placed.product.name}` })
    .getByRole('link', { name: 'First Last' })
    .click()
  await expect(view(page)).toContainText(placed.email)
  return placed
}

/** Opens the link of the buyer's email. */
export async function followLink(page: Page, address: string): Promise<void> {
  const linkOf = async () =>
    /\/your-purchase#\S+/.exec((await mailsTo(page, address)).map(({ text }) => text).join('\n'))?.[0]
  await expect.poll(linkOf).toBeDefined()
  await page.goto((await linkOf())!)
}
