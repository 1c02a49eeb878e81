import type { Locator, Page } from 'playwright/test'
import { clinic } from '#clinic/current-clinic.ts'
import {
  continueButton,
  DECLINED,
  expect,
  fillDetails,
  goToPayment,
  mailsTo,
  newBuyer,
  openVouchers,
  payByCard,
  test,
  toast,
  VISA,
  vouchers,
} from '#tests/e2e/fixtures.ts'

const CODE = /[0-9A-Z]{4}(-[0-9A-Z]{4}){3}/

test('buying a £50 voucher shows the code and sends both emails, and Stripe’s receipt is not asked for', async ({
  page,
}) => {
  const { buyerEmail, recipientEmail } = await goToPayment(page)
  await expect(toast(page)).toContainText('Please complete your payment to create the gift voucher.')
  await expect(vouchers(page).getByRole('definition').filter({ hasText: '£50.00' })).toBeVisible()
  const confirming = page.waitForRequest((request) => request.url().includes('/confirm'))
  await payByCard(page)
  const confirmed = new URLSearchParams((await confirming).postData() ?? '')
  expect(confirmed.get('payment_method_data[billing_details][email]')).toBe(buyerEmail)
  expect(confirmed.has('receipt_email')).toBe(false)

  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
  const code = (await vouchers(page).locator('.code').textContent())!
  expect(code).toMatch(CODE)
  for (const fact of ['£50.00', 'Buyer Name', 'Recipient Name', 'Email Confirmations Sent']) {
    await expect(vouchers(page).getByText(fact, { exact: true }).first()).toBeVisible()
  }
  await expect(toast(page)).toHaveText(/Payment of £50\.00 completed successfully\. Reference: pi_/)
  for (const address of [recipientEmail, buyerEmail]) {
    await expect.poll(async () => (await mailsTo(page, address)).length).toBe(1)
  }
  const [gift] = await mailsTo(page, recipientEmail)
  const [receipt] = await mailsTo(page, buyerEmail)
  expect(gift?.text).toContain('“Have a quiet hour.”')
  expect(gift?.text).toContain(code)
  expect(receipt?.text).toContain(`Ending ${code.slice(-4)}`)
})

test('the voucher’s steps, its total and message are in view, and its code can be copied and stays out of what is shared', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.addInitScript(() => {
    const share = (words: ShareData) => {
      document.body.dataset['shared'] = JSON.stringify(words)
      return Promise.resolve()
    }
    Object.defineProperty(navigator, 'share', { value: share })
  })
  const step = vouchers(page).getByRole('list', { name: 'Steps' }).locator('[aria-current=step]')
  await openVouchers(page)
  await expect(step).toHaveText('1 Amount')
  await page.getByRole('button', { name: 'Purchase Gift Voucher' }).click()
  await expect(step).toHaveText('2 Details')
  await fillDetails(page, newBuyer())
  await expect(vouchers(page).locator('.voucher')).toContainText('“Have a quiet hour.”')
  await continueButton(page).click()
  await expect(step).toHaveText('3 Payment')
  await expect(vouchers(page).locator('form').getByText('£50.00')).toBeVisible()
  await payByCard(page)
  await vouchers(page).getByRole('button', { name: 'Copy code' }).click()
  await expect(vouchers(page).getByText('Copied')).toBeVisible()
  const code = (await vouchers(page).locator('.code').textContent())!
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code)
  await vouchers(page).getByRole('button', { name: 'Share' }).click()
  await expect(page.locator('body')).toHaveAttribute('data-shared', /Gift voucher for Recipient Name: £50/)
  expect(await page.locator('body').getAttribute('data-shared')).not.toContain(code)
})

test('a declined card charges nothing and keeps the input; another card then pays', async ({ page }) => {
  await goToPayment(page)
  await payByCard(page, DECLINED)
  await expect(toast(page)).toContainText('Payment Failed')
  await expect(toast(page)).toContainText('Your card was declined.')
  await expect(vouchers(page).getByRole('alert')).toHaveText(
    'Payment failed. Your card was declined. You have not been charged.',
  )
  await payByCard(page, VISA)
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
})

test('a misspelt email provider can be corrected, and is accepted as typed', async ({ page }) => {
  await openVouchers(page)
  await page.getByRole('button', { name: 'Purchase Gift Voucher' }).click()
  await fillDetails(page, { buyerEmail: 'Jane.O+gift@gmial.com', recipientEmail: 'tom@hotmial.com' })
  await page.getByRole('button', { name: 'Jane.O+gift@gmail.com' }).click()
  await expect(page.getByLabel('Your email')).toHaveValue('Jane.O+gift@gmail.com')
  await expect(page.getByLabel('Your email')).toBeFocused()
  await expect(vouchers(page).getByText('Did you mean tom@hotmail.com?')).toBeVisible()
  await page.getByRole('button', { name: 'Continue to Payment' }).click()
  await expect(page.getByText('Order summary')).toBeVisible()
  await expect(vouchers(page).getByText('Jane.O+gift@gmail.com')).toBeVisible()
  await expect(vouchers(page).getByText('tom@hotmial.com')).toBeVisible()
})

/** Drops a text from elsewhere: a drag that begins on a page depends on where its selection still is. */
async function drop(page: Page, field: Locator, data: string) {
  await field.scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await field.boundingBox())!
  const browser = await page.context().newCDPSession(page)
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await browser.send('Input.dispatchDragEvent', {
      type,
      x: x + width / 2,
      y: y + height / 2,
      data: { items: [{ mimeType: 'text/plain', data }], dragOperationsMask: 1 },
    })
  }
}

test('a custom amount is what was typed or pasted, and the wheel scrolls the page', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openVouchers(page)
  const field = page.getByLabel('Custom amount')
  const card = vouchers(page).locator('.voucher-amount')
  await field.fill('')
  await field.pressSequentially('12,50')
  await expect(card).toContainText('£12.50')
  for (const [pasted, shown] of [
    ['£60', '£60'],
    [' .50 ', '£0.50'],
    ['5,00', 'Choose an amount'],
  ] as const) {
    await page.evaluate((text) => navigator.clipboard.writeText(text), pasted)
    await field.fill('')
    await field.press('ControlOrMeta+v')
    await expect(card).toContainText(shown)
  }
  const sentence = vouchers(page).getByText('Please enter an amount such as 50 or 50.00')
  await expect(sentence).toBeVisible()

  // Dictation and suggestions of a keyboard insert at once.
  await field.fill('')
  await page.keyboard.insertText('5,00')
  await expect(sentence).toBeVisible()
  await expect(field).toHaveValue('')
  await field.fill('12')
  await field.press('End')
  await page.evaluate(() => navigator.clipboard.writeText(' .50 '))
  await field.press('ControlOrMeta+v')
  await expect(card).toContainText('£12.50')
  await field.press('ControlOrMeta+v')
  await expect(sentence).toBeVisible()

  await field.fill('1')
  await expect(sentence).toBeHidden()
  await drop(page, field, '5,00')
  await expect(field).toHaveValue('')
  await expect(sentence).toBeVisible()
  await field.fill('60')
  await field.hover()
  const before = await page.evaluate(() => scrollY)
  await page.mouse.wheel(0, 200)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before)
  await expect(field).toHaveValue('60')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('the amounts follow the voucher, before the treatments @nightly', async ({ page }) => {
    await page.goto('/#gift-vouchers')
    await expect(page.getByRole('button', { name: 'Purchase Gift Voucher' })).toBeDisabled()
    const top = async (place: Locator) => (await place.boundingBox())!.y
    const card = vouchers(page).locator('.voucher')
    const height = (await card.boundingBox())!.height
    await expect(card).toContainText('Choose an amount')
    const amounts = page.getByRole('radiogroup', { name: 'Choose an amount' })
    const treatments = vouchers(page).getByText(clinic.vouchers.treatments[0]!)
    expect((await top(amounts)) - (await top(card)) - height).toBeLessThan(150)
    expect(await top(treatments)).toBeGreaterThan(await top(amounts))
  })
})

test.describe('leaving the page during a payment', () => {
  test.use({ allowedErrors: [/ERR_FAILED/] })

  test('a buyer who closes the tab after paying still gets the voucher', async ({ page, context }) => {
    // The tab's own request for the voucher is aborted, so only Stripe's webhook can issue it.
    await page.route('**/api/gift-vouchers', (route) => route.abort())
    const { recipientEmail } = await goToPayment(page)
    const paid = page.waitForResponse((response) => response.url().includes('/confirm') && response.ok())
    await payByCard(page)
    await paid
    await page.close()
    const other = await context.newPage()
    await expect.poll(async () => (await mailsTo(other, recipientEmail)).length).toBe(1)
  })
})

test('an invalid voucher form shows errors at the fields, keeps the input and focuses the first error', async ({
  page,
}) => {
  await openVouchers(page)
  await page.getByRole('button', { name: 'Purchase Gift Voucher' }).click()
  await page.getByLabel('Personal message').fill('Kept.')
  await page.getByLabel('Your email').fill('buyer@')
  await page.getByRole('button', { name: 'Continue to Payment' }).click()
  await expect(page.getByText('Buyer name must be at least 2 characters')).toBeVisible()
  await expect(page.getByText('Please enter a valid email address')).toHaveCount(2)
  await expect(page.getByLabel('Your name')).toBeFocused()
  await expect(page.getByLabel('Personal message')).toHaveValue('Kept.')
  await expect(page.getByLabel('Your email')).toHaveValue('buyer@')
  await page.getByLabel('Your name').fill('B')
  await expect(page.getByText('Buyer name must be at least 2 characters')).toHaveCount(0)
  await expect(page.getByText('Please enter a valid email address')).toHaveCount(2)
})

test('Stripe.js is loaded when the payment step opens, not before', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('js.stripe.com') && asked.push(request.url()))
  await openVouchers(page)
  await page.getByRole('button', { name: 'Purchase Gift Voucher' }).click()
  await fillDetails(page, newBuyer())
  expect(asked).toEqual([])
  await page.getByRole('button', { name: 'Continue to Payment' }).click()
  await expect(page.getByRole('button', { name: 'Complete Payment' })).toBeEnabled()
  expect(asked).toHaveLength(1)
})

test.describe('without a third-party resource', () => {
  test.use({
    allowedErrors: [
      [/js\.stripe\.com|ERR_FAILED|status of (409|503)|Failed to fetch/],
      { option: true },
    ] as never,
  })

  test.describe('Stripe.js', () => {
    test.use({ hasStripe: false })

    test('the page says how to buy by phone', async ({ page }) => {
      await openVouchers(page)
      await page.getByRole('button', { name: 'Purchase Gift Voucher' }).click()
      await fillDetails(page, newBuyer())
      await page.getByRole('button', { name: 'Continue to Payment' }).click()
      await expect(page.getByRole('alert').filter({ hasText: 'could not be loaded' })).toContainText(
        clinic.phone.display,
      )
    })
  })

  test('without a Stripe key the page says how to buy by phone and keeps the input', async ({ page }) => {
    const closed = { message: 'This part of the website is not set up yet.', code: 'unavailable' }
    await page.route('**/api/create-payment-intent', (route) => route.fulfill({ status: 503, json: closed }))
    await openVouchers(page)
    await page.getByRole('button', { name: 'Purchase Gift Voucher' }).click()
    await fillDetails(page, newBuyer())
    await page.getByRole('button', { name: 'Continue to Payment' }).click()
    await expect(toast(page)).toContainText('Failed to create gift voucher. Please try again.')
    await expect(page.getByRole('alert').filter({ hasText: 'not available' })).toContainText(
      clinic.phone.display,
    )
    await expect(page.getByLabel('Your name')).toHaveValue('Buyer Name')
  })

  test('a chunk that fails to load is replaced by a message with the phone number, and a reload goes on', async ({
    page,
  }) => {
    const chunk = '**/_astro/VoucherPaymentStep*'
    await page.route(chunk, (route) => route.abort())
    await openVouchers(page)
    await page.getByRole('button', { name: 'Purchase Gift Voucher' }).click()
    await fillDetails(page, newBuyer())
    await page.getByRole('button', { name: 'Continue to Payment' }).click()
    await expect(vouchers(page).getByRole('alert')).toContainText(clinic.phone.display)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

    await expect(vouchers(page).getByRole('alert')).toContainText('Please reload the page to carry on.')
    await page.unroute(chunk)
    await page.reload()
    await expect(page.getByRole('button', { name: 'Complete Payment' })).toBeEnabled()
  })
})

test('an email address of 30 characters is read whole, next to the card as well @nightly', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await openVouchers(page)
  await page.getByRole('button', { name: 'Purchase Gift Voucher' }).click()
  for (const label of ['Your email', "Recipient's email"]) {
    const field = page.getByLabel(label)
    await field.fill('margaret.ellison@hotmail.co.uk')
    expect(await field.evaluate((input) => input.scrollWidth - input.clientWidth)).toBeLessThanOrEqual(0)
  }
  await expect(page.getByRole('group', { name: 'From' }).getByLabel('Your name')).toBeVisible()
  await expect(page.getByRole('group', { name: 'To', exact: true }).getByRole('radio')).toHaveCount(3)
})
