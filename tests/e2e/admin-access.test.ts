import { queryStack } from '#tests/e2e/add-products.ts'
import { expect, test } from '#tests/e2e/fixtures.ts'
import { expectUsable, openPortal } from '#tests/e2e/owner.ts'

test.use({ allowedErrors: [[/status of (401|404|405)/], { option: true }] as never })

for (const tab of ['overview', 'vouchers', 'products', 'orders', 'customers']) {
  test(`the tab ${tab} is accessible at every width and colour scheme`, async ({ page }) => {
    await openPortal(page, tab)
    await expect(page.getByText('One moment...')).toBeHidden()
    await expectUsable(page)
  })
}

test('the dialog to sign in again is accessible', async ({ page }) => {
  await page.clock.install()
  const owner = await openPortal(page)
  // The tab's first requests would open the dialog, too.
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => localStorage.setItem('adminUsed', '1'))
  await queryStack(
    page.request,
    'delete from admin_session where admin_id = (select id from admin_user where email = $1)',
    [owner],
  )
  await page.clock.fastForward('00:30')
  await expectUsable(page)
  await page.getByRole('button', { name: 'Sign in again' }).click()
  await expect(page.getByRole('dialog', { name: 'Sign in again' })).toBeVisible()
  await expectUsable(page)
})
