import {
  choose,
  continueButton,
  expect,
  expectChosen,
  goToPayment,
  payButton,
  payByCard,
  test,
  vouchers,
} from '#tests/e2e/fixtures.ts'
import { nothingToPay, shownCode } from '#tests/e2e/payment-redirects.ts'

// A refused request would fail the test, because Chromium logs it as an error.
test('Back, Forward and Back to Form move between payment, details and amount, without a refused request', async ({
  page,
}) => {
  await goToPayment(page)
  await page.goBack()
  await expect(page.getByLabel('Your name')).toHaveValue('Buyer Name')
  await expect(page.getByRole('group', { name: 'Your details' })).toBeFocused()
  await page.goBack()
  await expectChosen(page, 50)
  await page.goForward()
  await expect(page.getByLabel('Your name')).toHaveValue('Buyer Name')
  await page.goForward()
  await expect(payButton(page)).toBeEnabled()
  // The same payment opens again.
  await page.getByRole('button', { name: 'Back to Form' }).click()
  await continueButton(page).click()
  await expect(payButton(page)).toBeEnabled()

  // Forward never opens the payment of outdated input.
  await page.goBack()
  await page.getByLabel("Recipient's name").fill('Somebody Else')
  await page.goForward()
  await expect(continueButton(page)).toBeVisible()
  await continueButton(page).click()
  await expect(vouchers(page).getByRole('definition').filter({ hasText: 'Somebody Else' })).toBeVisible()
})

test('the page’s back links add no history entries', async ({ page }) => {
  await goToPayment(page)
  await page.getByRole('button', { name: 'Back to Form' }).click()
  await page.getByRole('button', { name: 'Change Amount' }).click()
  await choose(page, 75)
  await expect.poll(() => page.evaluate(() => (history.state as { voucher: string }).voucher)).toBe('amount')
  await page.getByRole('button', { name: 'Purchase Gift Voucher' }).click()
  await page.goBack()
  await expectChosen(page, 75)
})

test('what was bought stays in view however often Back is pressed on the page', async ({ page }) => {
  await page.goto('/404')
  await goToPayment(page)
  await payByCard(page)
  const code = await shownCode(page)
  for (let times = 0; times < 2; times += 1) {
    await page.goBack()
    expect(await shownCode(page)).toBe(code)
    await nothingToPay(page)
  }
  await page.goForward()
  expect(await shownCode(page)).toBe(code)
})

test('a link to another section keeps the purchase', async ({ page }) => {
  await goToPayment(page)
  await page.evaluate(() => (location.hash = '#contact'))
  await page.evaluate(() => (location.hash = '#gift-vouchers'))
  await expect(payButton(page)).toBeEnabled()
  await page.goBack()
  await page.goBack()
  await expect(payButton(page)).toBeEnabled()
  await page.goBack()
  await expect(page.getByLabel('Your name')).toHaveValue('Buyer Name')
})

test.describe('a payment that is still open', () => {
  test.use({ allowedErrors: [[/status of 409/], { option: true }] as never })

  test('a page from the back/forward cache checks its payment', async ({ page }) => {
    await goToPayment(page)
    const asked = page.waitForResponse('**/api/gift-vouchers')
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    await asked
    await expect(payButton(page)).toBeEnabled()
  })
})
