import { therapies } from '#clinic/current-therapies.ts'
import { practitioners } from '#content/practitioners.ts'
import { expectUsable } from '#tests/e2e/axe.ts'
import { expect, test } from '#tests/e2e/fixtures.ts'
import { PAGE_TEMPLATES } from '#tests/e2e/page-templates.ts'

test.use({ allowedErrors: [[/status of 404/], { option: true }] as never })

for (const path of PAGE_TEMPLATES) {
  test(`${path} is accessible on a phone and a desktop`, async ({ page }) => {
    await page.goto(path)
    await expectUsable(page)
  })
}

test('an unknown page shows the 404 page with status 404', async ({ page }) => {
  const response = await page.goto('/no-such-page')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 Page Not Found')
})

test('a link whose # was written as %23 is sent on, but only to known pages', async ({ page }) => {
  await page.goto('/admin/end-sessions%23a-token')
  await expect(page).toHaveURL(/\/admin\/end-sessions$/)
  await page.goto('/voucher%23main')
  await expect(page).toHaveURL(/\/voucher#main$/)
  await page.goto('/%23write')
  await expect(page).toHaveURL(/\/#write$/)
  for (const path of [
    '/terms-conditions',
    '/shop',
    `/therapy/${therapies[0]!.id}`,
    `/${practitioners[0].slug}`,
  ]) {
    await page.goto(`${path}%23main`)
    await expect(page).toHaveURL(new RegExp(`${path}#main$`))
  }
  await page.goto('/no-such-page%23a-token')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 Page Not Found')
})
