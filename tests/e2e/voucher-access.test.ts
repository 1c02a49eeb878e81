import { clinic } from '#clinic/current-clinic.ts'
import {
  choose,
  expect,
  goToPayment,
  HIGHEST_OFFERED,
  newBuyer,
  offeredAmount,
  openVouchers,
  payButton,
  test,
  typeCard,
  vouchers,
} from '#tests/e2e/fixtures.ts'
import { shownCode } from '#tests/e2e/payment-redirects.ts'

test('a voucher can be bought by keyboard', async ({ page }) => {
  const { keyboard } = page
  await page.goto('/#gift-vouchers')
  const purchase = page.getByRole('button', { name: 'Purchase Gift Voucher' })
  await expect(purchase).toHaveAccessibleDescription('Please choose an amount to continue.')
  const { amounts } = clinic.vouchers
  await offeredAmount(page, amounts[0]!).focus()
  await keyboard.press('Space')
  await keyboard.press('ArrowDown')
  await keyboard.press('ArrowRight')
  await expect(offeredAmount(page, amounts[2 % amounts.length]!)).toBeChecked()
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
  await expect(page.getByRole('radio', { name: 'To the recipient by email, straight away' })).toBeFocused()
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

test('the chosen amount and the current page are seen in forced colours @nightly', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await openVouchers(page)
  await choose(page, HIGHEST_OFFERED)
  const highlight = await page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('p'))
    probe.style.backgroundColor = 'Highlight'
    return getComputedStyle(probe).backgroundColor
  })
  await expect(vouchers(page).locator('.amounts-choice:has(:checked)')).toHaveCSS(
    'background-color',
    highlight,
  )
  await page.goto('/shop')
  const current = page.getByRole('navigation', { name: 'Main' }).locator('[aria-current]')
  await expect(current).toHaveCSS('text-decoration-line', 'underline')
})

test('a lazy-loaded step takes the focus once it is rendered', async ({ page }) => {
  const fetched = Promise.withResolvers<void>()
  await page.route('**/_astro/VoucherPaymentStep*', async (route) => {
    await fetched.promise
    await route.continue()
  })
  const going = goToPayment(page)
  await expect(page.getByText('One moment...')).toBeVisible()
  fetched.resolve()
  await going
  await expect(page.getByRole('group', { name: 'Payment' })).toBeFocused()
})
