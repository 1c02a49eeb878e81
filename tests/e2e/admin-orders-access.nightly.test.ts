import { expectUsable } from '#tests/e2e/axe.ts'
import { dialog, expect, test, toast } from '#tests/e2e/fixtures.ts'
import { openNewOrder, orders, refundButton, view } from '#tests/e2e/order-actions.ts'

test('the order list, an order and its refund are accessible on a phone and a desktop', async ({ page }) => {
  const { product } = await openNewOrder(page)
  await expectUsable(page)
  await refundButton(page).click()
  await expect(dialog(page)).toBeVisible()
  await expectUsable(page, 'dialog')
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 320, height: 844 })
  await view(page).getByRole('link', { name: 'Orders' }).click()
  await expect(orders(page).getByRole('listitem').filter({ hasText: product.name })).toBeVisible()
  await expectUsable(page)
})

test('an order can be handed over and partly refunded by keyboard', async ({ page }) => {
  await openNewOrder(page)
  await expect(view(page).getByRole('heading', { level: 2 })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(view(page).getByRole('link', { name: 'Close' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(view(page).getByRole('button', { name: 'Mark as ready' })).toBeFocused()
  await page.keyboard.press('Enter')
  const next = view(page).getByRole('button', { name: 'Mark as collected' })
  await expect(next).toBeFocused()
  // A second press within a second does nothing.
  await expect(next).toBeEnabled()
  await page.keyboard.press('Enter')
  await expect(view(page).getByRole('heading', { level: 2 })).toBeFocused()
  for (let control = 0; control < 4; control += 1) await page.keyboard.press('Tab')
  await expect(refundButton(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await dialog(page).getByLabel('Amount, £').focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('5')
  await page.keyboard.press('Enter')
  await expect(toast(page)).toContainText('£5.00 is being returned the way it was paid.')
  await expect(refundButton(page)).toBeFocused()
})
