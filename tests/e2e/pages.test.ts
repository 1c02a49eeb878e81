import { clinic } from '#content/clinic.ts'
import { therapies } from '#content/therapies.ts'
import { expectUsable } from '#tests/e2e/axe.ts'
import { expect, test } from '#tests/e2e/fixtures.ts'

/** One page of each template. */
const TEMPLATES = [
  '/',
  `/therapy/${therapies[0]!.id}`,
  `/${clinic.practitioner.slug}`,
  '/shop',
  '/admin/login',
  '/admin/reset-password',
  '/admin/end-sessions',
  '/your-purchase',
  '/terms-conditions',
  '/no-such-page',
]
/** Pages of the same templates, which their words could make too wide. */
const OTHERS = [
  ...therapies.slice(1).map(({ id }) => `/therapy/${id}`),
  '/accessibility-statement',
  '/cookie-policy',
  '/privacy-policy',
]

test.use({ allowedErrors: [[/status of 404/], { option: true }] as never })

for (const path of TEMPLATES) {
  test(`${path} is accessible on a phone and a desktop`, async ({ page }) => {
    await page.goto(path)
    await expectUsable(page)
  })
}

test('no other page is wider than 320 px', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  for (const path of OTHERS) {
    await page.goto(path)
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(320)
  }
})

test('an unknown page shows the 404 page with status 404', async ({ page }) => {
  const response = await page.goto('/no-such-page')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 Page Not Found')
})
