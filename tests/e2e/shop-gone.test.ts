import { clinic } from '#content/clinic.ts'
import { addUniqueProduct, queryStack, readStock, type Added } from '#tests/e2e/add-products.ts'
import {
  buyNow,
  fillPurchase,
  goToOrderPayment,
  openPurchase,
  proceed,
  productCard,
  shownReference,
  START_ORDER,
} from '#tests/e2e/checkout-actions.ts'
import { asVisitor, dialog, expect, payButton, payByCard, test, toast } from '#tests/e2e/fixtures.ts'
import { DELIVERABLE_POSTCODE } from '#tests/harness/deliverable-postcode.ts'

// Chromium logs 4xx and 503 responses as errors.
test.use({ allowedErrors: [[/status of (40[249]|503)|ERR_|Failed to fetch/], { option: true }] as never })

let fork: Added

test.beforeEach(async ({ request }) => {
  fork = await addUniqueProduct(request, { stock: 3 })
})

const alert = (page: Parameters<typeof dialog>[0]) => dialog(page).getByRole('alert')

test.describe('while the dialog is open', () => {
  test('other buyers leave one item: the dialog reports it, lowers the maximum and sells the last one', async ({
    page,
    request,
  }) => {
    await openPurchase(page, fork)
    await fillPurchase(page, { quantity: 3 })
    await queryStack(request, 'update product set stock = 1 where id = $1', [fork.id])
    await proceed(page).click()
    await expect(dialog(page).getByText('Only 1 of these is left', { exact: true })).toBeVisible()
    await expect(toast(page)).toContainText('Failed to proceed to payment. Please try again.')
    const quantity = dialog(page).getByLabel('Quantity')
    await expect(quantity).toHaveAttribute('max', '1')
    await expect(quantity).toBeFocused()
    await expect(dialog(page).getByLabel('First name')).toHaveValue('First')
    await quantity.fill('1')
    await proceed(page).click()
    await payByCard(page)
    await shownReference(page)
    expect(await readStock(request, fork)).toEqual({ stock: 0, reserved: 0 })
  })

  test('other buyers take the last item: dialog and shop show it as sold out, and the input is kept', async ({
    page,
    request,
  }) => {
    await openPurchase(page, fork)
    await fillPurchase(page)
    await queryStack(request, 'update product set stock = 0 where id = $1', [fork.id])
    await proceed(page).click()
    await expect(alert(page)).toHaveText('This product has just sold out.')
    await expect(dialog(page).getByLabel('Postcode')).toHaveValue(DELIVERABLE_POSTCODE)
    // The toast in the dialog has a Close button as well.
    await dialog(page).getByRole('button', { name: 'Close' }).first().click()
    await dialog(page).getByRole('alertdialog').getByRole('button', { name: 'Close' }).click()
    await expect(buyNow(page, fork)).toBeDisabled()
    await expect(productCard(page, fork).getByText('Out of Stock')).toBeVisible()
  })

  test('the price changes: the dialog reports it and sells at the new price', async ({ page, request }) => {
    await openPurchase(page, fork)
    await fillPurchase(page, { quantity: 2 })
    await queryStack(request, 'update product set price_pence = 4150 where id = $1', [fork.id])
    await proceed(page).click()
    await expect(alert(page)).toContainText('The price of this product has changed.')
    await expect(dialog(page).getByText('£83.00')).toBeVisible()
    await proceed(page).click()
    await expect(payButton(page)).toBeEnabled()
    await expect(dialog(page).getByText('£83.00')).toBeVisible()
  })

  test('the product is deleted: the dialog reports it', async ({ page, request }) => {
    await openPurchase(page, fork)
    await fillPurchase(page)
    await queryStack(request, 'update product set archived_at = now() where id = $1', [fork.id])
    await proceed(page).click()
    await expect(alert(page)).toHaveText('This product is no longer in the shop.')
    await expect(productCard(page, fork)).toHaveCount(0)
  })
})

test('of two buyers of the last item, one gets it and the other is told', async ({
  page,
  context,
  request,
}) => {
  const last = await addUniqueProduct(request, { stock: 1 })
  const other = await context.newPage()
  await asVisitor(other)
  await openPurchase(other, last)
  await fillPurchase(other)
  await goToOrderPayment(page, last)
  await proceed(other).click()
  await expect(alert(other)).toHaveText(
    'Others are paying for the last of these. Some may be back within half an hour.',
  )
  await payByCard(page)
  await shownReference(page)
  expect(await readStock(request, last)).toEqual({ stock: 0, reserved: 0 })
})

test.describe('without a third-party resource', () => {
  test('without Stripe.js the dialog says how to order by phone', async ({ page }) => {
    await openPurchase(page, fork)
    await page.unroute('https://js.stripe.com/**')
    await page.route('https://js.stripe.com/**', (route) => route.abort())
    await fillPurchase(page)
    await proceed(page).click()
    await expect(alert(page).first()).toContainText('You have not been charged')
    await expect(alert(page).first()).toContainText(clinic.phone.display)
    await dialog(page).getByRole('button', { name: 'Back to Form' }).click()
    await expect(dialog(page).getByLabel('City')).toHaveValue('Liverpool')
  })

  test('without a Stripe key the dialog says how to order by phone and keeps the input', async ({ page }) => {
    const unavailable = { message: 'Card payments are not available at the moment.', code: 'unavailable' }
    await page.route(START_ORDER, (route) => route.fulfill({ status: 503, json: unavailable }))
    await openPurchase(page, fork)
    await fillPurchase(page)
    await proceed(page).click()
    await expect(alert(page)).toContainText(unavailable.message)
    await expect(alert(page)).toContainText(clinic.phone.display)
    await expect(dialog(page).getByLabel('City')).toHaveValue('Liverpool')
  })

  for (const chunk of ['PurchaseDialog', 'OrderPaymentStep']) {
    test(`without the script ${chunk} the page shows a message with the phone number`, async ({ page }) => {
      await page.route(`**/_astro/${chunk}*.js`, (route) => route.abort())
      await page.goto('/shop')
      await buyNow(page, fork).click()
      if (chunk === 'OrderPaymentStep') {
        await fillPurchase(page)
        await proceed(page).click()
      }
      await expect(page.locator('#products').getByRole('alert').first()).toContainText(clinic.phone.display)
      await expect(productCard(page, fork)).toBeVisible()
    })
  }
})

test('Stripe.js is not loaded before the payment step', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await openPurchase(page, fork)
  await fillPurchase(page)
  expect(asked.filter((url) => url.includes('stripe.com'))).toEqual([])
})
