import { expect, type Page } from 'playwright/test'
import { type Added, addProduct } from './add-products.ts'
import { openDashboard } from './owner.ts'
import { goToOrderPayment, shownReference } from './shop-counter.ts'
import { pay } from './shop-window.ts'

// What tests about the owner's orders look at and act on.

export const dialog = (page: Page) => page.getByRole('dialog')
export const view = (page: Page) => page.getByRole('region', { name: 'Order', exact: true })
export const orders = (page: Page) => page.getByRole('group', { name: 'orders' })
export const refundButton = (page: Page) => view(page).getByRole('button', { name: 'Issue Refund' })

export interface Bought {
  product: Added
  email: string
  reference: string
}

/** A visitor buys two of a product at £38.00, then the owner finds the order. */
export async function openNewOrder(page: Page, { quantity = 2 } = {}): Promise<Bought> {
  const product = await addProduct(page.request)
  const email = await goToOrderPayment(page, product, quantity)
  await pay(page)
  const reference = await shownReference(page)
  await openDashboard(page, 'orders')
  await page.getByLabel('Search').fill(reference)
  await orders(page)
    .getByRole('link', { name: `${quantity} × ${product.name}` })
    .click()
  await expect(view(page)).toContainText(email)
  return { product, email, reference }
}
