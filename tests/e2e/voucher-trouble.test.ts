import type { Page } from 'playwright/test'
import { clinic } from '#clinic/current-clinic.ts'
import { expect, goToPayment, payButton, payByCard, test, vouchers } from '#tests/e2e/fixtures.ts'
import { CLAIM, CONFIRM, shownCode, withoutPauses } from '#tests/e2e/payment-redirects.ts'

test.use({
  allowedErrors: [[/ERR_|status of 40[29]|Error hydrating|Failed to fetch/], { option: true }] as never,
})

const received = (page: Page) => page.getByRole('heading', { name: 'Payment received' })

test('after a network failure following payment the page says not to pay again, and Try again finds the voucher', async ({
  page,
  context,
}) => {
  await page.clock.install()
  await goToPayment(page)
  await page.route(CONFIRM, async (route) => {
    const response = await route.fetch()
    await context.setOffline(true)
    await route.fulfill({ response })
  })
  await payByCard(page)
  await withoutPauses(page, (soon) => expect(received(page)).toBeVisible(soon))
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await shownCode(page)
})

test('the browser warns about leaving the page only while a card is being confirmed', async ({ page }) => {
  await goToPayment(page)
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.type())
    void dialog.accept()
  })
  await page.reload()
  await expect(payButton(page)).toBeEnabled()
  expect(asked).toEqual([])
  const confirming = page.waitForRequest(CONFIRM)
  await page.route(CONFIRM, () => undefined)
  await payByCard(page)
  await confirming
  await expect(page.getByRole('button', { name: 'Back to Form' })).toBeDisabled()
  await page.reload()
  expect(asked).toEqual(['beforeunload'])
})

test('a page that fails to render the voucher never offers to buy again', async ({ page }) => {
  await page.clock.install()
  await goToPayment(page)
  await page.route(CLAIM, (route) => route.abort())
  await payByCard(page)
  await withoutPauses(page, (soon) => expect(received(page)).toBeVisible(soon))
  await page.route('**/_astro/VoucherConfirmationStep*', (route) => route.abort())
  await page.unroute(CLAIM)
  await page.reload()
  const alert = vouchers(page).getByRole('alert')
  await expect(alert).toContainText("please don't pay again")
  await expect(alert).toContainText(clinic.phone.display)
})

for (const [what, chunk] of [
  ['its own script', '**/_astro/VoucherSection*.js*'],
  ['React', '**/_astro/client*.js*'],
] as const) {
  test(`an island without ${what} shows an error with the phone number above its pre-rendered content`, async ({
    page,
  }) => {
    await page.route(chunk, (route) => route.abort())
    await page.goto('/#gift-vouchers')
    await expect(vouchers(page).getByRole('alert')).toContainText(clinic.phone.display)
    await expect(vouchers(page).getByText(`Valid for ${clinic.vouchers.validMonths} months`)).toBeVisible()
  })
}
