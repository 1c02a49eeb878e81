import { clinic } from '#clinic/current-clinic.ts'
import {
  choose,
  expect,
  expectChosen,
  fillDetails,
  goToPayment,
  newBuyer,
  openVouchers,
  payButton,
  payByCard,
  test,
  vouchers,
} from '#tests/e2e/fixtures.ts'
import {
  CLAIM,
  newAmount,
  nothingToPay,
  shownCode,
  statusesOf,
  withoutPauses,
} from '#tests/e2e/payment-redirects.ts'

const purchase = 'Purchase Gift Voucher'

test.describe('a reload', () => {
  // An unpaid payment gets a 409 response, which Chromium logs as an error.
  test.use({ allowedErrors: [[/status of 40[249]/], { option: true }] as never })

  test('restores the chosen amount, then the details', async ({ page }) => {
    await openVouchers(page)
    await page.getByLabel('Custom amount').fill('20')
    await choose(page, 50)
    await page.reload()
    await expectChosen(page, 50)
    await expect(page.locator('.voucher-amount')).toContainText('50')
    await page.getByRole('button', { name: purchase }).click()
    await fillDetails(page, newBuyer())
    await page.reload()
    await expect(page.getByLabel('Your name')).toHaveValue('Buyer Name')
    await expect(page.getByLabel('Personal message')).toHaveValue('Have a quiet hour.')
    await expect(vouchers(page).getByText('£50', { exact: true }).first()).toBeVisible()
  })

  test('restores the payment, which can be paid', async ({ page }) => {
    const amount = newAmount()
    await goToPayment(page, newBuyer(), amount)
    await page.reload()
    await expect(payButton(page)).toBeEnabled()
    await expect(vouchers(page).getByRole('definition').filter({ hasText: amount })).toBeVisible()
    await payByCard(page)
    await shownCode(page)
    expect(await statusesOf(page, amount)).toEqual(['succeeded'])
  })
})

test.describe('while the server cannot be reached', () => {
  test.use({ allowedErrors: [[/ERR_FAILED|status of 40[29]/], { option: true }] as never })

  test('a returning buyer sees an error, may retry, and is never asked to pay', async ({ page }) => {
    await page.clock.install()
    await goToPayment(page)
    await page.route(CLAIM, (route) => route.abort())
    await payByCard(page)
    const received = page.getByRole('heading', { name: 'Payment received' })
    await withoutPauses(page, (soon) => expect(received).toBeVisible(soon))
    await page.reload()
    await expect(vouchers(page).getByRole('status')).toHaveText(
      'One moment, please. We are checking your payment...',
    )
    const alert = vouchers(page).getByRole('alert')
    await withoutPauses(page, (soon) => expect(alert).toContainText(clinic.phone.display, soon))
    await nothingToPay(page)
    await page.unroute(CLAIM)
    await page.getByRole('button', { name: 'Check again' }).click()
    await shownCode(page)
    await expect(page.getByRole('group', { name: 'Your gift voucher' })).toBeFocused()
  })
})
