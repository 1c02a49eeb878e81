import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { clinic } from '#content/clinic.ts'
import { therapies } from '#content/therapies.ts'
import { expect, test } from '#tests/e2e/fixtures.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const ROUTES = [
  '/',
  ...therapies.map(({ id }) => `/therapy/${id}`),
  `/${clinic.practitioner.slug}`,
  '/shop',
  '/admin/login',
  '/admin/reset-password',
  '/admin/end-sessions',
  '/your-purchase',
  '/accessibility-statement',
  '/cookie-policy',
  '/terms-conditions',
  '/privacy-policy',
  '/no-such-page',
]
const WIDTHS = [360, 768, 1440]

test.use({
  bypassCSP: true,
  allowedErrors: [[/status of 404/], { option: true }] as never,
})

for (const route of ROUTES) {
  test(`${route} is accessible at every width and colour scheme`, async ({ page }) => {
    await page.goto(route)
    await page.evaluate(axe)
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        const found = await page.evaluate(async (rules) => {
          const { violations } = await (window as never as { axe: typeof import('axe-core') }).axe.run({
            runOnly: rules,
          })
          return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(', ')}`)
        }, RULES)
        expect(found, `${width} px, ${colorScheme}`).toEqual([])
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    }
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  })
}

test('an unknown page shows the 404 page with status 404', async ({ page }) => {
  const response = await page.goto('/no-such-page')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 Page Not Found')
})
