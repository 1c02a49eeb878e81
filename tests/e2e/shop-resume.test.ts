import type { Page } from 'playwright/test'
import { clinic } from '#content/clinic.ts'
import { addUniqueProduct, queryStack, readStock, type Added } from '#tests/e2e/add-products.ts'
import {
  buyNow,
  CLAIM_ORDER,
  fillPurchase,
  goToOrderPayment,
  named,
  openPurchase,
  proceed,
  shownReference,
  START_ORDER,
  statusesFor,
} from '#tests/e2e/checkout-actions.ts'
import {
  asVisitor,
  dialog,
  expect,
  payButton,
  payByCard,
  paymentFrame,
  test,
  toast,
} from '#tests/e2e/fixtures.ts'
import { CONFIRM, duplicateTab, loseAnswer, nothingToPay, THREE_TRIES } from '#tests/e2e/payment-redirects.ts'
import { DELIVERABLE_POSTCODE } from '#tests/harness/deliverable-postcode.ts'

// An unpaid payment gets a 409 response, which Chromium logs as an error.
test.use({ allowedErrors: [[/ERR_|status of 40[0249]/], { option: true }] as never })

let fork: Added

test.beforeEach(async ({ request }) => {
  fork = await addUniqueProduct(request)
})

test.describe('a reload', () => {
  test('restores the form', async ({ page }) => {
    await openPurchase(page, fork)
    await fillPurchase(page, { quantity: 2 })
    await dialog(page).getByLabel('Local delivery').check()
    await page.reload()
    await expect(dialog(page).getByLabel('Postcode')).toHaveValue(DELIVERABLE_POSTCODE)
    await expect(dialog(page).getByLabel('Local delivery')).toBeChecked()
    await expect(dialog(page).getByText('£76.00')).toBeVisible()
  })

  test('restores the payment at its original price', async ({ page, request }) => {
    await goToOrderPayment(page, fork, 2)
    await queryStack(request, 'update product set price_pence = 9900 where id = $1', [fork.id])
    await page.reload()
    await expect(payButton(page)).toBeEnabled()
    await expect(dialog(page).getByText('£76.00')).toBeVisible()
    await payByCard(page)
    await shownReference(page)
    expect(await statusesFor(page, fork)).toEqual(['succeeded'])
  })

  test('shows the order again after success, without a second toast, until it is closed', async ({
    page,
  }) => {
    await goToOrderPayment(page, fork)
    await payByCard(page)
    const reference = await shownReference(page)
    await page.reload()
    expect(await shownReference(page)).toBe(reference)
    await expect(toast(page)).toHaveCount(0)
    await dialog(page).getByRole('button', { name: 'Back to the Shop' }).click()
    await page.reload()
    await expect(buyNow(page, fork)).toBeVisible()
    await expect(dialog(page)).toBeHidden()
  })

  test('returns to the form with a notice when the payment was cancelled elsewhere', async ({ page }) => {
    const message = 'This payment was cancelled. You have not been charged.'
    await goToOrderPayment(page, fork)
    await page.route(CLAIM_ORDER, (route) =>
      route.fulfill({ status: 409, json: { message, code: 'payment_closed' } }),
    )
    await page.reload()
    await expect(dialog(page).getByRole('status').first()).toHaveText(message)
    await expect(dialog(page).getByLabel('First name')).toHaveValue('First')
    await proceed(page).click()
    await expect(payButton(page)).toBeEnabled()
  })

  test('works when the product list cannot be loaded', async ({ page }) => {
    await goToOrderPayment(page, fork)
    await page.route('**/api/products', (route) => route.abort())
    await page.reload()
    await payByCard(page)
    await shownReference(page)
  })

  test('never asks to pay while the server cannot be reached, and Try again finds the order', async ({
    page,
  }) => {
    test.slow()
    await goToOrderPayment(page, fork)
    await page.route(CLAIM_ORDER, (route) => route.abort())
    await payByCard(page)
    await expect(named(page, 'Payment received')).toBeVisible(THREE_TRIES)
    await expect(dialog(page)).toContainText(
      "Failed to create order after payment: it will follow by email, please don't pay again. Reference: pi_",
    )
    await expect(toast(page)).toContainText('Payment received')
    await nothingToPay(page)
    await page.reload()
    await expect(dialog(page).getByRole('alert').first()).toContainText(clinic.phone.display, THREE_TRIES)
    await nothingToPay(page)
    await page.unroute(CLAIM_ORDER)
    await dialog(page).getByRole('button', { name: 'Try again' }).click()
    await shownReference(page)
  })
})

test.describe('a pay-later provider', () => {
  async function payLater(page: Page) {
    await paymentFrame(page).getByRole('tab', { name: 'Klarna' }).click()
    await payButton(page).click()
    await expect(page.getByRole('heading', { name: 'Test payment page' })).toBeVisible()
  }
  const decide = (page: Page, outcome: string) => page.getByRole('button', { name: outcome }).click()
  const isClean = (page: Page) => expect(page).toHaveURL(/\/shop#products$/)

  test('that approves returns the buyer to the order', async ({ page, request }) => {
    await goToOrderPayment(page, fork)
    await payLater(page)
    await decide(page, 'Authorise test payment')
    await shownReference(page)
    await isClean(page)
    await expect(toast(page)).toContainText('Purchase Successful!')
    expect(await readStock(request, fork)).toEqual({ stock: 5, reserved: 0 })
  })

  test('that declines returns the buyer to the same payment', async ({ page }) => {
    await goToOrderPayment(page, fork)
    await payLater(page)
    await decide(page, 'Fail test payment')
    await expect(dialog(page).getByRole('alert')).toContainText('Payment failed.')
    await isClean(page)
    await payByCard(page)
    await shownReference(page)
    expect(await statusesFor(page, fork)).toEqual(['succeeded'])
  })

  test('that is still processing shows the pending message', async ({ page }) => {
    await goToOrderPayment(page, fork)
    await payLater(page)
    await decide(page, 'Leave test payment processing')
    const sentence = dialog(page).getByText('Your payment provider is still working.')
    await expect(sentence).toBeVisible()
    await nothingToPay(page)
    await dialog(page).getByRole('button', { name: 'Try again' }).click()
    await expect(sentence).toBeVisible()
  })

  test('that was left with the Back button returns to the payment', async ({ page }) => {
    await goToOrderPayment(page, fork)
    await payLater(page)
    await page.goBack()
    await payByCard(page)
    await shownReference(page)
  })

  test('may decline in a browser without a draft: the page reports it, and the next purchase replaces it', async ({
    page,
    browser,
    request,
  }) => {
    await goToOrderPayment(page, fork, 2)
    await payLater(page)
    const address = page.url()
    const other = await (await browser.newContext()).newPage()
    await asVisitor(other)
    await other.goto(address)
    await decide(other, 'Fail test payment')
    await expect(dialog(other).getByText('you have not been charged')).toBeVisible()
    await dialog(other).getByRole('button', { name: 'Back to the Shop' }).click()
    await buyNow(other, fork).click()
    await fillPurchase(other)
    await proceed(other).click()
    await expect(payButton(other)).toBeEnabled()
    expect(await readStock(request, fork)).toEqual({ stock: 6, reserved: 1 })
    await other.context().close()
  })
})

test('an unknown payment in the URL is reported as unknown', async ({ page }) => {
  await page.goto(
    '/shop?payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_2&redirect_status=succeeded',
  )
  await expect(dialog(page).getByRole('status')).toContainText('We know of no payment')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('pi_1_secret_2')
})

test.describe('a second tab', () => {
  test('that pays first makes the first tab show the same order', async ({ page, request }) => {
    await goToOrderPayment(page, fork)
    const second = await duplicateTab(page)
    await payByCard(second)
    const reference = await shownReference(second)
    await payByCard(page)
    expect(await shownReference(page)).toBe(reference)
    expect(await statusesFor(page, fork)).toEqual(['succeeded'])
    expect(await readStock(request, fork)).toEqual({ stock: 5, reserved: 0 })
  })

  test('that has paid makes the first tab show the order instead of a changed payment', async ({ page }) => {
    await goToOrderPayment(page, fork)
    const second = await duplicateTab(page)
    await payByCard(second)
    const reference = await shownReference(second)
    await dialog(page).getByRole('button', { name: 'Back to Form' }).click()
    await dialog(page).getByLabel('Quantity').fill('3')
    await proceed(page).click()
    expect(await shownReference(page)).toBe(reference)
    expect(await statusesFor(page, fork)).toEqual(['succeeded'])
  })
})

test('lost responses are requested again and cause no second payment', async ({ page, request }) => {
  await openPurchase(page, fork)
  await fillPurchase(page)
  await loseAnswer(page, START_ORDER)
  await proceed(page).click()
  await expect(dialog(page).getByRole('alert')).toContainText(
    'Failed to proceed to payment. Please try again.',
  )
  await proceed(page).click()
  await expect(payButton(page)).toBeEnabled()
  expect(await readStock(request, fork)).toEqual({ stock: 6, reserved: 1 })
  await loseAnswer(page, CONFIRM)
  await payByCard(page)
  await expect(dialog(page).getByRole('alert')).toContainText('We are experiencing issues connecting')
  await payButton(page).click()
  await shownReference(page)
  expect(await statusesFor(page, fork)).toEqual(['succeeded'])
})
