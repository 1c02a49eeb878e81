import type { Page } from 'playwright/test'
import { addProducts } from '#tests/e2e/add-products.ts'
import { expect, test, tryUntil } from '#tests/e2e/fixtures.ts'
import { openPortal } from '#tests/e2e/owner.ts'

test.use({ viewport: { width: 390, height: 844 } })

const tooltip = (page: Page) => page.getByRole('tooltip')
const menu = (page: Page) => page.getByRole('button', { name: 'Open menu' })
const pointElsewhere = (page: Page) => page.mouse.move(100, 500)

/** Its script loads the first time. */
async function openOnce(page: Page): Promise<void> {
  // Tooltips begin once their script is loaded.
  await tryUntil(async (soon) => {
    await pointElsewhere(page)
    await menu(page).hover()
    await expect(tooltip(page)).toHaveText('Open menu', soon)
  })
  await pointElsewhere(page)
  await expect(tooltip(page)).toBeHidden()
}

test('a tooltip opens 700 ms after the pointer is on an icon, and the next one within 300 ms at once', async ({
  page,
}) => {
  await page.clock.install()
  await page.goto('/privacy-policy')
  await openOnce(page)
  await page.clock.pauseAt(Date.now() + 60_000)
  await menu(page).hover()
  await page.clock.runFor(699)
  await expect(tooltip(page)).toBeHidden()
  await page.clock.runFor(1)
  await expect(tooltip(page)).toHaveText('Open menu')

  await pointElsewhere(page)
  await page.clock.runFor(150)
  await expect(tooltip(page)).toBeHidden()
  await page.clock.runFor(299)
  await menu(page).hover()
  await page.clock.runFor(1)
  await expect(tooltip(page)).toBeVisible()
  await pointElsewhere(page)
  await page.clock.runFor(450)
  await menu(page).hover()
  await page.clock.runFor(1)
  await expect(tooltip(page)).toBeHidden()
})

test('Tab to an icon opens its tooltip, and Tab away closes it', async ({ page }) => {
  await page.goto('/privacy-policy')
  const brand = page.getByRole('banner').getByRole('link').first()
  // The page's script arrives after the first paint.
  await tryUntil(async (soon) => {
    await brand.focus()
    await page.keyboard.press('Tab')
    await expect(menu(page)).toBeFocused()
    await expect(tooltip(page)).toHaveText('Open menu', soon)
  })
  await page.keyboard.press('Tab')
  await expect(tooltip(page)).toBeHidden()
})

test('the tooltip of a dialog can be pointed at, and Escape closes it before the dialog', async ({
  page,
  request,
}) => {
  const [product] = await addProducts(request)
  await page.goto('/shop')
  await page
    .getByRole('article', { name: product })
    .getByRole('button', { name: 'Ask About Product' })
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Close' }).hover()
  await expect(tooltip(page)).toHaveText('Close')
  await tooltip(page).hover()
  await expect(tooltip(page)).toBeVisible()
  const box = await tooltip(page).boundingBox()
  expect(box && box.x >= 0 && box.x + box.width <= 390).toBe(true)
  await page.keyboard.press('Escape')
  await expect(tooltip(page)).toBeHidden()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

test('a dialog that opens shows no tooltip of the button it focuses', async ({ page }) => {
  await page.clock.install()
  await page.goto('/privacy-policy')
  await openOnce(page)
  await menu(page).press('Enter')
  await expect(page.getByRole('button', { name: 'Close menu' })).toBeFocused()
  await page.clock.runFor(1000)
  await expect(tooltip(page)).toBeHidden()
})

test('the portal has tooltips', async ({ page }) => {
  await openPortal(page, 'products')
  await page.getByRole('button', { name: 'Add Product' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).hover()
  await expect(tooltip(page)).toHaveText('Close')
})
