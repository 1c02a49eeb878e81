import type { Locator, Page } from 'playwright/test'
import { readStock } from '#tests/e2e/add-products.ts'
import { axe } from '#tests/e2e/axe.ts'
import { dialog, expect, mailsTo, test, toast } from '#tests/e2e/fixtures.ts'
import { openAttention } from '#tests/e2e/open-attention.ts'
import { openNewOrder, view } from '#tests/e2e/order-actions.ts'

const button = (page: Page, name: string) => view(page).getByRole('button', { name })
const cancellation = (page: Page) => view(page).getByRole('region', { name: 'Cancellation' })
const sentOn = (page: Page) => dialog(page).getByLabel('Sent on')

/** Records a notice of today for the open order. */
async function recordNotice(page: Page): Promise<void> {
  await button(page, 'Record a cancellation').click()
  await dialog(page).getByRole('button', { name: 'Record Cancellation' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(cancellation(page)).toBeVisible()
  await expect(button(page, 'Record a cancellation')).toHaveCount(0)
}

/** Opens the item of the open order under Needs attention. */
async function openItem(page: Page): Promise<Locator> {
  const [, number] = /Order(\d+)/.exec((await view(page).textContent())!)!
  await page.goto('/admin/dashboard#overview')
  return openAttention(page, `Order ${number}`)
}

// A notice of a day before the purchase is refused.
test.use({ allowedErrors: [[/status of 400/], { option: true }] as never })

test('an order that is ready for collection is cancelled by post, found at the counter and refunded', async ({
  page,
  request,
}) => {
  const { product, email } = await openNewOrder(page)
  await button(page, 'Mark as ready').first().click()
  await expect(toast(page)).toContainText('First Last’s order is ready.')
  await button(page, 'Record a cancellation').click()
  await sentOn(page).fill('2026-01-01')
  await dialog(page).getByRole('button', { name: 'Record Cancellation' }).click()
  await expect(sentOn(page)).toHaveAccessibleDescription(/^That is before the purchase/)
  await page.keyboard.press('Escape')
  await recordNotice(page)
  await expect(cancellation(page)).toContainText('Please check whether the order is still at the clinic.')
  await expect(cancellation(page)).toContainText('Pay back by')
  await expect(view(page).getByText('Cancelled', { exact: true }).first()).toBeVisible()
  expect(await axe(page, 'body')).toEqual([])

  const item = await openItem(page)
  await expect(item).toContainText('was cancelled. Is it still here?')
  await item.getByRole('button', { name: 'Still here' }).click()
  await dialog(page).getByRole('button', { name: 'Issue Refund £76.00' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(item).toBeHidden()
  await expect
    .poll(async () => (await mailsTo(page, email)).map(({ text }) => text).join('\n'))
    .toContain('£76.00')
  expect(await readStock(request, product)).toEqual({ stock: 6, reserved: 0 })
})

test('a collected order is cancelled, and its goods come back with a deduction that its buyer reads', async ({
  page,
}) => {
  const { email } = await openNewOrder(page)
  await button(page, 'Mark as ready').first().click()
  await button(page, 'Mark as collected').first().click()
  await expect(toast(page)).toContainText('First Last’s order has been collected.')
  await recordNotice(page)
  await expect(cancellation(page)).toContainText('The goods are due back.')

  const item = await openItem(page)
  await expect(item).toContainText('Pay £76.00 back within 14 days of having them')
  await item.getByRole('link', { name: 'Open order' }).click()
  await button(page, 'Goods are back').click()
  await dialog(page).getByLabel('Keep back, £').fill('6')
  await dialog(page).getByRole('button', { name: 'Issue Refund £70.00' }).click()
  await expect(dialog(page).getByLabel('Reason')).toHaveAccessibleDescription(
    /^Please say why, for the buyer to read/,
  )
  await dialog(page).getByLabel('Reason').fill('The fork is scratched')
  await dialog(page).getByRole('button', { name: 'Issue Refund £70.00' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(cancellation(page)).toContainText('£70.00 has been paid back.')
  await expect(cancellation(page)).toContainText('£6.00The fork is scratched')
  await expect(view(page)).toContainText('£6.00 left')
  await expect
    .poll(async () => (await mailsTo(page, email)).map(({ text }) => text).join('\n'))
    .toContain('The fork is scratched')
})
