import {
  continueButton,
  expect,
  fillCard,
  fillDetails,
  goToPayment,
  mailsTo,
  newBuyer,
  openVouchers,
  payButton,
  payByCard,
  test,
  toast,
  vouchers,
} from '#tests/e2e/fixtures.ts'
import {
  CONFIRM,
  duplicateTab,
  loseAnswer,
  newAmount,
  shownCode,
  START,
  statusesOf,
} from '#tests/e2e/payment-redirects.ts'

test.use({ allowedErrors: [[/status of 40[029]|ERR_FAILED/], { option: true }] as never })

test('double clicks make one payment, one voucher and one pair of emails', async ({ page }) => {
  const amount = newAmount()
  const buyer = newBuyer()
  await openVouchers(page)
  await page.getByLabel('Custom amount').fill(amount)
  await page.getByRole('button', { name: 'Purchase Gift Voucher' }).click()
  await fillDetails(page, buyer)
  await continueButton(page).dblclick()
  await expect(payButton(page)).toBeEnabled()
  await fillCard(page, '4242 4242 4242 4242')
  await payButton(page).dblclick()
  await shownCode(page)
  expect(await statusesOf(page, amount)).toEqual(['succeeded'])
  await expect.poll(async () => (await mailsTo(page, buyer.recipientEmail)).length).toBe(1)
})

test('a request is repeated after a lost response, and makes no second payment', async ({ page }) => {
  const amount = newAmount()
  await openVouchers(page)
  await page.getByLabel('Custom amount').fill(amount)
  await page.getByRole('button', { name: 'Purchase Gift Voucher' }).click()
  await fillDetails(page, newBuyer())
  await loseAnswer(page, START)
  await continueButton(page).click()
  await expect(toast(page)).toContainText('Failed to create gift voucher. Please try again.')
  await continueButton(page).click()
  await expect(payButton(page)).toBeEnabled()
  expect(await statusesOf(page, amount)).toEqual(['requires_payment_method'])
})

test('another amount replaces the first intent: only one of the two can be paid', async ({ page }) => {
  const [first, second] = [newAmount(), newAmount()]
  await goToPayment(page, newBuyer(), first)
  await page.getByRole('button', { name: 'Back to Form' }).click()
  await page.getByRole('button', { name: 'Change Amount' }).click()
  await page.getByLabel('Custom amount').fill(second)
  await page.getByRole('button', { name: 'Purchase Gift Voucher' }).click()
  await continueButton(page).click()
  await expect(vouchers(page).getByRole('definition').filter({ hasText: second })).toBeVisible()
  expect(await statusesOf(page, first)).toEqual(['canceled'])
  await payByCard(page)
  await shownCode(page)
  expect(await statusesOf(page, second)).toEqual(['succeeded'])
})

test('going back and forward without a change reuses the payment', async ({ page }) => {
  const amount = newAmount()
  await goToPayment(page, newBuyer(), amount)
  await page.getByRole('button', { name: 'Back to Form' }).click()
  await continueButton(page).click()
  await expect(payButton(page)).toBeEnabled()
  expect(await statusesOf(page, amount)).toEqual(['requires_payment_method'])
})

test.describe('a second tab', () => {
  test('that pays first makes the first tab show the confirmation', async ({ page }) => {
    const amount = newAmount()
    await goToPayment(page, newBuyer(), amount)
    const second = await duplicateTab(page)
    await payByCard(second)
    const code = await shownCode(second)
    await payByCard(page)
    expect(await shownCode(page)).toBe(code)
    expect(await statusesOf(page, amount)).toEqual(['succeeded'])
  })

  test('that has paid makes the first tab show the confirmation instead of a changed payment', async ({
    page,
  }) => {
    const [amount, other] = [newAmount(), newAmount()]
    await goToPayment(page, newBuyer(), amount)
    const second = await duplicateTab(page)
    await payByCard(second)
    const code = await shownCode(second)
    await page.getByRole('button', { name: 'Back to Form' }).click()
    await page.getByRole('button', { name: 'Change Amount' }).click()
    await page.getByLabel('Custom amount').fill(other)
    await page.getByRole('button', { name: 'Purchase Gift Voucher' }).click()
    await continueButton(page).click()
    expect(await shownCode(page)).toBe(code)
    expect(await statusesOf(page, other)).toEqual([])
  })

  test('that changes the amount returns the first tab to its form, uncharged', async ({ page }) => {
    const [amount, other] = [newAmount(), newAmount()]
    await goToPayment(page, newBuyer(), amount)
    const second = await duplicateTab(page)
    await second.getByRole('button', { name: 'Back to Form' }).click()
    await second.getByRole('button', { name: 'Change Amount' }).click()
    await second.getByLabel('Custom amount').fill(other)
    await second.getByRole('button', { name: 'Purchase Gift Voucher' }).click()
    await continueButton(second).click()
    await expect(payButton(second)).toBeEnabled()
    await payByCard(page)
    await expect(vouchers(page).getByRole('status')).toContainText('You have not been charged')
    await expect(page.getByLabel('Your name')).toHaveValue('Buyer Name')
  })
})

test('a connection that drops after the payment is recovered by Try again', async ({ page }) => {
  const amount = newAmount()
  await goToPayment(page, newBuyer(), amount)
  await loseAnswer(page, CONFIRM)
  await payByCard(page)
  await expect(toast(page)).toContainText('We are experiencing issues connecting to our payments provider')
  await payButton(page).click()
  await shownCode(page)
  expect(await statusesOf(page, amount)).toEqual(['succeeded'])
})
