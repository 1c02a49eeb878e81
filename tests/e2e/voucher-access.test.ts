import type { Page } from 'playwright/test'
import { axeInBothSchemes, rightEdge } from '#tests/e2e/axe.ts'
import {
  choose,
  continueButton,
  expect,
  fillDetails,
  goToPayment,
  newBuyer,
  openVouchers,
  payButton,
  payByCard,
  test,
  typeCard,
  vouchers,
} from '#tests/e2e/fixtures.ts'
import { CLAIM, shownCode, THREE_TRIES } from '#tests/e2e/payment-redirects.ts'

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
  await expect(page.getByRole('heading', { name: 'We cannot see your payment yet' })).toBeVisible(THREE_TRIES)
  yield 'resuming'
  await page.unroute(CLAIM)
  await page.getByRole('button', { name: 'Try again' }).click()
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

test('a voucher can be bought by keyboard', async ({ page }) => {
  const { keyboard } = page
  await page.goto('/#gift-vouchers')
  const purchase = page.getByRole('button', { name: 'Purchase Gift Voucher' })
  await expect(purchase).toHaveAccessibleDescription('Choose an amount to continue.')
  await page.getByRole('radio', { name: /^£10\b/ }).focus()
  await keyboard.press('Space')
  await keyboard.press('ArrowDown')
  await keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: /^£50\b/ })).toBeChecked()
  // Before hydration the button is disabled, so Tab would skip it.
  await expect(purchase).toBeEnabled()
  await keyboard.press('Tab')
  await expect(page.getByLabel('Custom amount')).toBeFocused()
  await keyboard.press('Tab')
  await expect(purchase).toBeFocused()
  await keyboard.press('Enter')
  await expect(page.getByRole('group', { name: 'Your details' })).toBeFocused()
  const { buyerEmail, recipientEmail } = newBuyer()
  for (const text of ['Buyer Name', buyerEmail, 'Recipient Name']) {
    await keyboard.press('Tab')
    await keyboard.type(text)
  }
  await keyboard.press('Tab')
  await expect(page.getByRole('radio', { name: 'To them by email, straight away' })).toBeFocused()
  for (const text of [recipientEmail, 'Hello.']) {
    await keyboard.press('Tab')
    await keyboard.type(text)
  }
  await keyboard.press('Tab')
  await keyboard.press('Enter')
  await expect(page.getByRole('group', { name: 'Payment' })).toBeFocused()
  await expect(payButton(page)).toBeEnabled()
  await keyboard.press('Tab')
  await expect(page.getByText('You may cancel within 14 days. How')).toBeFocused()
  await typeCard(page)
  await expect(payButton(page)).toBeFocused()
  await keyboard.press('Enter')
  await shownCode(page)
  await expect(page.getByRole('group', { name: 'Your gift voucher' })).toBeFocused()
})

test('a lazy-loaded step takes the focus once it is rendered', async ({ page }) => {
  await openVouchers(page)
  const fetched = Promise.withResolvers<void>()
  await page.route('**/_astro/VoucherPaymentStep*.js', async (route) => {
    await fetched.promise
    await route.continue()
  })
  const going = goToPayment(page)
  await expect(page.getByText('One moment...')).toBeVisible()
  fetched.resolve()
  await going
  await expect(page.getByRole('group', { name: 'Payment' })).toBeFocused()
})
