import type { Page } from 'playwright/test'
import { clinic } from '#clinic/current-clinic.ts'
import { addDays, londonDay } from '#contract/base/send-date.ts'
import { axeInBothSchemes } from '#tests/e2e/axe.ts'
import {
  continueButton,
  expect,
  expectPrinted,
  fillDetails,
  mailsTo,
  newBuyer,
  openVouchers,
  payButton,
  payByCard,
  recordPrints,
  test,
  vouchers,
  type Buyer,
} from '#tests/e2e/fixtures.ts'
import { buyVoucherByApi, followLink, placeOrderByApi } from '#tests/e2e/order-actions.ts'

const DAY = addDays(londonDay(new Date()), 30)
const sendTime = (day: string) => {
  const format = { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' } as const
  return `${new Date(day).toLocaleDateString('en-GB', format).replace(',', '')} at 9:00`
}
const WHEN = sendTime(DAY)
const sheet = (page: Page) => page.locator('[data-print="receipt"]')
const purchase = (page: Page) => page.locator('#purchase')

async function openDetails(page: Page, arrival: string, buyer = newBuyer()): Promise<Buyer> {
  await openVouchers(page)
  await page.getByRole('button', { name: 'Purchase Gift Voucher' }).click()
  await fillDetails(page, buyer)
  await page.getByRole('radio', { name: arrival }).check()
  return buyer
}

const buyForDay = async ({ request }: Page): Promise<Buyer> =>
  (await buyVoucherByApi(request, { sendOn: DAY })).buyer

/** Lets Postmark report what became of the last email to an address. */
async function reportEmail(page: Page, address: string, event: 'bounce' | 'deliver'): Promise<void> {
  await expect.poll(async () => (await mailsTo(page, address)).length).toBeGreaterThan(0)
  const [mail] = await mailsTo(page, address)
  const answer = await page.request.post(`/__local/mail/${event}`, { data: { id: mail!.id } })
  const { answers } = (await answer.json()) as { answers: { status: number }[] }
  expect(answers).toEqual([expect.objectContaining({ status: 200 })])
}

/** Buys a voucher whose email to the recipient bounces or is delivered, and opens its page. */
async function openVoucher(page: Page, event: 'bounce' | 'deliver') {
  const { buyer, voucherCode } = await buyVoucherByApi(page.request)
  await reportEmail(page, buyer.recipientEmail, event)
  await followLink(page, buyer.buyerEmail)
  return { ...buyer, voucherCode, right: `right-${buyer.recipientEmail}` }
}

test('a voucher for a day says when it is sent, in the form, the summary and on the success page', async ({
  page,
}) => {
  const { recipientEmail } = await openDetails(page, 'To the recipient by email, on a day you choose')
  const day = page.getByLabel('Day to send it')
  await continueButton(page).click()
  await expect(day).toHaveAccessibleDescription('Please choose a day, such as 25/12/2026')
  await expect(day).toBeFocused()
  await day.fill(DAY)
  await expect(page.getByLabel("Recipient's email")).toHaveAccessibleDescription(new RegExp(WHEN))
  await page.reload()
  await expect(day).toHaveValue(DAY)
  await continueButton(page).click()
  await expect(vouchers(page).getByText(`Emailed to the recipient on ${WHEN}`)).toBeVisible()
  await payByCard(page)
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
  await expect(
    vouchers(page).getByText(`We will email the voucher to ${recipientEmail} on ${WHEN}.`),
  ).toBeVisible()
  expect(await mailsTo(page, recipientEmail)).toEqual([])
})

test.describe('a day that cannot be', () => {
  test.use({ allowedErrors: [[/status of 400/], { option: true }] as never })

  test('is judged by the server’s clock, whatever the device’s shows', async ({ page }) => {
    await page.clock.setSystemTime(Date.now() + 28 * 86_400_000)
    await openDetails(page, 'To the recipient by email, on a day you choose')
    await expect(vouchers(page).getByText('The voucher will be valid for')).toBeVisible()
    const day = page.getByLabel('Day to send it')
    await day.fill(addDays(londonDay(new Date()), 181))
    await continueButton(page).click()
    await expect(day).toHaveAccessibleDescription(
      /^Please choose a day in the next 180 days\. We can send it from /,
    )
    await day.fill(addDays(londonDay(new Date()), 7))
    await continueButton(page).click()
    await expect(payButton(page)).toBeVisible()
  })
})

test('the buyer corrects the address of a timed voucher and then sends it at once', async ({ page }) => {
  const { buyerEmail, recipientEmail } = await buyForDay(page)
  await followLink(page, buyerEmail)
  await expect(purchase(page).getByText(`We will email it to ${recipientEmail} on ${WHEN}.`)).toBeVisible()
  expect(page.url()).toMatch(/\/your-purchase$/)

  const change = page.getByRole('button', { name: 'Change the address' })
  await change.click()
  const field = page.getByLabel("Recipient's email")
  await expect(field).toBeFocused()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(change).toBeFocused()
  await change.click()
  await expect(field).toHaveValue(recipientEmail)
  await field.fill('nobody')
  await page.getByRole('button', { name: 'Save the address' }).click()
  await expect(field).toHaveAccessibleDescription('Please enter a valid email address')
  await expect(field).toBeFocused()
  const right = `right-${recipientEmail}`
  await field.fill(right)
  await page.getByRole('button', { name: 'Save the address' }).click()
  await expect(purchase(page).getByText(`We will email it to ${right} on ${WHEN}.`)).toBeVisible()
  await expect(purchase(page).getByRole('status')).toBeFocused()

  await page.getByRole('button', { name: 'Change the day, or send now' }).click()
  await page.getByRole('button', { name: 'Send now' }).click()
  await expect.poll(async () => (await mailsTo(page, right)).length).toBe(1)
  expect((await mailsTo(page, recipientEmail)).filter(({ to }) => !to.includes(right))).toEqual([])
  await followLink(page, buyerEmail)
  await expect(purchase(page).getByText(`We emailed it to ${right} on`)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Change the address' })).toHaveCount(0)
})

test('a gift that came back says so at the top, and the corrected address gets the same code', async ({
  page,
}) => {
  const { buyerEmail, recipientEmail, voucherCode, right } = await openVoucher(page, 'bounce')
  const notice = purchase(page).getByText(`Our email to ${recipientEmail} came back on`)
  await expect(notice).toBeInViewport()
  await expect(notice).toContainText('because the address does not exist')
  await page.getByRole('button', { name: 'Correct the address' }).click()
  const field = page.getByLabel("Recipient's email")
  await expect(field).toBeFocused()
  await expect(field).toBeInViewport()
  await field.fill(right)
  await page.getByRole('button', { name: 'Save the address' }).click()
  await expect(purchase(page).getByRole('status')).toBeFocused()
  await expect(notice).toHaveCount(0)
  await reportEmail(page, right, 'deliver')
  expect((await mailsTo(page, right)).map(({ text }) => text.includes(voucherCode))).toEqual([true])
  await followLink(page, buyerEmail)
  await expect(
    purchase(page).getByText(`We emailed it to ${right}. Their email provider accepted it on`),
  ).toBeVisible()
})

test('a voucher that went to the wrong person is replaced once, and the new code is printed', async ({
  page,
}) => {
  await page.addInitScript(recordPrints)
  const { buyerEmail, voucherCode, right } = await openVoucher(page, 'deliver')
  const replace = page.getByRole('button', { name: 'Replace the voucher' })
  await replace.click()
  await expect(page.getByRole('form', { name: 'Replace the voucher' })).toHaveAccessibleDescription(
    /old code will stop working straight away/,
  )
  const field = page.getByLabel("Recipient's email")
  await expect(field).toHaveValue('')
  await field.fill(right)
  await replace.click()
  await expect(purchase(page).getByRole('status')).toBeFocused()
  await expect(purchase(page).getByRole('status')).toContainText('Your voucher has a new code.')
  await page.getByRole('button', { name: 'Print Voucher' }).click()
  await expect(sheet(page)).toHaveCount(1)
  await reportEmail(page, right, 'deliver')
  const [, code] = /Voucher code: (\S+)/.exec((await mailsTo(page, right))[0]!.text)!
  expect(code).not.toBe(voucherCode)
  await expect(sheet(page)).toContainText(code!)
  await expect(page.getByText(voucherCode)).toHaveCount(0)
  await followLink(page, buyerEmail)
  await expect(purchase(page).getByText('You can no longer change the address here.')).toBeVisible()
})

test.describe('two tabs', () => {
  test.use({ allowedErrors: [[/status of 409/], { option: true }] as never })

  test('a day that another tab has moved is not overwritten, and the page shows what is true now', async ({
    page,
    context,
  }) => {
    const { buyerEmail } = await buyForDay(page)
    await followLink(page, buyerEmail)
    const other = await context.newPage()
    await followLink(other, buyerEmail)
    const move = async (tab: Page, day: string) => {
      await tab.getByRole('button', { name: 'Change the day, or send now' }).click()
      await tab.getByLabel('Day to send it').fill(day)
      await tab.getByRole('button', { name: 'Send on this day' }).click()
    }
    await expect(purchase(page).getByText(WHEN)).toBeVisible()
    const moved = addDays(DAY, 1)
    await move(other, moved)
    await expect(purchase(other).getByText(sendTime(moved))).toBeVisible()
    await move(page, addDays(DAY, 2))
    await expect(purchase(page).getByRole('alert')).toContainText('This has just been changed somewhere else')
    await expect(purchase(page).getByText(sendTime(moved))).toBeVisible()
  })
})

test('a voucher for printing asks for no recipient’s email and prints without what was paid', async ({
  page,
}) => {
  await page.addInitScript(recordPrints)
  const { buyerEmail } = await openDetails(page, 'To me, for printing')
  await expect(page.getByLabel("Recipient's email")).toHaveCount(0)
  await continueButton(page).click()
  await expect(payButton(page)).toBeEnabled()
  await payByCard(page)
  await expect(vouchers(page).getByText('We are emailing the voucher only to you')).toBeVisible()
  const code = (await vouchers(page).locator('.code').textContent())!
  await followLink(page, buyerEmail)
  for (const [button, shown, hidden] of [
    ['Print Voucher', code, 'Amount paid'],
    ['Print Receipt', 'Amount paid', code],
    ['Print Voucher', code, 'Amount paid'],
  ] as const) {
    await page.getByRole('button', { name: button }).click()
    await page.emulateMedia({ media: 'print' })
    await expect(sheet(page)).toHaveCount(1)
    await expect(sheet(page)).toBeVisible()
    await expect(sheet(page)).toContainText(shown)
    await expect(sheet(page)).not.toContainText(hidden)
    await page.emulateMedia({ media: 'screen' })
  }
  await expectPrinted(page, /Gift voucher \d+/, /Receipt \d+/, /Gift voucher \d+/)
})

test('a mistyped address is corrected on the success page, where a voucher for printing gets a new code', async ({
  page,
}) => {
  const buyer = newBuyer()
  const mistyped = buyer.buyerEmail.replace('.com', '.con')
  await openDetails(page, 'To me, for printing', { ...buyer, buyerEmail: mistyped })
  await continueButton(page).click()
  await payByCard(page)
  await expect(vouchers(page).getByText(`Receipt sent to ${mistyped}. Not right?`)).toBeVisible()
  const code = (await vouchers(page).locator('.code').textContent())!
  // One with the receipt, one with the voucher.
  await expect.poll(async () => (await mailsTo(page, mistyped)).length).toBe(2)

  const change = page.getByRole('button', { name: 'Change it' })
  await change.click()
  const field = page.getByRole('textbox', { name: 'Your email' })
  await expect(field).toBeFocused()
  await expect(field).toHaveValue(mistyped)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(change).toBeFocused()
  await change.click()
  await field.fill('nobody')
  await page.getByRole('button', { name: 'Save email address' }).click()
  await expect(field).toHaveAccessibleDescription(/Please enter a valid email address/)
  await expect(field).toBeFocused()
  await field.fill(mistyped)
  await page.getByRole('button', { name: buyer.buyerEmail }).click()
  await expect(field).toHaveValue(buyer.buyerEmail)
  await page.getByRole('button', { name: 'Save email address' }).click()
  const said = vouchers(page).getByText('We have changed your email address')
  await expect(said).toBeFocused()
  await expect(said).toContainText('it has a new code')
  await expect(page.getByText(code)).toHaveCount(0)
  const present = (await vouchers(page).locator('.code').textContent())!
  await expect
    .poll(async () => (await mailsTo(page, buyer.buyerEmail)).map(({ text }) => text).join())
    .toContain(present)
  await page.reload()
  await expect(vouchers(page).getByText(`Receipt sent to ${buyer.buyerEmail}.`)).toBeVisible()
  await expect(change).toHaveCount(0)
})

test.describe('a link whose buyer has corrected their address', () => {
  test.use({ allowedErrors: [[/status of 404/], { option: true }] as never })

  test('goes on with the new one, also after a reload, and the former one opens nothing', async ({
    page,
    context,
  }) => {
    const { email, product } = await placeOrderByApi(page.request)
    await followLink(page, email)
    const [receipt] = await mailsTo(page, email)
    const heading = page.getByRole('heading', { name: product.name })
    await expect(heading).toBeVisible()
    await page.reload()
    await expect(heading).toBeVisible()
    expect(page.url()).toMatch(/\/your-purchase$/)

    await page.getByRole('button', { name: 'Change it' }).click()
    const right = `right-${email}`
    await page.getByRole('textbox', { name: 'Your email' }).fill(right)
    await page.getByRole('button', { name: 'Save email address' }).click()
    await expect(purchase(page).getByRole('status')).toBeFocused()
    await page.reload()
    await expect(purchase(page).getByText(`Receipt sent to ${right}.`)).toBeVisible()

    const other = await context.newPage()
    await other.goto(/\/your-purchase#\S+/.exec(receipt!.text)![0])
    await expect(purchase(other).getByRole('alert')).toContainText('We could not find a purchase')
    await other.reload()
    await expect(purchase(other).getByRole('alert')).toContainText('Please open this page using the')
  })
})

test('an order shows where it is, with its receipt', async ({ page }) => {
  await page.addInitScript(recordPrints)
  const { product, email, reference } = await placeOrderByApi(page.request)
  await followLink(page, email)
  await expect(page.getByRole('heading', { name: product.name })).toBeVisible()
  await expect(purchase(page).getByText(reference).first()).toBeVisible()
  await page.getByRole('button', { name: 'Print Receipt' }).click()
  await page.emulateMedia({ media: 'print' })
  await expect(sheet(page)).toContainText(product.name)
})

test.describe('on a lost connection', () => {
  test.use({ allowedErrors: [[/ERR_FAILED|Failed to fetch/], { option: true }] as never })

  test('a form or a sheet that cannot be loaded says so, and a second press opens it', async ({ page }) => {
    await page.addInitScript(recordPrints)
    const { buyerEmail, recipientEmail } = await buyForDay(page)
    // The sheets are loaded with the purchase, the forms with a press.
    await page.route(/\/_astro\/VoucherSheets/, (route) => route.abort())
    await followLink(page, buyerEmail)
    const opened = {
      'Change the address': () => expect(page.getByLabel("Recipient's email")).toHaveValue(recipientEmail),
      'Print Voucher': () => expect(sheet(page)).toHaveCount(1),
    }
    for (const [name, expectOpened] of Object.entries(opened)) {
      await page.route(/\/_astro\/(GiftForms|VoucherSheets)/, (route) => route.abort())
      await page.getByRole('button', { name }).click()
      await expect(purchase(page).getByRole('status')).toContainText(
        'We could not load this part of the page.',
      )
      await page.unrouteAll()
      await page.getByRole('button', { name }).click()
      await expectOpened()
      await expect(purchase(page).getByText('We could not load this part')).toHaveCount(0)
    }
  })
})

test.describe('a link that opens nothing', () => {
  test.use({ allowedErrors: [[/status of 404/], { option: true }] as never })

  test('says so and how to reach the clinic', async ({ page }) => {
    for (const token of ['x', `${crypto.randomUUID()}.${'A'.repeat(43)}`, 'y'.repeat(100_000)]) {
      await page.goto('/your-purchase')
      await page.evaluate((hash) => (location.hash = hash), token)
      const alert = purchase(page).getByRole('alert')
      await expect(alert).toContainText('We could not find a purchase with this link.')
      await expect(alert.getByRole('link', { name: clinic.phone.display })).toBeVisible()
      await expect(alert.getByRole('link', { name: clinic.email })).toBeVisible()
      expect(page.url()).toMatch(/\/your-purchase$/)
    }
  })
})

test('a link that a mail system has cut is pasted, or its receipt is sent again', async ({ page }) => {
  const { buyer } = await buyVoucherByApi(page.request)
  await page.goto('/your-purchase')
  await page.getByRole('button', { name: 'Open my link' }).click()
  const pasted = page.getByLabel('Your link')
  await expect(pasted).toHaveAccessibleDescription(/^Please paste the whole link from our email/)
  const received = async () => (await mailsTo(page, buyer.buyerEmail)).length
  await expect.poll(received).toBe(1)
  await page.getByLabel('Email address').fill(buyer.buyerEmail)
  await page.getByRole('button', { name: 'Send me my receipt again' }).click()
  await expect(page.getByRole('status')).toContainText(buyer.buyerEmail)
  await expect.poll(received).toBe(2)
  const [mail] = await mailsTo(page, buyer.buyerEmail)
  const [link = ''] = /\S+\/your-purchase#\S+/.exec(mail!.text) ?? []
  await pasted.fill(` <${link}> `)
  await page.getByRole('button', { name: 'Open my link' }).click()
  await expect(purchase(page).getByText(buyer.recipientEmail)).toBeVisible()
  expect(page.url()).toMatch(/\/your-purchase$/)
})

test.describe('before its scripts arrive', () => {
  test.use({ allowedErrors: [[/ERR_FAILED|Failed to (load|fetch)/], { option: true }] as never })

  test('the page says how to open it, and with a link only that it is opening', async ({ page }) => {
    await page.route('**/*.js*', (route) => route.abort())
    const howTo = purchase(page).getByText('Please open this page using the')
    const opening = purchase(page).getByText('One moment...')
    for (const [hash, shown, hidden] of [
      ['', howTo, opening],
      ['#x.y', opening, howTo],
    ] as const) {
      await page.goto('about:blank')
      await page.goto(`/your-purchase${hash}`)
      await expect(shown).toBeVisible()
      await expect(hidden).toBeHidden()
    }
  })

  test('Reload opens the link that has left the address', async ({ page }) => {
    await page.route('**/_astro/YourPurchase*', (route) => route.abort())
    await page.goto('/your-purchase#x.y')
    const reload = purchase(page).getByRole('button', { name: 'Reload' })
    await expect(reload).toBeVisible()
    await expect(page).toHaveURL(/\/your-purchase$/)
    await page.unrouteAll()
    const asked = page.waitForRequest('**/api/purchase')
    await reload.click()
    expect((await asked).postDataJSON()).toEqual({ token: 'x.y' })
  })
})

test('the page is accessible with a purchase, and with each form open, in light and dark @nightly', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 800 })
  const { buyerEmail } = await buyForDay(page)
  await followLink(page, buyerEmail)
  for (const button of ['Change it', 'Change the address', 'Change the day, or send now']) {
    await page.getByRole('button', { name: button }).click()
    expect(await axeInBothSchemes(page, '#main')).toEqual([])
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
})

test('the page is accessible with a gift that came back, and with the form that replaces one @nightly', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 800 })
  for (const [event, button] of [
    ['bounce', 'Correct the address'],
    ['deliver', 'Replace the voucher'],
  ] as const) {
    await openVoucher(page, event)
    await page.getByRole('button', { name: button }).click()
    await expect(page.getByLabel("Recipient's email")).toBeFocused()
    expect(await axeInBothSchemes(page, '#main')).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the page says how to reach the clinic', async ({ page }) => {
    await page.goto('/your-purchase')
    await expect(purchase(page).getByRole('link', { name: clinic.phone.display })).toBeVisible()
    await expect(purchase(page).getByRole('link', { name: clinic.email })).toBeVisible()
    await expect(purchase(page).getByText('One moment')).toBeHidden()
  })
})

test('the buyer cancels a voucher in two steps, by keyboard, and the page still says so after a reload', async ({
  page,
}) => {
  const { buyer } = await buyVoucherByApi(page.request)
  await followLink(page, buyer.buyerEmail)
  const open = page.getByRole('button', { name: 'Cancel this purchase' })
  await expect(page.getByText('You may cancel this purchase until the end of')).toBeVisible()
  await open.press('Enter')
  await expect(page.getByRole('heading', { name: 'Cancel this purchase?' })).toBeFocused()
  expect(await axeInBothSchemes(page, '#purchase')).toEqual([])
  await page.getByRole('button', { name: 'Keep my purchase' }).press('Enter')
  await expect(open).toBeFocused()
  await open.press('Enter')
  await page.getByRole('button', { name: 'Confirm cancellation' }).press('Enter')
  const said = purchase(page).getByRole('status').filter({ hasText: 'Cancelled on' })
  await expect(said).toBeFocused()
  await expect(said).toContainText(/We (have refunded|are refunding) £/)
  await expect(purchase(page).getByText('Print Voucher')).toBeHidden()
  expect(await axeInBothSchemes(page, '#purchase')).toEqual([])
  await page.reload()
  await expect(said).toBeVisible()
  await expect
    .poll(async () => (await mailsTo(page, buyer.buyerEmail)).map(({ subject }) => subject))
    .toContain('We have your cancellation')
})
