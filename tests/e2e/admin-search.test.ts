import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright/test'
import { axe, expectUsable } from '#tests/e2e/axe.ts'
import { newOrderer } from '#tests/e2e/checkout-actions.ts'
import { expect, test } from '#tests/e2e/fixtures.ts'
import { placeOrderByApi } from '#tests/e2e/order-actions.ts'
import { openPortal } from '#tests/e2e/owner.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Search' })
const field = (page: Page) => dialog(page).getByRole('searchbox')

test('the key / searches everything, arrow keys choose a result, Enter opens it and Escape closes the search', async ({
  page,
}) => {
  const email = newOrderer()
  const { id } = await placeOrderByApi(page.request, { email })
  await openPortal(page, 'customers')
  // Not while something is typed.
  await page.getByLabel('Search').press('/')
  await expect(page.getByLabel('Search')).toHaveValue('/')
  await page.getByRole('heading', { level: 1, name: 'Customers' }).click()
  await page.keyboard.press('/')
  await expect(field(page)).toBeFocused()
  await field(page).fill(email)
  const groups = dialog(page).getByRole('region')
  await expect(groups.getByRole('heading')).toHaveText(['People', 'Orders'])
  await expectUsable(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.keyboard.press('ArrowDown')
  await expect(groups.nth(0).getByRole('link', { name: email })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toBeHidden()
  await expect(page).toHaveURL(new RegExp(`#orders/${id}$`))
  await expect(page.getByRole('region', { name: 'Order', exact: true })).toContainText(email)

  // Enter in the field opens the first result.
  await page.keyboard.press('/')
  await expect(groups.getByRole('link').first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#customers\//)

  await page.keyboard.press('/')
  await dialog(page).getByLabel('The / key opens this search').uncheck()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await page.keyboard.press('/')
  await page.reload()
  await page.keyboard.press('/')
  await expect(dialog(page)).toBeHidden()
  await page.getByRole('button', { name: 'Search everything' }).click()
  await expect(field(page)).toBeFocused()
})

// ASVS 14.2.1
test.describe('a search that finds nothing', () => {
  test.use({ allowedErrors: [/status of 404/] })

  test('says what was searched for and how to search, and never puts a code in a URL', async ({ page }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(decodeURIComponent(request.url())))
    await openPortal(page, 'vouchers')
    await page.getByRole('button', { name: 'Search everything' }).click()
    for (const words of [`nobody ${randomUUID()}`, '7K2M-0PQR-4XVB-19DN', '7k2m0pqr4x']) {
      await field(page).fill(words)
      await expect(dialog(page).getByText(`Nothing for “${words}”.`)).toBeVisible()
      await expect(dialog(page)).toContainText('first or last four letters or digits of its code')
    }
    await field(page).fill(' '.repeat(100))
    await expect(dialog(page).getByText('Nothing for')).toBeHidden()
    expect(await axe(page, 'dialog')).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByLabel('Search').fill('7K2M-0PQR-4XVB-19DN')
    await expect(page.getByText('Nothing for “7K2M-0PQR-4XVB-19DN”.')).toBeVisible()
    expect(asked.filter((url) => /7K2M-?0PQR/i.test(url))).toEqual([])
  })
})

test('one letter shows nobody and says how many it takes, in a list and in the search of everything', async ({
  page,
}) => {
  await openPortal(page, 'vouchers')
  await page.getByRole('searchbox').fill('o')
  await expect(page.getByText('Type at least 2 letters or digits to search.')).toBeVisible()
  await expect(page.getByText('No vouchers found')).toBeHidden()
  await page.getByRole('button', { name: 'Search everything' }).click()
  await field(page).fill('o')
  await expect(dialog(page)).toContainText('Type at least 2 letters or digits of a name')
  await expect(dialog(page).getByText('Nothing found')).toBeHidden()
})
