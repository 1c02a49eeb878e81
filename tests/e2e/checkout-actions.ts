import { expect, type Page } from 'playwright/test'
import type { Added } from '#tests/e2e/add-products.ts'
import { dialog, payButton } from '#tests/e2e/fixtures.ts'
import type { Intent } from '#tests/e2e/payment-redirects.ts'
import { readStack } from '#tests/e2e/query-stack.ts'
import { DELIVERABLE_POSTCODE } from '#tests/harness/deliverable-postcode.ts'

// Helpers for tests of purchases.

export const CLAIM_ORDER = '**/api/create-order'

export const named = (page: Page, name: string) => page.getByRole('dialog', { name })
export const productCard = (page: Page, { name }: Added) => page.getByRole('article', { name })
export const buyNow = (page: Page, product: Added) =>
  productCard(page, product).getByRole('button', { name: 'Buy Now' })
export const proceed = (page: Page) => dialog(page).getByRole('button', { name: 'Continue to Payment' })

let count = 0

/** An email address that is unique in this run. */
export function newOrderer(): string {
  count += 1
  return `orderer-${process.pid}-${Date.now()}-${count}@example.com`
}

export async function openPurchase(page: Page, product: Added): Promise<void> {
  await page.goto('/shop')
  await buyNow(page, product).click()
  await expect(proceed(page)).toBeVisible()
}

export async function fillPurchase(
  page: Page,
  { email = newOrderer(), quantity = 1, delivery = '' } = {},
): Promise<string> {
  const form = dialog(page)
  if (delivery) await form.getByLabel(delivery).check()
  await form.getByLabel('First name').fill('First')
  await form.getByLabel('Last name').fill('Last')
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('Quantity').fill(String(quantity))
  await form.getByLabel('Address line 1').fill('2 Example Street')
  await form.getByLabel('City').fill('Liverpool')
  await form.getByLabel('Postcode').fill(DELIVERABLE_POSTCODE)
  return email
}

/** Goes from the open page to the payment. */
export async function goToOrderPayment(
  page: Page,
  product: Added,
  quantity = 1,
  delivery = '',
): Promise<string> {
  await openPurchase(page, product)
  const email = await fillPurchase(page, { quantity, delivery })
  await proceed(page).click()
  await expect(payButton(page)).toBeEnabled()
  return email
}

/** Returns the order's reference, once the dialog shows it. */
export async function shownReference(page: Page): Promise<string> {
  await expect(named(page, 'Order Confirmed!')).toBeVisible()
  return (await dialog(page).getByText(/^pi_/).first().textContent())!
}

/** Returns the stand-in's intents for a product, oldest first. */
export async function statusesFor(page: Page, { id }: Added): Promise<string[]> {
  const { stripeApi } = await readStack(page.request)
  const answer = await page.request.post(`${stripeApi}/__control/state`, { data: {} })
  const { intents } = (await answer.json()) as { intents: (Intent & { metadata: Record<string, string> })[] }
  return intents.filter(({ metadata }) => metadata['product_id'] === id).map(({ status }) => status)
}
