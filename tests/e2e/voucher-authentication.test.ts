import type { Page } from 'playwright/test'
import {
  AUTHENTICATED,
  expect,
  goToPayment,
  payButton,
  payByCard,
  paymentFrame,
  test,
  toast,
  vouchers,
} from '#tests/e2e/fixtures.ts'
import { shownCode } from '#tests/e2e/payment-redirects.ts'

test.use({ allowedErrors: [[/status of 40[249]/], { option: true }] as never })

const bank = (page: Page) => page.getByRole('dialog', { name: '3D Secure 2 Test Page' })

test('a card that needs authentication pays after 3-D Secure succeeds', async ({ page }) => {
  await goToPayment(page)
  await payByCard(page, AUTHENTICATED)
  await bank(page).getByRole('button', { name: 'Complete' }).click()
  await shownCode(page)
})

test.describe('a pay-later provider', () => {
  async function payLater(page: Page) {
    await paymentFrame(page).getByLabel('Payment method').selectOption('Klarna')
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
  await expect(vouchers(page).getByRole('status')).toContainText('We could not find the payment')
  expect(leaks).toHaveLength(1)
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('pi_1_secret_2')
})
