import type { Page } from 'playwright/test'
import {
  asVisitor,
  AUTHENTICATED,
  expect,
  goToPayment,
  newBuyer,
  payButton,
  payByCard,
  paymentFrame,
  test,
  toast,
  VISA,
  vouchers,
} from '#tests/e2e/fixtures.ts'
import { newAmount, shownCode, statusesOf } from '#tests/e2e/payment-redirects.ts'

test.use({ allowedErrors: [[/status of 40[249]/], { option: true }] as never })

const bank = (page: Page) => page.getByRole('dialog', { name: '3D Secure 2 Test Page' })

test('a card that needs authentication pays after 3-D Secure succeeds', async ({ page }) => {
  await goToPayment(page)
  await payByCard(page, AUTHENTICATED)
  await bank(page).getByRole('button', { name: 'Complete' }).click()
  await shownCode(page)
})

test('a failed authentication shows an error and keeps the form; another card pays', async ({ page }) => {
  const amount = newAmount()
  await goToPayment(page, newBuyer(), amount)
  await payByCard(page, AUTHENTICATED)
  await bank(page).getByRole('button', { name: 'Fail' }).click()
  await expect(toast(page)).toContainText('Payment Failed')
  await expect(toast(page)).toContainText('We are unable to authenticate your payment method.')
  await payByCard(page, VISA)
  await shownCode(page)
  expect(await statusesOf(page, amount)).toEqual(['succeeded'])
})

test('a reload during authentication returns to the payment', async ({ page }) => {
  await goToPayment(page)
  await payByCard(page, AUTHENTICATED)
  await expect(bank(page)).toBeVisible()
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await payByCard(page, VISA)
  await shownCode(page)
})

test.describe('a pay-later provider', () => {
  async function payLater(page: Page) {
    await paymentFrame(page).getByRole('tab', { name: 'Klarna' }).click()
    await payButton(page).click()
    await expect(page.getByRole('heading', { name: 'Test payment page' })).toBeVisible()
  }
  const decide = (page: Page, outcome: string) => page.getByRole('button', { name: outcome }).click()

  const isClean = (page: Page) => expect(page).toHaveURL(/\/#gift-vouchers$/)

  test('that approves returns the buyer to the voucher’s code', async ({ page }) => {
    await goToPayment(page)
    await payLater(page)
    await decide(page, 'Authorise test payment')
    await shownCode(page)
    await isClean(page)
    await expect(vouchers(page)).toBeInViewport()
    await expect(toast(page)).toContainText('Payment Successful!')
  })

  test('that was left with the Back button returns to the payment', async ({ page }) => {
    await goToPayment(page)
    await payLater(page)
    await page.goBack()
    await payByCard(page)
    await shownCode(page)
  })

  test('may return the buyer to a browser without a draft', async ({ page, browser }) => {
    await goToPayment(page)
    await payLater(page)
    const address = page.url()
    const other = await (await browser.newContext()).newPage()
    await asVisitor(other)
    await other.goto(address)
    await decide(other, 'Authorise test payment')
    await shownCode(other)
    await other.context().close()
  })
})

// ASVS 14.2.1
test('a returned client secret is sent to no other site and in no other URL', async ({ page }) => {
  await goToPayment(page)
  await page.goto('/404')
  const leaks: string[] = []
  page.on('request', (request) => {
    const { referer = '' } = request.headers()
    const foreign = new URL(request.url()).origin !== new URL(page.url()).origin
    if ((foreign && referer.includes('_secret_')) || /\/\?.*_secret_/.test(request.url()))
      leaks.push(request.url())
  })
  await page.goto(
    '/?payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_2&redirect_status=succeeded',
  )
  await expect(page).toHaveURL(/\/#gift-vouchers$/)
  await expect(vouchers(page).getByRole('status')).toContainText('We know of no payment')
  expect(leaks).toHaveLength(1)
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('pi_1_secret_2')
})
