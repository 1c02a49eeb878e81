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
} from '#tests/e2e/fixtures.ts'
import { duplicateTab, newAmount, shownCode, statusesOf } from '#tests/e2e/payment-redirects.ts'

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
})
