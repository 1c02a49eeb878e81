import { unzipSync } from 'fflate'
import type { Page } from 'playwright/test'
import { readStock } from '#tests/e2e/add-products.ts'
import { newOrderer } from '#tests/e2e/checkout-actions.ts'
import {
  coveredByToast,
  dialog,
  expect,
  expectPrinted,
  recordPrints,
  test,
  toast,
} from '#tests/e2e/fixtures.ts'
import { openNewOrder, orders, placeOrderByApi, refundButton, view } from '#tests/e2e/order-actions.ts'
import { openPortal } from '#tests/e2e/owner.ts'
import { dayField, listTab, searchList } from '#tests/e2e/portal-list.ts'

const history = (page: Page) => view(page).getByRole('region', { name: 'History' })

test.use({ allowedErrors: [[/status of (400|404|409)|ERR_FAILED/], { option: true }] as never })

test('an order is marked ready, then collected; a wrong step can be undone', async ({ page }) => {
  const { product, email } = await openNewOrder(page)
  await expect(view(page).getByRole('heading', { name: `2 × ${product.name}` })).toBeVisible()
  await expect(view(page)).toContainText('£76.00')
  await expect(view(page)).toContainText('Collect from the clinic')
  await expect(view(page)).toContainText('2 Example Street')
  await expect(view(page).getByRole('link', { name: email })).toHaveAttribute('href', `mailto:${email}`)
  // A double click takes one step, not two.
  await view(page).getByRole('button', { name: 'Mark as ready' }).dblclick()
  await expect(toast(page)).toContainText('First Last’s order is ready.')
  await expect(view(page).getByRole('button', { name: 'Mark as collected' })).toBeVisible()
  // It leaves the list of what is to prepare.
  await expect(page.getByText('Nothing for')).toBeVisible()
  await view(page).getByRole('button', { name: 'Mark as collected' }).click()
  await expect(toast(page)).toContainText('First Last’s order has been collected.')
  await expect(view(page).getByRole('button', { name: 'Mark as collected' })).toHaveCount(0)
  await view(page).getByRole('button', { name: 'Mark as not collected yet' }).click()
  await expect(view(page).getByRole('button', { name: 'Mark as collected' })).toBeVisible()
  await expect(history(page).getByRole('listitem')).toHaveText([
    /^Moved back to “Ready”/,
    /^Collected/,
    /^Ready/,
    /^Ordered/,
  ])
})

test('a local delivery is sent out, then delivered', async ({ page }) => {
  await openNewOrder(page, { delivery: 'local' })
  await expect(view(page)).toContainText('Deliver to')
  await view(page).getByRole('button', { name: 'Send out for delivery' }).first().click()
  await expect(toast(page)).toContainText('First Last’s order is out for delivery.')
  await expect(view(page).getByText('Out for delivery').first()).toBeVisible()
  await view(page).getByRole('button', { name: 'Mark as delivered' }).first().click()
  await expect(history(page).getByRole('listitem')).toHaveText([/^Delivered/, /^Sent out/, /^Ordered/])
})

test('an order is refunded in part with one item restocked, then in full; errors show at the fields', async ({
  page,
  request,
}) => {
  const { product } = await openNewOrder(page)
  expect(await readStock(request, product)).toEqual({ stock: 4, reserved: 0 })
  await refundButton(page).click()
  const amount = dialog(page).getByLabel('Amount, £')
  await expect(amount).toHaveValue('76.00')
  await amount.fill('')
  await dialog(page).getByRole('button', { name: 'Issue Refund' }).click()
  await expect(amount).toHaveAccessibleDescription(/^Please enter an amount in pounds/)
  await expect(amount).toBeFocused()
  await amount.fill('£100')
  await dialog(page).getByLabel('Back on the shelf').fill('1')
  await dialog(page).getByRole('button', { name: 'Issue Refund £100.00' }).click()
  await expect(amount).toHaveAccessibleDescription(/^Please enter an amount from £0.01 to £76.00/)
  await expect(dialog(page).getByLabel('Back on the shelf')).toHaveValue('1')
  await amount.fill('38')
  // The first response is lost; submitting again makes the same refund.
  await page.route('**/refund', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await dialog(page).getByRole('button', { name: 'Issue Refund £38.00' }).click()
  await expect(dialog(page).getByRole('alert')).toContainText('Please try again. Nothing will be done twice.')
  await expect(toast(page)).toContainText('We cannot tell whether this went through.')
  // A phone upright and on its side: the toast leaves the dialog's buttons free.
  for (const [width, height] of [
    [390, 844],
    [844, 390],
  ] as const) {
    await page.setViewportSize({ width, height })
    await dialog(page)
      .getByRole('button', { name: 'Issue Refund £38.00' })
      .evaluate((button) => button.scrollIntoView({ block: 'end' }))
    await expect.poll(() => coveredByToast(page), `${width} px`).toEqual([])
  }
  await page.unroute('**/refund')
  await dialog(page).getByRole('button', { name: 'Issue Refund £38.00' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(toast(page)).toContainText('£38.00 is being returned the way it was paid.')
  await expect(view(page)).toContainText('£38.00 left')
  await expect(view(page)).toContainText('Part refunded')
  // The other one is back on the shelf.
  await expect(view(page).getByRole('heading', { name: `1 × ${product.name}` })).toBeVisible()
  expect(await readStock(request, product)).toEqual({ stock: 5, reserved: 0 })

  await refundButton(page).click()
  await dialog(page).getByLabel('Back on the shelf').fill('2')
  await dialog(page).getByRole('button', { name: 'Issue Refund £38.00' }).click()
  await expect(dialog(page).getByLabel('Back on the shelf')).toHaveAccessibleDescription(
    /^Only 1 of these can go back on the shelf/,
  )
  await dialog(page).getByLabel('Back on the shelf').fill('0')
  await dialog(page).getByRole('button', { name: 'Issue Refund £38.00' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(view(page)).toContainText('£0.00 left')
  await expect(refundButton(page)).toHaveCount(0)
  await expect(view(page)).toBeFocused()
  await expect(view(page).getByRole('button', { name: 'Mark as collected' })).toHaveCount(0)
  expect(await readStock(request, product)).toEqual({ stock: 5, reserved: 0 })
})

test('what another tab has refunded meanwhile is not refunded again until the new amount is confirmed', async ({
  page,
  context,
}) => {
  const { id } = await openNewOrder(page)
  const other = await context.newPage()
  await other.goto(`/admin/dashboard#orders/${id}`)
  for (const tab of [page, other]) {
    await refundButton(tab).click()
    await dialog(tab).getByLabel('Amount, £').fill('38')
  }
  const submit = (tab: Page) => dialog(tab).getByRole('button', { name: 'Issue Refund £38.00' }).click()
  await submit(other)
  await expect(dialog(other)).toBeHidden()
  await submit(page)
  await expect(dialog(page).getByRole('alert')).toContainText('£38.00 can now be refunded')
  await expect(dialog(page).getByLabel('Amount, £')).toHaveAccessibleDescription(/^£38.00 of £76.00/)
  await submit(page)
  await expect(dialog(page)).toBeHidden()
  await expect(view(page)).toContainText('£0.00 left')
})

test('the order list can be searched and filtered', async ({ page }) => {
  const { product, email } = await openNewOrder(page)
  const link = orders(page)
    .getByRole('listitem')
    .filter({ hasText: `2 × ${product.name}` })
  for (const words of [email, product.name]) {
    await searchList(page, words)
    await expect(page.getByText('1 in all, oldest first')).toBeVisible()
    await expect(link).toBeVisible()
  }
  await expect(listTab(page, 'To prepare')).toBeChecked()
  await expect(link.getByRole('link', { name: 'First Last' })).toBeVisible()
  await expect(link).not.toContainText('Refunded')
  for (const status of ['Collected or delivered', 'Refunded']) {
    await listTab(page, status).check()
    await expect(page.getByText('Nothing for')).toBeVisible()
  }
  await listTab(page, 'All').check()
  await expect(page.getByText('1 in all, newest first')).toBeVisible()
  await expect(link).toBeVisible()
})

test('the list opens on the orders to prepare, and takes the next step of one in its row', async ({
  page,
}) => {
  const { product, email } = await openNewOrder(page)
  await page.goto('/admin/dashboard#orders')
  await page.getByLabel('Search').fill(email)
  const row = orders(page).getByRole('listitem').filter({ hasText: product.name })
  await row.getByRole('button', { name: 'Mark as ready' }).click()
  await expect(toast(page)).toContainText('First Last’s order is ready.')
  await expect(row).toBeHidden()
  await listTab(page, 'Ready or out for delivery').check()
  await row.getByRole('button', { name: 'Mark as collected' }).click()
  await expect(toast(page)).toContainText('First Last’s order has been collected.')
  await listTab(page, 'Collected or delivered').check()
  await expect(row).toContainText('Collected')
  await expect(row.getByRole('button')).toHaveCount(0)
})

test('a second press on the spot of a step does not take that of the row which has moved there', async ({
  page,
}) => {
  const buyer = newOrderer()
  for (let nth = 0; nth < 2; nth += 1) await placeOrderByApi(page.request, { email: buyer })
  await openPortal(page, 'orders')
  await page.getByLabel('Search').fill(buyer)
  const rows = orders(page).getByRole('listitem')
  await expect(rows).toHaveCount(2)
  const steps: string[] = []
  page.on('request', (request) => void (request.method() === 'PATCH' && steps.push(request.url())))
  const { x, y, width, height } = (await rows.first().getByRole('button').boundingBox())!
  const spot = [x + width / 2, y + height / 2] as const
  await page.mouse.click(...spot)
  await expect(rows).toHaveCount(1)
  await page.mouse.click(...spot)
  // Waits until the row takes presses again.
  await rows.first().getByRole('button').click()
  await expect(rows).toHaveCount(0)
  expect(steps).toHaveLength(2)
})

test('several orders move on together, and one that cannot is named with its reason', async ({
  page,
  context,
}) => {
  const buyer = newOrderer()
  const placed = [
    await placeOrderByApi(page.request, { email: buyer }),
    await placeOrderByApi(page.request, { email: buyer }),
  ]
  const { id: refunded } = await placeOrderByApi(page.request, { email: buyer })
  await openPortal(page, 'orders')
  await page.getByLabel('Search').fill(buyer)
  await expect(page.getByText('3 in all, oldest first')).toBeVisible()
  const all = page.getByLabel('Select all orders shown')
  await all.check()
  await orders(page).getByRole('checkbox').first().uncheck()
  await expect(all).not.toBeChecked()
  await all.check()
  const other = await context.newPage()
  await other.goto(`/admin/dashboard#orders/${refunded}`)
  await refundButton(other).click()
  await dialog(other)
    .getByRole('button', { name: /^Issue Refund £/ })
    .click()
  await expect(dialog(other)).toBeHidden()
  await page.getByRole('button', { name: 'Mark 3 as ready' }).click()
  await expect(dialog(page).getByRole('heading', { name: 'Mark 3 as ready?' })).toBeVisible()
  await expect(dialog(page)).toContainText('1 person will get an email:First Last (3 emails)')
  await dialog(page).getByRole('button', { name: 'Update 3 orders' }).click()
  await expect(toast(page)).toContainText('2 orders updated. 1 could not be updated.')
  await expect(page.getByText(/First Last: .*nothing to hand over/)).toBeVisible()
  await expect(orders(page).getByRole('listitem')).toHaveCount(0)
  await listTab(page, 'Ready or out for delivery').check()
  await expect(orders(page).getByRole('listitem')).toHaveCount(placed.length)
})

test('Undo takes the next step of several orders back, and no email leaves', async ({ page }) => {
  const buyer = newOrderer()
  for (let nth = 0; nth < 2; nth += 1) await placeOrderByApi(page.request, { email: buyer })
  await openPortal(page, 'orders')
  await page.getByLabel('Search').fill(buyer)
  await expect(orders(page).getByRole('listitem')).toHaveCount(2)
  await page.getByLabel('Select all orders shown').check()
  await page.getByRole('button', { name: 'Mark 2 as ready' }).click()
  await dialog(page).getByRole('button', { name: 'Update 2 orders' }).click()
  await toast(page).getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page)).toContainText('2 orders moved back. No emails were sent.')
  await expect(orders(page).getByRole('listitem')).toHaveCount(2)
})

test('the orders of a date range are downloaded as CSV', async ({ page }) => {
  const { reference } = await openNewOrder(page)
  const books = page.getByRole('region', { name: 'Download' })
  await dayField(page, 'From').fill('2026-02-02')
  await dayField(page, 'To').fill('2026-02-01')
  await expect(dayField(page, 'To')).toHaveAccessibleDescription(
    'Please choose a last day on or after the first day',
  )
  await dayField(page, 'To').fill('')
  await dayField(page, 'From').fill(new Date(Date.now() - 86_400_000).toISOString().slice(0, 10))
  await expect(books).toContainText('all orders from')
  const waiting = page.waitForEvent('download')
  await books.getByRole('button', { name: 'Download CSV' }).click()
  const file = await waiting
  expect(file.suggestedFilename()).toBe('orders.csv')
  const chunks: Buffer[] = []
  for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer)
  expect(Buffer.concat(chunks).toString()).toContain(reference)
})

test('Download everything gives a ZIP of all exports, which has the order @nightly', async ({ page }) => {
  const { reference } = await placeOrderByApi(page.request)
  await openPortal(page, 'overview')
  const waiting = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download everything' }).click()
  const chunks: Buffer[] = []
  for await (const chunk of await (await waiting).createReadStream()) chunks.push(chunk as Buffer)
  const files = unzipSync(Buffer.concat(chunks))
  expect(Object.keys(files)).toEqual([
    'read-me.txt',
    'vouchers.csv',
    'orders.csv',
    'customers.csv',
    'activity.csv',
  ])
  expect(Buffer.from(files['orders.csv']!).toString()).toContain(reference)
})

test('receipt and packing slip print without the page, on one sheet each, and the slip without amounts @nightly', async ({
  page,
}) => {
  const { reference } = await openNewOrder(page)
  await page.evaluate(recordPrints)
  await view(page).getByRole('button', { name: 'Print Receipt' }).click()
  await expectPrinted(page, /Receipt \d+/)
  await page.emulateMedia({ media: 'print' })
  const receipt = page.locator('[data-print="receipt"]')
  await expect(receipt.getByText(reference)).toBeVisible()
  await expect(receipt.getByText('First Last')).toBeVisible()
  await expect(receipt.getByText('£76.00')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Orders', exact: true })).toBeHidden()
  const countSheets = async () =>
    (await page.pdf({ preferCSSPageSize: true, format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g)
  expect(await countSheets()).toHaveLength(1)
  await page.emulateMedia({ media: 'screen' })
  await view(page).getByRole('button', { name: 'Packing Slip' }).click()
  await page.emulateMedia({ media: 'print' })
  await expect(receipt.getByText('Packing slip')).toBeVisible()
  await expect(receipt.getByText('First Last')).toBeVisible()
  await expect(receipt).not.toContainText('£')
  expect(await countSheets()).toHaveLength(1)
})

test('the slips of all selected orders print together, one on each sheet, and a list to pick them by @nightly', async ({
  page,
}) => {
  const buyer = newOrderer()
  const first = await placeOrderByApi(page.request, { email: buyer, quantity: 2, delivery: 'local' })
  await placeOrderByApi(page.request, { email: buyer })
  await openPortal(page, 'orders')
  await page.evaluate(recordPrints)
  await page.getByLabel('Search').fill(buyer)
  await expect(orders(page).getByRole('listitem')).toHaveCount(2)
  // An open order has a receipt, which must not print with them.
  await orders(page)
    .getByRole('listitem')
    .filter({ hasText: first.product.name })
    .getByRole('link', { name: 'First Last' })
    .click()
  await expect(view(page)).toContainText('£76.00')
  await page.getByLabel('Select all orders shown').check()
  const countSheets = async () =>
    (await page.pdf({ preferCSSPageSize: true, format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g)
  const printed = page.locator('.print-alone')

  await page.getByRole('button', { name: 'Print 2 Packing Slips' }).click()
  await expectPrinted(page, '2 packing slips')
  await page.emulateMedia({ media: 'print' })
  await expect(printed.getByText('Packing slip')).toHaveCount(2)
  await expect(printed.getByText(`2 × ${first.product.name}`)).toBeVisible()
  await expect(printed.getByText('2 Example Street').first()).toBeVisible()
  await expect(printed).not.toContainText('£')
  expect(await countSheets()).toHaveLength(2)

  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('button', { name: 'Print Pick List' }).click()
  await page.emulateMedia({ media: 'print' })
  await expect(printed.getByText('2 orders')).toBeVisible()
  await expect(printed.getByRole('listitem', { includeHidden: true })).toHaveCount(2)
  expect(await countSheets()).toHaveLength(1)
  await page.emulateMedia({ media: 'screen' })

  await page.getByRole('button', { name: /^Mark 1 as ready and send 1 out for delivery|^Send 1 out/ }).click()
  await page.getByRole('button', { name: 'Update 2 orders' }).click()
  await expect(toast(page)).toContainText('2 orders updated.')
})
