import type { Page } from 'playwright/test'
import { axeInBothSchemes } from '#tests/e2e/axe.ts'
import { dialog, expect, test, toast } from '#tests/e2e/fixtures.ts'
import { edit, fillProduct, newName, openStockroom, productRow, save } from '#tests/e2e/product-actions.ts'

test.use({ allowedErrors: [[/status of 409/], { option: true }] as never })

/** Opens every state in turn, and names it. */
async function* states(page: Page) {
  const product = await openStockroom(page)
  yield 'list'
  await page.getByRole('button', { name: 'Add Product' }).click()
  await dialog(page).getByRole('button', { name: 'Add Product' }).click()
  await expect(dialog(page).getByText('Price is required')).toBeVisible()
  yield 'form with errors'
  await page.keyboard.press('Escape')
  await edit(page, product)
  await dialog(page).getByLabel('Name').fill('Other name')
  await page.route('**/api/admin/products/*', (route) =>
    route.fulfill({ status: 409, json: { code: 'changed_meanwhile', message: 'Changed.' } }),
  )
  await save(page).click()
  await expect(dialog(page).getByRole('button', { name: 'Load the newer version' })).toBeVisible()
  yield 'outdated'
  await page.unroute('**/api/admin/products/*')
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await productRow(page, product).getByRole('button', { name: 'Restock' }).click()
  await expect(productRow(page, product).getByText('Please enter 1 or more')).toBeVisible()
  yield 'restock'
  await productRow(page, product).getByRole('button', { name: 'Delete' }).click()
  yield 'delete'
}

test('the products and their dialogs fit into 320 px, and axe finds nothing, light or dark', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  for await (const state of states(page)) {
    expect(
      await axeInBothSchemes(page, state === 'list' || state === 'restock' ? 'body' : 'dialog'),
      state,
    ).toEqual([])
    const over = await page.evaluate(() =>
      [document.documentElement, ...document.querySelectorAll('.dialog-body')].some(
        ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth,
      ),
    )
    expect(over, state).toBe(false)
  }
})

test('a product can be added and changed by keyboard', async ({ page }) => {
  await openStockroom(page)
  await page.getByRole('button', { name: 'Add Product' }).focus()
  await page.keyboard.press('Enter')
  await fillProduct(page, newName())
  await dialog(page).getByLabel('Name').focus()
  await page.keyboard.press('Enter')
  await expect(toast(page)).toContainText('Product added successfully!')
  await expect(page.getByRole('button', { name: 'Add Product' })).toBeFocused()
})
