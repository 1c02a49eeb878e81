import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { clinic } from '#clinic/current-clinic.ts'
import { axeInBothSchemes, expectUsable } from '#tests/e2e/axe.ts'
import { expect, expectPrinted, recordPrints, test } from '#tests/e2e/fixtures.ts'
import { buyVoucherByApi } from '#tests/e2e/order-actions.ts'
import { openPortal } from '#tests/e2e/owner.ts'
import { translatePages } from '#tests/e2e/translator.ts'

const voucher = (page: Page) => page.locator('#voucher')
const code = (page: Page) => page.getByLabel('Voucher code')
const card = (page: Page) => voucher(page).locator('.voucher')
const balance = (page: Page) => voucher(page).getByText('£50.00 is left')
const sheet = (page: Page) => page.locator('[data-print=receipt]')

const withoutHyphens = (text: string) => text.replaceAll('-', '')

async function buy(page: Page): Promise<string> {
  return (await buyVoucherByApi(page.request)).voucherCode
}

test('the link of a QR code shows the voucher, and its code is nowhere in an address', async ({ page }) => {
  const voucherCode = await buy(page)
  const asked: string[] = []
  page.on('request', (request) => {
    asked.push(request.url(), request.headers()['referer'] ?? '')
  })
  await page.goto(`/voucher#${withoutHyphens(voucherCode)}`)
  await expect(balance(page)).toBeVisible()
  await expect(page.getByRole('heading', { name: `Voucher ending ${voucherCode.slice(-4)}` })).toBeFocused()
  await expect(card(page).getByText(voucherCode)).toBeVisible()
  expect(page.url()).toMatch(/\/voucher$/)
  // Another one in the same tab, whose address only has another fragment.
  const other = await buy(page)
  await page.evaluate((hash) => (location.hash = hash), withoutHyphens(other))
  await expect(card(page).getByText(other)).toBeVisible()
  expect(page.url()).toMatch(/\/voucher$/)
  // The document's own address has the fragment, which no server receives.
  const sent = asked.map((address) => address.split('#')[0]!)
  for (const one of [voucherCode, other].map(withoutHyphens))
    expect(sent.filter((address) => address.includes(one))).toEqual([])
})

test.describe('before its scripts arrive', () => {
  test.use({ allowedErrors: [[/ERR_FAILED|Failed to (load|fetch)/], { option: true }] as never })

  test('the code has left the address, and the form waits for none', async ({ page }) => {
    await page.route('**/*.js*', (route) => route.abort())
    await page.goto('/voucher#7K2M0PQR4XVB19DY')
    await expect(voucher(page).getByText('One moment...')).toBeVisible()
    await expect(code(page)).toBeHidden()
    expect(page.url()).toMatch(/\/voucher$/)
    await page.goto('about:blank')
    await page.goto('/voucher')
    await expect(code(page)).toBeVisible()
    await expect(voucher(page).getByText('One moment...')).toBeHidden()
  })

  test('Reload opens the link that has left the address', async ({ page }) => {
    await page.route('**/*.js*', (route) => route.abort())
    await page.goto('/voucher#7K2M0PQR4XVB19DY.a.token')
    const reload = voucher(page).getByRole('button', { name: 'Reload' })
    await expect(reload).toBeVisible()
    await expect(reload).not.toBeFocused()
    await page.unrouteAll()
    const asked = page.waitForRequest('**/api/voucher')
    await reload.click()
    expect((await asked).postDataJSON()).toEqual({ code: '7K2M0PQR4XVB19DY', token: 'a.token' })
  })

  for (const when of ['before', 'after'])
    test(`a code sent ${when} they fail shows Reload in view`, async ({ page }) => {
      await page.setViewportSize({ width: 400, height: 320 })
      const scripts = Promise.withResolvers<void>()
      if (when === 'after') scripts.resolve()
      await page.route('**/*.js*', async (route) => {
        await scripts.promise
        await route.abort()
      })
      await page.goto('/voucher', { waitUntil: 'commit' })
      const reload = voucher(page).getByRole('button', { name: 'Reload' })
      if (when === 'after') await expect(reload).toBeAttached()
      await code(page).fill('7K2M0PQR4XVB19DY')
      if (when === 'after') await expect(code(page)).toBeFocused()
      await voucher(page).getByRole('button', { name: 'Show what is left' }).click()
      scripts.resolve()
      await expect(reload).toBeFocused()
      await expect(reload).toBeInViewport()
      await expect(code(page)).toHaveValue('7K2M0PQR4XVB19DY')
    })
})

test('with the keyboard alone a code shows its voucher, whose page is accessible', async ({ page }) => {
  const voucherCode = await buy(page)
  await page.goto('/voucher')
  await code(page).focus()
  await page.keyboard.press('Enter')
  await expect(code(page)).toHaveAccessibleDescription(/Please enter the whole code on your voucher/)
  await expect(code(page)).toBeFocused()
  await page.keyboard.type(`${voucherCode.slice(0, -1).toLowerCase()}!`)
  await page.keyboard.press('Enter')
  await expect(code(page)).toBeFocused()
  await page.keyboard.press('Backspace')
  await page.keyboard.type(voucherCode.slice(-1))
  await page.keyboard.press('Enter')
  await expect(balance(page)).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Book with this voucher' })).toBeFocused()
  await expectUsable(page)
})

test('the last day goes into a calendar, the voucher onto paper, and its end into the forms', async ({
  page,
}) => {
  await page.addInitScript(recordPrints)
  const voucherCode = await buy(page)
  await page.goto(`/voucher#${withoutHyphens(voucherCode)}`)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Add the expiry date to my calendar' }).click()
  const file = await (await downloading).path()
  const calendar = (await readFile(file, 'utf8')).replace(/\r\n /g, '')
  expect(calendar).toMatch(/^DTSTART;VALUE=DATE:\d{8}\r$/m)
  expect(calendar).not.toContain(voucherCode.slice(-4))

  await page.getByRole('button', { name: 'Print the voucher' }).click()
  await expectPrinted(page, `Gift voucher ending ${voucherCode.slice(-4)}`)
  await page.emulateMedia({ media: 'print' })
  await expect(sheet(page)).toBeVisible()
  await expect(sheet(page)).toContainText(voucherCode)
  await expect(sheet(page)).toContainText(`${new URL(page.url()).host}/voucher`)
  await page.emulateMedia({ media: null })

  await page.getByRole('link', { name: 'Book with this voucher' }).click()
  await expect(page.getByRole('textbox', { name: 'Gift voucher' })).toHaveValue(voucherCode.slice(-4))
  await page.goto(`/?voucher=${voucherCode.slice(-4)}&ask=more-time#message`)
  const form = page.getByRole('form', { name: 'Send a message' })
  await expect(form.getByLabel('Subject')).toHaveValue('More time for my gift voucher')
  await expect(form.getByLabel('Message')).toHaveValue(new RegExp(`ends in ${voucherCode.slice(-4)}\\.$`))
})

test.describe('what opens nothing', () => {
  test.use({
    allowedErrors: [[/status of (404|429)|ERR_INTERNET|Failed to fetch/], { option: true }] as never,
  })

  test('says what to do and where to ring: an unknown code, too many, and no connection', async ({
    page,
    context,
  }) => {
    const ring = voucher(page).getByRole('alert').getByRole('link', { name: clinic.phone.display })
    await page.goto('/voucher#0000000000000000')
    await expect(voucher(page).getByRole('alert')).toContainText('We cannot show a voucher for this code.')
    await expect(ring).toBeVisible()
    await expect(code(page)).toHaveValue('0000-0000-0000-0000')
    expect(await axeInBothSchemes(page, '#main')).toEqual([])
    const show = page.getByRole('button', { name: 'Show what is left' })
    for (let time = 0; time < 10; time += 1) {
      await show.click()
      await expect(show).not.toHaveAttribute('aria-busy', 'true')
    }
    await expect(voucher(page).getByRole('alert')).toContainText(/Please try again in \d+ minutes/)
    await context.setOffline(true)
    await show.click()
    await expect(voucher(page).getByRole('alert')).toContainText('We cannot connect at the moment.')
    await expect(ring).toBeVisible()
  })

  test('a link that stops reminders asks first, and says if it is not complete', async ({ page }) => {
    await page.goto('/voucher#stop.no-such-token')
    await expect(page.getByRole('heading', { name: 'Stop the reminders?' })).toBeFocused()
    expect(page.url()).toMatch(/\/voucher$/)
    await page.getByRole('button', { name: 'Stop the reminders' }).click()
    await expect(voucher(page).getByRole('alert')).toContainText('This link no longer works.')
    await page.route('**/api/voucher/stop-reminders', (route) => route.fulfill({ json: { stopped: true } }))
    await page.getByRole('button', { name: 'Stop the reminders' }).click()
    await expect(page.getByRole('heading', { name: 'No more reminders' })).toBeFocused()
    await expectUsable(page)
  })
})

test('asked for a lost voucher, the page says the same whether there is one or not', async ({ page }) => {
  const { buyer } = await buyVoucherByApi(page.request)
  await page.goto('/voucher')
  const form = page.getByRole('form', { name: 'Send me my voucher again' })
  const said: (string | null)[] = []
  for (const address of [buyer.recipientEmail, `nobody-${buyer.recipientEmail}`]) {
    await form.getByLabel('Email address').fill(address)
    await form.getByRole('button', { name: 'Send me my voucher again' }).click()
    const status = form.getByRole('status').filter({ hasText: address })
    await expect(status).toContainText('we will send it there again')
    said.push((await status.textContent())!.replace(address, 'address'))
  }
  expect(said[0]).toBe(said[1])
  await expectUsable(page)
})

test.describe('a translated page', () => {
  test.use({ allowedErrors: [[/status of 404/, /React error #418/], { option: true }] as never })

  test('shows one voucher after another, with exact amounts and codes', async ({ page }) => {
    await translatePages(page)
    await page.goto('/voucher')
    for (const voucherCode of [await buy(page), await buy(page)]) {
      await code(page).fill('0000000000000000')
      await page.getByRole('button', { name: 'Show what is left' }).click()
      await expect(voucher(page).getByRole('alert')).toContainText('We cannot show a voucher')
      await code(page).fill(voucherCode)
      await page.getByRole('button', { name: 'Show what is left' }).click()
      const shown = card(page).getByText(voucherCode)
      await expect(shown).toBeVisible()
      await expect(shown.locator('font')).toHaveCount(0)
      await expect(voucher(page).getByText('£50.00', { exact: true }).first()).toBeVisible()
      await page.getByRole('button', { name: 'Check another voucher' }).click()
      await expect(code(page)).toHaveValue('')
    }
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the page says how to use a voucher, and whom to ring for what is left', async ({ page }) => {
    await page.goto('/voucher')
    await expect(voucher(page).getByRole('link', { name: clinic.phone.display })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'How to use it' })).toBeVisible()
    for (const hidden of [
      code(page),
      voucher(page).getByText('One moment'),
      page.getByLabel('Email address'),
    ])
      await expect(hidden).toBeHidden()
  })
})

test('the home page leads to it in the voucher chapter, the questions and the footer', async ({ page }) => {
  await page.goto('/')
  const place = (selector: string) => page.locator(selector).locator('a[href="/voucher"]')
  for (const selector of ['#gift-vouchers', '#questions', 'footer'])
    await expect(place(selector)).toHaveCount(1)
  await place('#gift-vouchers').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your voucher')
})

test('at the desk, whether the holder is told is remembered for that voucher', async ({ page }) => {
  const voucherCode = await buy(page)
  const tick = page.getByRole('checkbox', { name: 'Email the holder' })
  async function use(isTold: boolean) {
    await code(page).fill(`${new URL(page.url()).origin}/voucher#${withoutHyphens(voucherCode)}`)
    await page.getByRole('button', { name: 'Look up' }).click()
    await expect(tick).toBeChecked({ checked: isTold })
  }
  await openPortal(page, 'vouchers/redeem')
  await use(true)
  await tick.uncheck()
  await page.getByLabel('Amount to use, £').fill('20')
  await page.getByRole('button', { name: 'Redeem £20.00' }).click()
  await page.getByRole('button', { name: 'Next voucher' }).click()
  await use(false)
})
