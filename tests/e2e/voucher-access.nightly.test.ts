import type { Page } from 'playwright/test'
import { axeInBothSchemes, rightEdge } from '#tests/e2e/axe.ts'
import {
  choose,
  continueButton,
  expect,
  fillDetails,
  newBuyer,
  payButton,
  payByCard,
  test,
  vouchers,
} from '#tests/e2e/fixtures.ts'
import { CLAIM, shownCode } from '#tests/e2e/payment-redirects.ts'

test.use({ allowedErrors: [[/status of 40[29]|ERR_FAILED/], { option: true }] as never })

/** Opens every step in turn, and names it. */
async function* stages(page: Page) {
  await page.goto('/#gift-vouchers')
  await choose(page, 50)
  await expect(page.getByRole('button', { name: 'Purchase Gift Voucher' })).toBeEnabled()
  yield 'amount'
  await page.getByLabel('Custom amount').fill('0.01')
  await page.getByRole('button', { name: 'Purchase Gift Voucher' }).click()
  await expect(page.getByText('The smallest voucher is £0.30')).toBeVisible()
  yield 'a wrong amount'
  await page.getByLabel('Custom amount').fill('499.99')
  await page.getByRole('button', { name: 'Purchase Gift Voucher' }).click()
  await continueButton(page).click()
  await expect(page.getByText('Buyer name must be at least 2 characters')).toBeVisible()
  yield 'details with errors'
  await fillDetails(page, newBuyer())
  await continueButton(page).click()
  await expect(payButton(page)).toBeEnabled()
  yield 'payment'
  await page.getByText('You may cancel within 14 days. How').click()
  await expect(page.getByText('[*] Delete as appropriate')).toBeVisible()
  yield 'the right to cancel'
  await page.route(CLAIM, (route) => route.abort())
  await page.reload()
  await expect(page.getByRole('heading', { name: 'We could not check your payment' })).toBeVisible()
  yield 'resuming'
  await page.unroute(CLAIM)
  await page.getByRole('button', { name: 'Check again' }).click()
  await payByCard(page)
  await shownCode(page)
  yield 'success'
}

test('no step is wider than a window of 320 px, and axe finds nothing in any, light or dark', async ({
  page,
}) => {
  test.slow()
  await page.setViewportSize({ width: 320, height: 700 })
  for await (const name of stages(page)) {
    expect(await rightEdge(vouchers(page)), name).toBeLessThanOrEqual(320)
    expect(await axeInBothSchemes(page, '#gift-vouchers'), name).toEqual([])
  }
})
