import { readFile } from 'node:fs/promises'
import { unzipSync } from 'fflate'
import type { Page } from 'playwright/test'
import { extractText } from 'unpdf'
import { monthOf } from '#contract/accounts/period.ts'
import { londonDay } from '#contract/base/send-date.ts'
import { expectUsable } from '#tests/e2e/axe.ts'
import { expect, expectPrinted, recordPrints, test, tryUntil } from '#tests/e2e/fixtures.ts'
import { buyVoucherByApi } from '#tests/e2e/order-actions.ts'
import { newSession, openPortal } from '#tests/e2e/owner.ts'

const month = monthOf(londonDay(new Date()))
const [year = '', monthNumber] = month.split('-')
const sheet = (page: Page) => page.getByRole('region', { name: /^Accounts, / })
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })

test('an owner sees a sale counted, opens the list behind a figure, prints one page and downloads the pack', async ({
  page,
}) => {
  await page.addInitScript(recordPrints)
  const { voucherCode } = await buyVoucherByApi(page.request)
  await openPortal(page)
  await page.getByRole('navigation', { name: 'Portal' }).getByRole('link', { name: 'Accounts' }).click()
  // The last month that has ended.
  await expect(sheet(page)).toBeVisible()
  await link(page, 'Next').click()
  await expect(page).toHaveURL(new RegExp(`#accounts/${month}$`))
  await expect(sheet(page)).toContainText('Net, after card fees')
  await expect(link(page, 'Next')).toBeHidden()
  await expectUsable(page)

  await page.getByRole('button', { name: 'Print these figures' }).click()
  await expectPrinted(page, /Accounts, \w+ \d{4}/)
  const { text } = await extractText(new Uint8Array(await page.pdf({ format: 'A4' })), { mergePages: false })
  expect(text).toHaveLength(1)
  expect(text[0]).toContain('Received online')
  expect(text[0]).not.toContain('Download')

  await link(page, 'Received online').press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Received online' })).toBeFocused()
  const bought = page.getByRole('row').filter({ hasText: `…${voucherCode.slice(-4)}` })
  const more = page.getByRole('button', { name: 'Load more' })
  // Other tests have sold, too.
  await tryUntil(async (soon) => {
    if (!(await bought.isVisible()) && (await more.isVisible())) await more.click(soon)
    await expect(bought).toContainText('£50.00', soon)
  })
  await expectUsable(page)
  await page.keyboard.press('Escape')
  await expect(link(page, 'Received online')).toBeFocused()

  // Stripe's figures have lists, too.
  await link(page, 'Net').press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Net, after card fees' })).toBeFocused()
  await page.getByRole('link', { name: /^card fees of £/ }).click()
  const fee = page.getByRole('row').filter({ hasText: `…${voucherCode.slice(-4)}` })
  await expect(fee).toContainText('£0.95')
  await expectUsable(page)
  await fee.getByRole('link').click()
  await expect(page).toHaveURL(/#vouchers\//)
  await page.goBack()
  await expect(fee).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(link(page, 'Card fees').first()).toBeFocused()

  const downloaded = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download for your accountant' }).click()
  const pack = await downloaded
  expect(pack.suggestedFilename()).toBe(`accounts-${month}.zip`)
  expect(Object.keys(unzipSync(await readFile(await pack.path())))).toContain('00-read-me.txt')
})

test.describe('without Stripe', () => {
  test.use({ allowedErrors: [/status of (400|503)/] })

  test('our figures stay, and a year that is too long is offered as its months', async ({ page }) => {
    const tooLong = 'This would be more than 20,000 rows. Please download its months one by one'
    await page.route('**/api/admin/accounts/stripe?*', (route) =>
      route.fulfill({ status: 503, json: { code: 'payment_provider', message: 'Stripe did not answer.' } }),
    )
    await page.route(`**/api/admin/pack/${year}`, (route) =>
      route.fulfill({
        status: 400,
        json: { code: 'invalid_request', message: `${tooLong}.`, fields: { period: tooLong } },
      }),
    )
    await buyVoucherByApi(page.request)
    await openPortal(page, `accounts/${year}`)
    await expect(sheet(page).getByRole('alert')).toContainText('Stripe did not answer')
    await expect(sheet(page)).toContainText('Net, before card fees')
    await page.getByRole('button', { name: 'Download for your accountant' }).click()
    await expect(page.getByRole('button', { name: /^Download [A-Z]\w+ \d{4}$/ })).toHaveCount(
      Number(monthNumber),
    )

    await page.getByLabel('Any days').check()
    await page.getByLabel('Last day').fill('2024-12-31')
    await expect(page.getByText('Please choose a last day on or after the first day')).toBeVisible()
    await page.getByLabel('Last day').fill(`${year}-01-01`)
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await expect(sheet(page).getByRole('heading', { level: 2 })).toHaveText(`Accounts, 1 Jan ${year}`)
    await expectUsable(page)
  })
})

test('staff have no Accounts', async ({ page }) => {
  await openPortal(page, 'accounts', await newSession(page, 'staff'))
  await expect(page.getByText('Only an owner can open this page.')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Portal' }).getByRole('link')).not.toContainText([
    'Accounts',
  ])
})
