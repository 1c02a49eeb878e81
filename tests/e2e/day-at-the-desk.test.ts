import { randomUUID } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import sharp from 'sharp'
import { addProduct } from './add-products.ts'
import { axe } from './axe.ts'
import { cameraShowing, filmCode } from './camera-picture.ts'
import { placeOrder } from './order-actions.ts'
import { newOwner, PASSWORD } from './owner.ts'
import { expect, mailsTo, test, toast } from './fixtures.ts'
import { fillProduct } from './product-actions.ts'

const film = join(tmpdir(), `a-day-before-the-camera-${process.pid}.y4m`)

test.use({
  viewport: { width: 390, height: 844 },
  launchOptions: cameraShowing(film),
})
test.afterAll(() => rm(film, { force: true }))

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
  expect(await axe(page, 'body'), name).toEqual([])
}

test('the owner does a day’s work on a phone', async ({ page, context, request }) => {
  test.setTimeout(180_000)
  await context.grantPermissions(['camera'])
  const mine = randomUUID().slice(0, 8)
  const soldOut = await addProduct(request, { stock: 0 })
  const [toPrepare, toRefund] = [await placeOrder(request), await placeOrder(request)]

  // Sign in, and see what needs attention.
  await page.goto('/admin/login')
  await page.getByLabel('Email').fill(await newOwner(request))
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await button(page, 'Sign In').click()
  const empty = region(page, 'Needs attention').getByRole('listitem').filter({ hasText: soldOut.name })
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
  await dialog(page).getByLabel('Recipient name').fill(`Recipient ${mine}`)
  await dialog(page).getByLabel('Recipient email').fill(`day-${mine}@example.com`)
  await dialog(page).getByLabel('Your own code').fill(code)
  await dialog(page).getByLabel('How was it paid?').selectOption('Cash')
  await dialog(page).getByRole('button', { name: 'Generate Voucher' }).click()
  await expect(dialog(page)).toBeHidden()

  // Scan it, redeem a part and undo that.
  filmCode(film, code)
  await page.goto('/admin/dashboard#vouchers/redeem')
  await button(page, 'Scan QR code').click()
  await expect(region(page, 'Voucher')).toContainText('£80.00')
  await page.getByLabel('Amount to use, £').fill('45')
  await button(page, 'Redeem £45.00').click()
  await expect(page.getByText('£45.00 taken off. £35.00 left on the voucher.')).toBeVisible()
  await button(page, 'Undo').click()
  await expect(region(page, 'Voucher')).toContainText('£80.00')

  // One order is ready, another is refunded. The bar counts those to prepare.
  const orders = page.getByRole('navigation', { name: 'Portal' }).getByRole('link', { name: /^Orders/ })
  await expect(orders).toHaveAccessibleName(/^Orders [0-9]+\+? waiting$/)
  await openTab(page, 'Orders')
  await expect(orders).toHaveAttribute('aria-current', 'page')
  await page.goto(`/admin/dashboard#orders/${toPrepare.id}`)
  await button(page, 'Mark as ready').click()
  await expect
    .poll(async () => (await mailsTo(page, toPrepare.email)).map(({ subject }) => subject))
    .toContainEqual(expect.stringContaining('ready'))
  await page.goto(`/admin/dashboard#orders/${toRefund.id}`)
  await button(page, 'Issue Refund').click()
  await dialog(page)
    .getByRole('button', { name: /^Issue Refund £/ })
    .click()
  await expect(toast(page)).toContainText('goes back the way it was paid')

  // Export the month.
  await page.goto('/admin/dashboard#orders')
  const books = region(page, 'Download')
  const today = new Date().toISOString().slice(0, 10)
  await books.getByLabel('From').fill(`${today.slice(0, 8)}01`)
  await books.getByLabel('To').fill(today)
  const downloaded = page.waitForEvent('download')
  await books.getByRole('button', { name: 'Download CSV' }).click()
  expect(await readFile(await (await downloaded).path(), 'utf8')).toContain(toPrepare.email)

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
  await page.getByLabel('Search').fill(toPrepare.email)
  await expect(page.getByRole('group', { name: 'customers' }).getByRole('listitem')).toHaveCount(1)

  // The activity list shows it.
  await openTab(page, 'Overview')
  const record = region(page, 'Recent Activity')
  await expect(record.getByText('redeemed, £45.00, £35.00 left').first()).toBeVisible()

  await button(page, 'More').click()
  await button(page, 'Logout').click()
  await expect(page).toHaveURL(/\/admin\/login/)
  await page.goto('/admin/dashboard')
  await expect(page).toHaveURL(/\/admin\/login/)
})
