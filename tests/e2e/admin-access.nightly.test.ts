import { expectUsable } from '#tests/e2e/axe.ts'
import { expect, test } from '#tests/e2e/fixtures.ts'
import { expectLoaded, newSession, openPortal } from '#tests/e2e/owner.ts'
import { queryStack } from '#tests/e2e/query-stack.ts'

test.use({ allowedErrors: [[/status of (401|404|405)/], { option: true }] as never })

// The lists of orders and customers: admin-orders-access.nightly.test.ts, admin-customers.test.ts.
for (const tab of ['overview', 'vouchers', 'products']) {
  test(`the tab ${tab} is accessible on a phone and a desktop`, async ({ page }) => {
    await openPortal(page, tab)
    await expect(page.getByText('One moment...')).toBeHidden()
    await expectUsable(page)
  })
}

test('the dialog to sign in again is accessible', async ({ page }) => {
  await page.clock.install()
  const session = await newSession(page)
  await openPortal(page, 'overview', session)
  // The tab's first requests would open the dialog, too.
  await expectLoaded(page)
  await page.evaluate(() => localStorage.setItem('adminUsed', '1'))
  await queryStack(
    page.request,
    'delete from admin_session where admin_id = (select id from admin_user where email = $1)',
    [session.email],
  )
  await page.clock.fastForward('00:30')
  await expectUsable(page)
  await page.getByRole('button', { name: 'Sign in again' }).click()
  await expect(page.getByRole('dialog', { name: 'Sign in again' })).toBeVisible()
  await expectUsable(page, 'dialog')
})
