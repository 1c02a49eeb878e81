import type { Page } from 'playwright/test'
import { axe } from '#tests/e2e/axe.ts'
import { expect, test, toast, tryUntil } from '#tests/e2e/fixtures.ts'
import { openAttention } from '#tests/e2e/open-attention.ts'
import { buyVoucherByApi } from '#tests/e2e/order-actions.ts'
import { openPortal } from '#tests/e2e/owner.ts'

const dialog = (page: Page) => page.getByRole('dialog')

/** Buys a voucher and triggers an event for its payment at Stripe. Returns the payment's id. */
async function buyAndAlert(page: Page, site: string, control: 'warnOfFraud' | 'openReview'): Promise<string> {
  const { reference: intent } = await buyVoucherByApi(page.request)
  const answer = await page.request.post('/__local/stripe', {
    form: { control, intent, back: intent },
    headers: { origin: site },
  })
  expect(answer.ok()).toBe(true)
  return intent
}

const itemOf = (page: Page, intent: string) =>
  page.getByRole('region', { name: 'Needs attention' }).getByRole('listitem').filter({ hasText: intent })

async function openItem(page: Page, intent: string) {
  await openPortal(page)
  await tryUntil(async (soon) => {
    await page.reload()
    await expect(itemOf(page, intent).first()).toBeVisible(soon)
  })
  return openAttention(page, intent)
}

test('a fraud warning is released under Needs attention', async ({ page, baseURL }) => {
  const intent = await buyAndAlert(page, baseURL!, 'warnOfFraud')
  const item = await openItem(page, intent)
  await expect(item).toContainText('£50.00 may be fraudulent')
  await item.getByRole('button', { name: 'Release' }).click()
  expect(await axe(page, 'body'), 'release').toEqual([])
  await dialog(page).getByRole('button', { name: 'Release Payment £50.00' }).click()
  await expect(toast(page)).toContainText('Payment released')
  await expect(item).toBeHidden()
})

test('a payment under review is refunded under Needs attention', async ({ page, baseURL }) => {
  const intent = await buyAndAlert(page, baseURL!, 'openReview')
  const item = await openItem(page, intent)
  await expect(item).toContainText('Stripe asks you to review £50.00')
  await item.getByRole('button', { name: 'Refund' }).click()
  await expect(dialog(page)).toContainText('The voucher cannot be used again after that.')
  expect(await axe(page, 'body'), 'refund').toEqual([])
  await dialog(page).getByRole('button', { name: 'Issue Refund £50.00' }).click()
  await expect(toast(page)).toContainText('Refund')
  await expect(item).toBeHidden()
})
