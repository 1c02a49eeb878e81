import { randomUUID } from 'node:crypto'
import { expect, type Page } from 'playwright/test'
import { addUniqueProduct, type Added } from '#tests/e2e/add-products.ts'
import { dialog } from '#tests/e2e/fixtures.ts'
import { openPortal } from '#tests/e2e/owner.ts'

// Helpers for tests of the portal's products.

export const productRow = (page: Page, { name }: Pick<Added, 'name'>) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })
export const edit = (page: Page, product: Added) =>
  productRow(page, product).getByRole('button', { name: 'Edit' }).click()
export const save = (page: Page) => dialog(page).getByRole('button', { name: 'Save changes' })

/** A product name that is unique in this run. */
export const newName = (kind = 'Tuning fork') => `${kind} ${randomUUID().slice(0, 8)}`

/** Opens the products as an owner, with a product that has six in stock. */
export async function openStockroom(page: Page): Promise<Added> {
  const product = await addUniqueProduct(page.request)
  await openPortal(page, 'products')
  await find(page, product)
  return product
}

export async function find(page: Page, product: Pick<Added, 'name'>): Promise<void> {
  await page.getByLabel('Search').fill(product.name)
  await expect(productRow(page, product)).toBeVisible()
  await expect(page.getByText('1 in all, newest first')).toBeVisible()
}

export async function fillProduct(page: Page, name: string): Promise<void> {
  const form = dialog(page)
  await form.getByLabel('Name').fill(name)
  await form.getByLabel('Price, £').fill('9.50')
  await form.getByLabel('Stock', { exact: true }).fill('10')
  await form.getByLabel('Description').fill('A ball of natural rubber.')
  await form.getByLabel('Key Features').fill('Natural rubber, 7 cm across')
}
