import type { Frame, Page } from 'puppeteer-core'
import { BROKEN_APIS, FROM_EXTENSION } from '#tests/e2e/broken-apis.ts'
import { expect, test } from '#tests/e2e/firefox-tab.ts'
import { mailsTo, newBuyer, VISA } from '#tests/e2e/fixtures.ts'
import { FONTS_IN_USE } from '#tests/e2e/fonts-in-use.ts'

// In one worker: Firefox takes seconds to start.
test.describe.configure({ mode: 'default' })

/** Scrolls to the middle of the window first: Puppeteer also clicks what a notification at the bottom covers. */
async function press(page: Page, selector: string) {
  const target = await page.locator(selector).waitHandle()
  await target.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }))
  await page.locator(selector).click()
}

/** Waits until the fonts are used and the page's script has shown a button that needs it. */
async function expectStarted(page: Page) {
  await expect.poll(() => page.evaluate(FONTS_IN_USE)).toBe(true)
  await page.waitForSelector('[data-map]:not([hidden])')
}

async function reloadScrolled(page: Page) {
  await expectStarted(page)
  await page.evaluate(() => scrollTo({ top: 2000, behavior: 'instant' }))
  await page.reload()
  await expectStarted(page)
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(1000)
}

async function fill(within: Page | Frame, values: Record<string, string>) {
  for (const [field, value] of Object.entries(values)) await within.locator(field).fill(value)
}

test('every section of home opens by its address in Firefox, in view and started', async ({ openTab }) => {
  const home = await openTab('/')
  await expectStarted(home)
  const sections = await home.$$eval('main > section[id]', (all) => all.map(({ id }) => id))
  expect(sections).toEqual(expect.arrayContaining(['gift-vouchers', 'questions', 'write']))
  for (const section of sections) {
    const page = await openTab(`/#${section}`)
    await expectStarted(page)
    const top = await page.$eval(`#${section}`, (found) => found.getBoundingClientRect().top / innerHeight)
    // Within half a screen: the fonts, which come later, may still move it.
    expect(Math.abs(top), section).toBeLessThan(0.5)
    await page.close()
  }
})

test('the menu opens in Firefox where a section was opened by its address', async ({ openTab }) => {
  const page = await openTab('/#write')
  await press(page, '[aria-label="Open menu"]')
  await page.waitForSelector('#menu[open] .badge::-p-text(now)', { visible: true })
})

test('home starts in Firefox at #nosuch, #% and #main > *, which name no section', async ({ openTab }) => {
  for (const fragment of ['#nosuch', '#%', '#main > *']) await expectStarted(await openTab(`/${fragment}`))
})

test('a reload of the scrolled shop shows its products in Firefox', async ({ openTab }) => {
  const page = await openTab('/shop')
  await page.waitForSelector('article')
  await reloadScrolled(page)
  await page.waitForSelector('article')
})

test('a voucher is bought in Firefox after a reload of the scrolled page', async ({ openTab, request }) => {
  const { buyerEmail, recipientEmail } = newBuyer()
  const page = await openTab('/#gift-vouchers')
  await reloadScrolled(page)
  await press(page, 'label:has([name=amount][value="50"])')
  await press(page, 'button::-p-text(Purchase Gift Voucher)')
  await fill(page, {
    '[name=buyerName]': 'Buyer Name',
    '[name=buyerEmail]': buyerEmail,
    '[name=recipientName]': 'Recipient Name',
    '[name=recipientEmail]': recipientEmail,
  })
  await press(page, 'button::-p-text(Continue to Payment)')
  const frame = await page.waitForSelector('iframe[title="Secure payment input frame"]')
  await fill(await frame!.contentFrame(), {
    '[autocomplete=cc-number]': VISA,
    '[autocomplete=cc-exp]': '12 / 34',
    '[autocomplete=cc-csc]': '123',
  })
  await press(page, 'button::-p-text(Complete Payment)')
  const code = await page.waitForSelector('#gift-vouchers .code', { visible: true })
  await expect.poll(async () => (await mailsTo({ request }, recipientEmail)).length).toBe(1)
  const [gift] = await mailsTo({ request }, recipientEmail)
  expect(gift?.text).toContain(await code!.evaluate(({ textContent }) => textContent))
})

test.describe('with a browser extension that breaks APIs', () => {
  test.use({ allowedErrors: [[FROM_EXTENSION], { option: true }] as never })

  // The others are tried in Chromium: Puppeteer itself needs animation frames.
  for (const broken of ['PerformanceObserver is missing', 'a listener throws'] as const) {
    test(`home starts in Firefox although ${broken}`, async ({ openTab }) => {
      await expectStarted(await openTab('/#write', BROKEN_APIS[broken]))
    })
  }
})
