import { clinic } from '#clinic/current-clinic.ts'
import { addUniqueProduct, readStock, type Added } from '#tests/e2e/add-products.ts'
import {
  buyNow,
  fillPurchase,
  goToOrderPayment,
  openPurchase,
  proceed,
  productCard,
  shownReference,
} from '#tests/e2e/checkout-actions.ts'
import { asVisitor, dialog, expect, payByCard, test, toast } from '#tests/e2e/fixtures.ts'
import { queryStack } from '#tests/e2e/query-stack.ts'

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
    await expect(dialog(page).getByText('There is only 1 of these left', { exact: true })).toBeVisible()
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
    'The last of these are being paid for at the moment. If they are not bought, some may be available again within half an hour.',
  )
  await payByCard(page)
  await shownReference(page)
  expect(await readStock(request, last)).toEqual({ stock: 0, reserved: 0 })
})

test('without the script of its dialog the shop shows a message with the phone number', async ({ page }) => {
  await page.route('**/_astro/PurchaseDialog*', (route) => route.abort())
  await page.goto('/shop')
  await buyNow(page, fork).click()
  const message = page.locator('#products').getByRole('alert').first()
  await expect(message).toContainText('Please reload the page.')
  await expect(message).toContainText(clinic.phone.display)
  await expect(productCard(page, fork)).toBeVisible()
})
