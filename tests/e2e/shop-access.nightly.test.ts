import type { Page } from 'playwright/test'
import { addUniqueProduct, type Added } from '#tests/e2e/add-products.ts'
import { axeInBothSchemes, rightEdge } from '#tests/e2e/axe.ts'
import {
  CLAIM_ORDER,
  fillPurchase,
  named,
  openPurchase,
  proceed,
  shownReference,
} from '#tests/e2e/checkout-actions.ts'
import { DECLINED, dialog, expect, payButton, payByCard, test } from '#tests/e2e/fixtures.ts'

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
  await expect(dialog(page).getByRole('alert')).toContainText('You have not been charged')
  yield 'declined'
  await page.route(CLAIM_ORDER, (route) => route.abort())
  await page.reload()
  await expect(dialog(page).getByText('We could not check your payment')).toBeVisible()
  yield 'resuming'
  await page.unroute(CLAIM_ORDER)
  await dialog(page).getByRole('button', { name: 'Check again' }).click()
  await expect(payButton(page)).toBeEnabled()
  await page.route(CLAIM_ORDER, (route) => route.abort())
  await payByCard(page)
  await expect(named(page, 'Payment received')).toBeVisible()
  yield 'following'
  await page.unroute(CLAIM_ORDER)
  await dialog(page).getByRole('button', { name: 'Try again' }).click()
  await shownReference(page)
  yield 'success'
}

test('no step is wider than a window of 320 px, also at 400 %, and axe finds nothing in any, light or dark', async ({
  page,
}) => {
  test.slow()
  await page.setViewportSize({ width: 320, height: 256 })
  for await (const name of steps(page)) {
    expect(await rightEdge(dialog(page).last()), name).toBeLessThanOrEqual(320)
    expect(await axeInBothSchemes(page, 'dialog[open].dialog'), name).toEqual([])
  }
})
