import { expect, type APIRequestContext, type Page } from 'playwright/test'
import { addUniqueProduct, type Added } from '#tests/e2e/add-products.ts'
import { goToOrderPayment, newOrderer, shownReference } from '#tests/e2e/checkout-actions.ts'
import { payByCard } from '#tests/e2e/fixtures.ts'
import { openPortal } from '#tests/e2e/owner.ts'

// Helpers for tests of the portal's orders.

export const view = (page: Page) => page.getByRole('region', { name: 'Order', exact: true })
export const orders = (page: Page) => page.getByRole('group', { name: 'orders' })
export const refundButton = (page: Page) => view(page).getByRole('button', { name: 'Issue Refund' })

interface Bought {
  product: Added
  email: string
  reference: string
}

/** Buys two of a product at £38.00, then opens the order as the owner. */
export async function openNewOrder(
  page: Page,
  { quantity = 2, delivery = 'Collect at the clinic' } = {},
): Promise<Bought> {
  const product = await addUniqueProduct(page.request)
  const email = await goToOrderPayment(page, product, quantity, delivery)
  await payByCard(page)
  const reference = await shownReference(page)
  await openPortal(page, 'orders')
  await page.getByLabel('Search').fill(reference)
  await orders(page)
    .getByRole('listitem')
    .filter({ hasText: `${quantity} × ${product.name}` })
    .getByRole('link', { name: 'First Last' })
    .click()
  await expect(view(page)).toContainText(email)
  return { product, email, reference }
}

/** Buys one of a new product through the API. */
export async function placeOrderByApi(
  request: APIRequestContext,
  email = newOrderer(),
): Promise<{ id: string; email: string }> {
  const { id: productId } = await addUniqueProduct(request)
  const purchaseData = {
    firstName: 'First',
    lastName: 'Last',
    email,
    shippingAddress: { line1: '2 Example Street', city: 'Liverpool', postcode: 'L1 0AB' },
  }
  const post = async <Answer>(path: string, data: object) => {
    const answer = await request.post(path, { data })
    expect(answer.ok(), await answer.text()).toBe(true)
    return (await answer.json()) as Answer
  }
  const { clientSecret } = await post<{ clientSecret: string }>('/api/create-product-payment-intent', {
    productId,
    amount: '38.00',
    quantity: 1,
    purchaseData,
  })
  const stack = (await (await request.get('/__local/stack.json')).json()) as Record<string, string>
  const [intent] = clientSecret.split('_secret_')
  const paid = await request.post(`${stack['stripeApi']}/v1/payment_intents/${intent}/confirm`, {
    headers: { authorization: `Bearer ${stack['stripePublishableKey']}` },
    form: { client_secret: clientSecret, payment_method: 'pm_card_visa' },
  })
  expect(paid.ok(), await paid.text()).toBe(true)
  const { order } = await post<{ order: { id: string } }>('/api/create-order', { clientSecret })
  return { id: order.id, email }
}
