import type { Page } from 'playwright/test'
import { addUniqueProduct, type Added } from '#tests/e2e/add-products.ts'
import { axe } from '#tests/e2e/axe.ts'
import {
  CLAIM_ORDER,
  fillPurchase,
  named,
  openPurchase,
  proceed,
  shownReference,
} from '#tests/e2e/checkout-actions.ts'
import { asVisitor, DECLINED, dialog, expect, payButton, payByCard, test } from '#tests/e2e/fixtures.ts'
import { THREE_TRIES } from '#tests/e2e/payment-redirects.ts'

test.use({ allowedErrors: [[/status of 40[29]|ERR_FAILED/], { option: true }] as never })

let fork: Added

test.beforeEach(async ({ request }) => {
  fork = await addUniqueProduct(request)
})

/** Opens every step in turn, and names it. */
async function* steps(page: Page) {
  await openPurchase(page, fork)
  yield 'form'
  await proceed(page).click()
  await expect(dialog(page).getByText('Last name required')).toBeVisible()
  yield 'form with errors'
  await fillPurchase(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog')).toBeVisible()
  yield 'asking'
  await page.keyboard.press('Escape')
  await proceed(page).click()
  await expect(payButton(page)).toBeEnabled()
  yield 'payment'
  await dialog(page).getByText('You may cancel within 14 days. How').click()
  await expect(dialog(page).getByText('[*] Delete as appropriate')).toBeVisible()
  yield 'the right to cancel'
  await payByCard(page, DECLINED)
  await expect(dialog(page).getByRole('alert')).toContainText('declined')
  yield 'declined'
  await page.route(CLAIM_ORDER, (route) => route.abort())
  await page.reload()
  await expect(dialog(page).getByText('We cannot see your payment yet')).toBeVisible(THREE_TRIES)
  yield 'resuming'
  await page.unroute(CLAIM_ORDER)
  await dialog(page).getByRole('button', { name: 'Try again' }).click()
  await expect(payButton(page)).toBeEnabled()
  await page.route(CLAIM_ORDER, (route) => route.abort())
  await payByCard(page)
  await expect(named(page, 'Payment received')).toBeVisible(THREE_TRIES)
  yield 'following'
  await page.unroute(CLAIM_ORDER)
  await dialog(page).getByRole('button', { name: 'Try again' }).click()
  await shownReference(page)
  yield 'success'
}

for (const [what, width, height] of [
  ['of 320 px', 320, 640],
  ['at 400 %', 320, 256],
] as const) {
  test(`no step is wider than a window ${what}, and its button can be reached`, async ({ page }) => {
    test.slow()
    await page.setViewportSize({ width, height })
    for await (const name of steps(page)) {
      const right = await dialog(page)
        .last()
        .evaluate((part) =>
          Math.max(...Array.from(part.querySelectorAll('*'), (one) => one.getBoundingClientRect().right)),
        )
      expect(right, name).toBeLessThanOrEqual(width)
    }
  })
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing in any step, ${colorScheme}`, async ({ browser, baseURL }) => {
    test.slow()
    // The site's content security policy would block axe.
    const context = await browser.newContext({ bypassCSP: true, colorScheme, baseURL: baseURL! })
    const page = await context.newPage()
    await asVisitor(page)
    for await (const name of steps(page)) expect(await axe(page, 'dialog[open].dialog'), name).toEqual([])
    await context.close()
  })
}
