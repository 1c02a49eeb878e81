import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { APIRequestContext, Page } from 'playwright/test'
import sharp from 'sharp'
import { clinic } from '#clinic/current-clinic.ts'
import { addUniqueProduct } from '#tests/e2e/add-products.ts'
import { axe } from '#tests/e2e/axe.ts'
import {
  coveredByToast,
  expect,
  expectPrinted,
  mailsTo,
  newAddress,
  recordPrints,
  test,
  toast,
} from '#tests/e2e/fixtures.ts'
import { openAttention } from '#tests/e2e/open-attention.ts'
import { placeOrderByApi } from '#tests/e2e/order-actions.ts'
import { newOwner, openPortal, OWNER_PASSWORD } from '#tests/e2e/owner.ts'
import { dayField } from '#tests/e2e/portal-list.ts'
import { fillProduct } from '#tests/e2e/product-actions.ts'
import { queryStack } from '#tests/e2e/query-stack.ts'

test.use({ viewport: { width: 390, height: 844 } })

const dialog = (page: Page) => page.getByRole('dialog')
const region = (page: Page, name: string) => page.getByRole('region', { name })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

/** Opens a tab from the bar at the bottom, or from the dialog More. */
async function openTab(page: Page, name: string, isUnderMore = false): Promise<void> {
  const bar = page.getByRole('navigation', { name: 'Portal' })
  if (isUnderMore) {
    await bar.getByRole('button', { name: 'More' }).click()
    expect(await axe(page, 'body'), 'More').toEqual([])
  }
  await (isUnderMore ? dialog(page) : bar).getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

test('the owner does a day’s work on a phone', async ({ page, request }) => {
  test.slow()
  const mine = randomUUID().slice(0, 8)
  // Needs attention shows the first twenty by name, and other tests leave products that are sold out.
  const soldOut = await addUniqueProduct(request, { kind: 'A bowl', stock: 0 })
  const oldest = await placeOrderByApi(request)
  const toRefund = await placeOrderByApi(request)

  // Sign in, and see what needs attention.
  await page.goto('/admin/login')
  await page.getByLabel('Email').fill(await newOwner(request))
  await page.getByLabel('Password', { exact: true }).fill(OWNER_PASSWORD)
  await button(page, 'Sign In').click()
  const empty = await openAttention(page, soldOut.name)
  await empty.getByRole('button', { name: 'Restock' }).click()
  await dialog(page).getByLabel('How many have arrived').fill('20')
  expect(await axe(page, 'body'), 'restock').toEqual([])
  await dialog(page).getByRole('button', { name: 'Restock' }).click()
  await expect(empty).toBeHidden()
  await expect(region(page, 'Needs attention')).toBeFocused()
  await expect(
    region(page, 'Waiting for you').getByRole('link', { name: /orders? to prepare/ }),
  ).toBeVisible()

  // Generate a voucher.
  await openTab(page, 'Gift Vouchers')
  const code = `DAY${mine.toUpperCase()}`
  await button(page, 'Generate Voucher').click()
  await dialog(page).getByLabel('Amount, £').fill('80')
  await dialog(page).getByLabel('Recipient name').fill(`Siân O’Brien-${mine}`)
  await dialog(page).getByLabel('Recipient email').fill(`day-${mine}@example.com`)
  await dialog(page).getByLabel('Your own code').fill(code)
  await dialog(page).getByLabel('How was it paid?').selectOption('Cash')
  await dialog(page).getByRole('button', { name: 'Generate Voucher' }).click()
  await expect(dialog(page)).toBeHidden()

  // Find it by name, take £30 off and put it back.
  await button(page, 'Search everything').click()
  await dialog(page).getByRole('searchbox').fill(`${mine} o'brien sian`)
  await dialog(page)
    .getByRole('link', { name: /£80.00 left/ })
    .click()
  const voucher = region(page, 'Voucher')
  for (const [direction, balance] of [
    ['Take off', '£50.00'],
    ['Add', '£80.00'],
  ] as const) {
    await voucher.getByRole('button', { name: 'Adjust Balance' }).click()
    await dialog(page).getByLabel(direction, { exact: true }).check()
    await dialog(page).getByLabel('Amount, £').fill('30')
    await dialog(page).getByLabel('Description').fill('A correction')
    await dialog(page).getByRole('button', { name: 'Adjust Balance' }).click()
    await expect(voucher.locator('.side-amount')).toHaveText(balance)
  }

  // Redeem a part and undo that.
  await voucher.getByRole('button', { name: 'Redeem' }).click()
  await expect(region(page, 'Voucher')).toContainText('£80.00')
  await page.getByLabel('Amount to use, £').fill('45')
  await button(page, 'Redeem £45.00').click()
  await expect(page.getByText('£45.00 has been redeemed. £35.00 is left on the voucher.')).toBeVisible()
  await expect(toast(page)).toContainText('Voucher redeemed successfully!')
  await expect.poll(() => coveredByToast(page)).toEqual([])
  await button(page, 'Undo').click()
  await expect(region(page, 'Voucher')).toContainText('£80.00')

  // The order that has waited longest comes first. It is made ready with another one; a third is refunded.
  const { email: buyer } = await placeOrderByApi(request, { email: oldest.email })
  await openTab(page, 'Orders')
  await page.getByLabel('Search').fill(buyer)
  await expect(page.getByText('2 in all, oldest first')).toBeVisible()
  const orders = page.getByRole('group', { name: 'orders' })
  await expect(orders.getByRole('link').first()).toHaveAttribute('href', `#orders/${oldest.id}`)
  await page.getByLabel('Select all orders shown').check()
  await button(page, 'Mark 2 as ready').click()
  await button(page, 'Update 2 orders').click()
  await expect(toast(page)).toContainText('2 orders updated.')
  await page.goto(`/admin/dashboard#orders/${toRefund.id}`)
  await button(page, 'Issue Refund').click()
  await dialog(page)
    .getByRole('button', { name: /^Issue Refund £/ })
    .click()
  await expect(toast(page)).toContainText('is being returned the way it was paid')

  // Export the month.
  await page.goto('/admin/dashboard#orders')
  const books = region(page, 'Download')
  const today = new Date().toISOString().slice(0, 10)
  await button(page, 'Dates and sorting').click()
  await dayField(page, 'From').fill(`${today.slice(0, 8)}01`)
  await dayField(page, 'To').fill(today)
  const downloaded = page.waitForEvent('download')
  await books.getByRole('button', { name: 'Download CSV' }).click()
  expect(await readFile(await (await downloaded).path(), 'utf8')).toContain(buyer)

  // A product with a picture.
  await openTab(page, 'Products', true)
  await button(page, 'Add Product').click()
  await fillProduct(page, `Desk lamp ${mine}`)
  const picture = sharp({ create: { width: 600, height: 400, channels: 3, background: '#7a9' } })
  await dialog(page)
    .locator('input[type=file]')
    .setInputFiles({ name: 'lamp.jpg', mimeType: 'image/jpeg', buffer: await picture.jpeg().toBuffer() })
  await expect(dialog(page).locator('img[src^="/api/pictures/"]')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Add Product' }).click()
  await expect(toast(page)).toContainText('Product added successfully!')

  // Find a customer.
  await openTab(page, 'Customers')
  await page.getByLabel('Search').fill(buyer)
  await expect(page.getByRole('group', { name: 'customers' }).getByRole('listitem')).toHaveCount(1)

  // The activity list shows it.
  await openTab(page, 'Overview')
  const record = region(page, 'Recent Activity')
  await record.getByRole('button', { name: 'Load more' }).click()
  await expect(record.getByText('redeemed, £45.00, £35.00 left').first()).toBeVisible()
  await expect(record.getByText('Signed in')).toHaveCount(0)
  await record.getByRole('radio', { name: 'All activity' }).check()
  await expect(record.getByText('Signed in').first()).toBeVisible()

  // The first steps: a product is there; the desk card prints alone, and is ticked for good.
  const firstSteps = region(page, 'First steps')
  // Folded once begun.
  await expect(firstSteps.getByText('Add a product to the shop')).toBeHidden()
  await firstSteps.getByText(/of 6 done/).click()
  await expect(firstSteps.getByText('Add a product to the shop (done)')).toBeVisible()
  await expect(firstSteps.getByText('Check your hours, phone and prices, and publish')).toBeVisible()
  await page.evaluate(recordPrints)
  await firstSteps.getByRole('button', { name: 'Print the desk card' }).click()
  await expectPrinted(page, 'Gift vouchers, card for the desk')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('Point your phone’s camera at this code.')).toBeVisible()
  await expect(firstSteps).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await page.reload()
  // Requests that are under way would be refused after signing out.
  await page.waitForLoadState('networkidle')
  await expect(button(page, 'Print the desk card')).toBeHidden()

  await page.getByRole('navigation', { name: 'Portal' }).getByRole('button', { name: 'More' }).click()
  await button(page, 'Logout').click()
  await expect(page).toHaveURL(/\/admin\/login/)
  await page.goto('/admin/dashboard')
  await expect(page).toHaveURL(/\/admin\/login/)
})

/** Returns the cumulative layout shift since the page was opened. */
const layoutShift = (page: Page) =>
  page.evaluate(() => {
    const observer = new PerformanceObserver(() => undefined)
    observer.observe({ type: 'layout-shift', buffered: true })
    const shifts = observer.takeRecords() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]
    return shifts.reduce((sum, { value, hadRecentInput }) => sum + (hadRecentInput ? 0 : value), 0)
  })

/** Sends a message and a product question as one visitor. */
async function writeTwice(request: APIRequestContext, lastName: string): Promise<void> {
  const { id: productId } = await addUniqueProduct(request)
  const email = `${lastName.toLowerCase()}@example.com`
  const sender = { firstName: 'First', lastName, email, phone: '0151 496 0999' }
  const send = async (path: string, data: object) => {
    const headers = { 'x-nf-client-connection-ip': newAddress() }
    const answer = await request.post(path, { headers, data: { ...sender, ...data } })
    expect(answer.ok(), await answer.text()).toBe(true)
  }
  await send('/api/contact', { subject: 'Parking', message: 'Where can I park?' })
  await send('/api/product-inquiries', { productId, message: 'Is it firm?' })
}

test('the owner sees who waits, and answers from the list', async ({ page }) => {
  const lastName = `Visitor${randomUUID().slice(0, 8)}`
  await writeTwice(page.request, lastName)
  const entry = page.getByRole('listitem').filter({ hasText: lastName })
  const openWaiting = (kind: RegExp) =>
    region(page, 'Waiting for you').getByRole('link', { name: kind }).click()

  // Two presses each from opening the portal, whose parts do not move while they load.
  await openPortal(page)
  await expect(region(page, 'Waiting for you')).toBeVisible()
  expect(await layoutShift(page)).toBeLessThan(0.01)
  await page.goto('/admin/dashboard#orders')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Download' })).toBeVisible()
  expect(await layoutShift(page)).toBeLessThan(0.01)
  for (const kind of [/messages?$/, /product questions?$/]) {
    await page.goto('/admin/dashboard#overview')
    await openWaiting(kind)
    await entry.getByRole('button', { name: 'Mark as answered' }).click()
    await expect(entry).toHaveCount(0)
  }
})

test.describe('the emails about sales', () => {
  test.use({ allowedErrors: [/status of 500/] })

  test('are one summary in the evening if the owner chooses it, and each sale opens from it', async ({
    page,
  }) => {
    await placeOrderByApi(page.request)
    await openPortal(page)
    await page.getByLabel('This year').check()
    await expect(region(page, 'Figures')).toContainText(
      /Since \w+ 1 January \d{4}.*Online purchases paid\d+ of \d+/,
    )
    const emails = region(page, 'Emails to you')
    const daily = emails.getByLabel('One summary a day')

    // A choice that is not saved stays chosen.
    await page.route('**/api/admin/settings', (route) =>
      route.request().method() === 'PUT' ? route.fulfill({ status: 500, json: {} }) : route.continue(),
    )
    await daily.check()
    await expect(emails.getByText('Your choice may not have been saved.')).toBeVisible()
    await expect(daily).toBeChecked()
    expect(await axe(page, 'body')).toEqual([])
    await page.unroute('**/api/admin/settings')
    await button(page, 'Try again').click()
    await expect(toast(page)).toContainText('you will get a summary soon after')
    await page.reload()
    await expect(daily).toBeChecked()
    const sales = [await placeOrderByApi(page.request), await placeOrderByApi(page.request)]
    await emails.getByLabel('One email for each sale').check()
    await expect(toast(page)).toContainText('an email for each sale')

    // They were sold before the last evening, whose summary is still due.
    const ids = sales.map(({ id }) => id)
    await queryStack(
      page.request,
      `with sales as (
         update payment set settled_at = settled_at - interval '26 hours'
         where id in (select payment_id from orders where id = any($1::uuid[]))
       ),
       earlier as (delete from outbox where template = 'sales-summary')
       update settings set summarised_until = now() - interval '3 days'`,
      [ids],
    )
    await page.request.post('/__local/hourly')
    const summary = async () =>
      (await mailsTo(page, clinic.email)).find(
        ({ subject, text }) => subject.startsWith('Sales on ') && text.includes(sales[0]!.id),
      )
    await expect.poll(summary).toBeTruthy()
    const { text } = (await summary())!
    for (const { id, email } of sales) {
      const [link] = text.match(new RegExp(`/admin/dashboard#orders/${id}`)) ?? []
      await page.goto(link!)
      await expect(region(page, 'Order')).toContainText(email)
    }
  })
})
