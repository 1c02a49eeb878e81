import type { Page } from 'playwright/test'
import { addUniqueProduct, type Added } from '#tests/e2e/add-products.ts'
import {
  buyNow,
  fillPurchase,
  goToOrderPayment,
  named,
  openPurchase,
  proceed,
  shownReference,
} from '#tests/e2e/checkout-actions.ts'
import { dialog, expect, payButton, payByCard, test } from '#tests/e2e/fixtures.ts'
import { CONFIRM } from '#tests/e2e/payment-redirects.ts'

test.use({ allowedErrors: [[/status of 40[29]/], { option: true }] as never })

let fork: Added

test.beforeEach(async ({ request }) => {
  fork = await addUniqueProduct(request)
})

const asking = (page: Page) => page.getByRole('alertdialog')
const closeSign = (page: Page) => dialog(page).getByRole('button', { name: 'Close' }).first()

test('closing the dialog asks for confirmation only when input would be lost', async ({ page }) => {
  const ways = [
    () => page.keyboard.press('Escape'),
    () => closeSign(page).click(),
    () => page.mouse.click(5, 5),
  ]
  await openPurchase(page, fork)
  for (const close of ways) {
    await close()
    await expect(dialog(page)).toBeHidden()
    await expect(buyNow(page, fork)).toBeFocused()
    await buyNow(page, fork).click()
  }
  for (const close of ways) {
    await dialog(page).getByLabel('First name').fill('First')
    await close()
    await expect(asking(page)).toContainText('You will lose what you have typed.')
    await expect(asking(page).getByRole('button', { name: 'Keep it open' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(asking(page)).toBeHidden()
    await expect(dialog(page).getByLabel('First name')).toHaveValue('First')
  }
  await closeSign(page).click()
  await asking(page).getByRole('button', { name: 'Close' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(buyNow(page, fork)).toBeFocused()
  await buyNow(page, fork).click()
  await expect(dialog(page).getByLabel('First name')).toHaveValue('')
})

test('the purchase dialog cannot be closed during a payment', async ({ page }) => {
  await goToOrderPayment(page, fork)
  const confirming = page.waitForRequest(CONFIRM)
  const paid = Promise.withResolvers<void>()
  await page.route(CONFIRM, async (route) => {
    await paid.promise
    await route.continue()
  })
  await payByCard(page)
  await confirming
  await expect(closeSign(page)).toBeDisabled()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(asking(page)).toBeHidden()
  await expect(named(page, 'Complete Payment')).toBeVisible()
  paid.resolve()
  await shownReference(page)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect.poll(() => page.evaluate(() => sessionStorage.length)).toBe(0)
})

test('the purchase dialog cannot be closed while its payment is being started, however often Escape is pressed', async ({
  page,
}) => {
  await openPurchase(page, fork)
  await fillPurchase(page)
  const answered = Promise.withResolvers<void>()
  await page.route('**/api/create-product-payment-intent', async (route) => {
    await answered.promise
    await route.continue()
  })
  await proceed(page).click()
  for (let times = 0; times < 3; times++) await page.keyboard.press('Escape')
  await expect(dialog(page).getByRole('button', { name: 'Processing...' })).toBeVisible()
  answered.resolve()
  await expect(payButton(page)).toBeEnabled()
})

test('the purchase dialog traps the focus at every step', async ({ page }) => {
  await openPurchase(page, fork)
  await staysWithin(page)
  await fillPurchase(page)
  await proceed(page).click()
  await expect(payButton(page)).toBeEnabled()
  await staysWithin(page)
  await payByCard(page)
  await shownReference(page)
  await staysWithin(page)
})

async function staysWithin(page: Page): Promise<void> {
  for (let times = 0; times < 20; times++) {
    await page.keyboard.press('Tab')
    // Between the last and the first element the focus is in the browser's own toolbar. A toast may
    // cover the payment, and can be closed there.
    const within = await page.evaluate(() =>
      document.activeElement?.matches('body, dialog *, [role=region] *'),
    )
    expect(within).toBe(true)
  }
}
