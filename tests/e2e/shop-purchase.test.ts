import { clinic } from '#clinic/current-clinic.ts'
import { addUniqueProduct, readStock, type Added } from '#tests/e2e/add-products.ts'
import {
  buyNow,
  fillPurchase,
  goToOrderPayment,
  named,
  newOrderer,
  openPurchase,
  proceed,
  productCard,
  shownReference,
} from '#tests/e2e/checkout-actions.ts'
import {
  AUTHENTICATED,
  DECLINED,
  dialog,
  expect,
  expectPrinted,
  mailsTo,
  payButton,
  payByCard,
  paymentFrame,
  recordPrints,
  test,
  toast,
  typeCard,
} from '#tests/e2e/fixtures.ts'
import { nothingToPay } from '#tests/e2e/payment-redirects.ts'
import { DELIVERABLE_POSTCODE } from '#tests/harness/deliverable-postcode.ts'

let fork: Added

test.beforeEach(async ({ request }) => {
  fork = await addUniqueProduct(request)
})

const fact = (page: Parameters<typeof dialog>[0], label: string) =>
  dialog(page)
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${label}$`) })
    .locator('xpath=following-sibling::*')

test('a visitor buys two of a product and sees product, amount and delivery', async ({ page, request }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await openPurchase(page, fork)
  await expect(named(page, 'Purchase Product')).toBeVisible()
  await expect(dialog(page).getByLabel('Quantity')).toHaveAttribute('max', '6')
  await expect(dialog(page).getByText('£38.00')).toBeVisible()
  const email = await fillPurchase(page, { quantity: 2 })
  await expect(dialog(page).getByText('£76.00')).toBeVisible()
  await dialog(page).getByLabel('Local delivery').check()
  expect(asked.filter((url) => url.includes('stripe.com'))).toEqual([])
  await proceed(page).click()
  await expect(named(page, 'Complete Payment')).toBeVisible()
  await expect(toast(page)).toContainText('Ready for Payment')
  expect(await readStock(request, fork)).toEqual({ stock: 6, reserved: 2 })
  await expect(dialog(page).getByText(`2 × ${fork.name}`)).toBeVisible()
  await expect(dialog(page).getByText('Local delivery')).toBeVisible()
  await expect(dialog(page).getByText(DELIVERABLE_POSTCODE)).toBeVisible()
  await payByCard(page)
  const reference = await shownReference(page)
  await expect(fact(page, 'Product')).toHaveText(fork.name)
  await expect(fact(page, 'Quantity')).toHaveText('2')
  await expect(fact(page, 'Total paid')).toHaveText('£76.00')
  await expect(fact(page, 'Date')).toHaveText(/^\d{1,2} \w+ \d{4} at \d\d:\d\d$/)
  await expect(fact(page, 'Collection or delivery')).toHaveText('Local delivery')
  await expect(fact(page, 'Name')).toHaveText('First Last')
  await expect(fact(page, 'Deliver to')).toContainText(DELIVERABLE_POSTCODE)
  await expect(dialog(page).getByText('We will call or email you to agree when to deliver it.')).toBeVisible()
  await expect(dialog(page).getByText('A confirmation email will follow')).toBeVisible()
  await expect(toast(page)).toContainText('Purchase Successful!')
  await expect(toast(page)).toContainText(`Order confirmed. Reference: ${reference}`)
  expect(await readStock(request, fork)).toEqual({ stock: 4, reserved: 0 })
  await dialog(page).getByRole('button', { name: 'Back to the Shop' }).click()
  await expect(productCard(page, fork)).toContainText('In Stock: 4 available')
  await expect.poll(async () => (await mailsTo(page, email)).length).toBe(1)
})

test('Buy Now shows the form, and no other step before it', async ({ page }) => {
  await page.goto('/shop')
  await page.evaluate(() => {
    const feet: string[] = []
    Object.assign(window, { dialogFeet: feet })
    const read = () => feet.push(document.querySelector('.dialog-foot')?.textContent ?? '')
    new MutationObserver(read).observe(document.body, { childList: true, subtree: true })
  })
  await buyNow(page, fork).click()
  await expect(proceed(page)).toBeVisible()
  const feet = await page.evaluate(() => (window as unknown as { dialogFeet: string[] }).dialogFeet)
  expect(feet.join()).toContain('Continue to Payment')
  expect(feet.join()).not.toContain('Back to the Shop')
})

test('the quantity has buttons of 44 px, which stop at one and at the stock', async ({ page }) => {
  await openPurchase(page, fork)
  const [less, more] = ['One less', 'One more'].map((name) => dialog(page).getByRole('button', { name }))
  const quantity = dialog(page).getByLabel('Quantity')
  await expect(less!).toBeDisabled()
  await more!.click()
  await expect(quantity).toHaveValue('2')
  await expect(dialog(page).locator('output')).toHaveText('£76.00')
  await less!.click()
  await expect(quantity).toHaveValue('1')
  await quantity.fill('6')
  await expect(more!).toBeDisabled()
  for (const button of [less!, more!]) {
    const { width, height } = (await button.boundingBox())!
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
  }
})

test('an invalid purchase form shows errors, focuses the first and keeps the input', async ({ page }) => {
  await openPurchase(page, fork)
  const form = dialog(page)
  await form.getByLabel('First name').fill('F')
  await form.getByLabel('Quantity').fill('7')
  await proceed(page).click()
  for (const sentence of [
    'First name required (at least 2 characters)',
    'Last name required (at least 2 characters)',
    'Valid email required',
    'Address required',
    'City required',
    'Postcode required',
  ]) {
    await expect(form.getByText(sentence)).toBeVisible()
  }
  await expect(form.getByLabel('First name')).toBeFocused()
  await fillPurchase(page, { quantity: 7 })
  await expect(form.locator('output')).toHaveText('–')
  await proceed(page).click()
  await expect(form.getByText('There are only 6 of these left')).toBeVisible()
  await expect(form.getByLabel('Quantity')).toBeFocused()
  await form.getByLabel('Quantity').fill('0')
  await proceed(page).click()
  await expect(form.getByText('Quantity must be at least 1')).toBeVisible()
  await expect(form.getByLabel('Last name')).toHaveValue('Last')
})

test('on a phone the card form is in view, a decline is said once, and the confirmation begins with what happens next', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await goToOrderPayment(page, fork)
  await expect(paymentFrame(page).getByLabel('Expiration date')).toBeInViewport()
  await payByCard(page, DECLINED)
  await expect(toast(page)).toContainText('Payment Failed')
  await expect(toast(page)).toContainText('Your card was declined.')
  await expect(dialog(page).locator('.dialog-foot').getByRole('alert')).toHaveText(
    'You have not been charged.',
  )
  await toast(page).getByRole('button', { name: 'Close' }).click()
  await expect(dialog(page).locator('.dialog-foot').getByRole('alert')).toHaveText(
    'Payment failed. Your card was declined. You have not been charged.',
  )
  await payByCard(page)
  await shownReference(page)
  for (const text of ['as soon as it is ready to collect', clinic.address.street])
    await expect(dialog(page).getByText(text).first()).toBeInViewport()
  const directions = dialog(page).getByRole('link', { name: 'Directions' })
  if (clinic.position) await expect(directions).toBeInViewport()
  else await expect(directions).toHaveCount(0)
})

test('Stripe’s 3-D Secure frame appears above the dialog', async ({ page }) => {
  await goToOrderPayment(page, fork)
  // Like Stripe's: an element of the page, not a native dialog.
  await page.evaluate(() => {
    const frame = document.createElement('button')
    frame.textContent = 'Bank'
    frame.style.cssText = 'position: fixed; inset: 0; z-index: 2147483647'
    frame.addEventListener('click', () => frame.remove())
    document.body.append(frame)
  })
  await page.getByRole('button', { name: 'Bank' }).click()
  await payByCard(page, AUTHENTICATED)
  await page
    .getByRole('dialog', { name: '3D Secure 2 Test Page' })
    .getByRole('button', { name: 'Complete' })
    .click()
  await shownReference(page)
})

test('the receipt prints without the page, on one sheet', async ({ page }) => {
  await goToOrderPayment(page, fork)
  await payByCard(page)
  const reference = await shownReference(page)
  await page.evaluate(recordPrints)
  await dialog(page).getByRole('button', { name: 'Print Receipt' }).click()
  await expectPrinted(page, /Receipt \d+/)
  await page.emulateMedia({ media: 'print' })
  const receipt = page.locator('[data-print="receipt"]')
  await expect(receipt.getByText(reference)).toBeVisible()
  await expect(receipt.getByText('£38.00')).toBeVisible()
  await expect(receipt.getByText('First Last')).toBeVisible()
  await expect(receipt.getByText('2 Example Street')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Order Confirmed!' })).toBeHidden()
  const pdf = await page.pdf({ preferCSSPageSize: true, format: 'A4' })
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
  await page.emulateMedia({ media: 'screen' })
  await dialog(page).getByRole('button', { name: 'Back to the Shop' }).click()
  await expect(dialog(page)).toBeHidden()
  await nothingToPay(page)
  await expect(buyNow(page, fork)).toBeFocused()
})

test('a product can be bought by keyboard', async ({ page }) => {
  const { keyboard } = page
  await page.goto('/shop')
  await expect(productCard(page, fork)).toBeVisible()
  await buyNow(page, fork).focus()
  await keyboard.press('Enter')
  await expect(proceed(page)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Purchase Product' })).toBeFocused()
  await keyboard.press('Tab')
  await expect(dialog(page).getByRole('button', { name: 'Close' })).toBeFocused()
  for (const text of ['First', 'Last', newOrderer(), '', '1']) {
    await keyboard.press('Tab')
    await keyboard.type(text)
  }
  await expect(dialog(page).getByLabel('Quantity')).toBeFocused()
  await keyboard.press('Tab')
  await keyboard.press('ArrowDown')
  await expect(dialog(page).getByLabel('Local delivery')).toBeChecked()
  for (const text of ['2 Example Street', '', 'Liverpool', DELIVERABLE_POSTCODE]) {
    await keyboard.press('Tab')
    await keyboard.type(text)
  }
  await dialog(page).getByLabel('Quantity').fill('1')
  await dialog(page).getByLabel('Postcode').focus()
  await keyboard.press('Tab')
  await expect(dialog(page).getByRole('link', { name: 'Privacy Policy' })).toBeFocused()
  await keyboard.press('Tab')
  await expect(proceed(page)).toBeFocused()
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Complete Payment' })).toBeFocused()
  await expect(payButton(page)).toBeEnabled()
  await keyboard.press('Tab')
  await keyboard.press('Tab')
  await expect(dialog(page).getByText('You may cancel within 14 days. How')).toBeFocused()
  await typeCard(page)
  await expect(dialog(page).getByRole('button', { name: 'Back to Form' })).toBeFocused()
  await keyboard.press('Tab')
  await expect(payButton(page)).toBeFocused()
  await keyboard.press('Enter')
  await shownReference(page)
  await expect(page.getByRole('heading', { name: 'Order Confirmed!' })).toBeFocused()
})
