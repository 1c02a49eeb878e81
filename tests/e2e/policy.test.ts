import { blockedIn } from '#tests/e2e/blocked.ts'
import { expect, test } from '#tests/e2e/fixtures.ts'
import { PAGE_TEMPLATES } from '#tests/e2e/page-templates.ts'
import { builtTexts } from '#tests/harness/built-files.ts'

// The page of fixtures.ts fails every test in which a content security policy blocks something. These tests cover the
// pages that no other test opens with the policy in force.
test.use({ allowedErrors: [[/status of 404/], { option: true }] as never })

const pages = [...builtTexts('dist').keys()]
  .filter((file) => file.endsWith('.html') && file !== '404.html' && !file.startsWith('admin/dashboard'))
  .map((file) => `/${file}`.replace(/(?<=\/)index\.html$|\.html$/, ''))
  .filter((path) => !PAGE_TEMPLATES.includes(path))

for (const path of [...pages, '/index.html']) {
  // ASVS 3.4.3
  test(`${path} requests nothing that its content security policy blocks, and fits into 320 px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto(path)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await page.waitForLoadState('networkidle')
  })
}

// ASVS 3.4.3
test('a request outside the policy is blocked and reported', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL: baseURL! })
  const blocked = await blockedIn(context)
  const page = await context.newPage()
  await page.goto('/privacy-policy')
  await page.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'window.ran = true'
    const picture = new Image()
    picture.src = 'https://elsewhere.example/pixel.png'
    document.head.append(script, picture)
  })
  await expect
    .poll(() => blocked.toSorted())
    .toEqual([
      '/privacy-policy: img-src https://elsewhere.example/pixel.png',
      '/privacy-policy: script-src-elem inline',
    ])
  expect(await page.evaluate(() => 'ran' in window)).toBe(false)
  await context.close()
})
