import type { Locator, Page } from 'playwright/test'
import { addDays } from '#contract/base/send-date.ts'
import { axe } from '#tests/e2e/axe.ts'
import { expect, test } from '#tests/e2e/fixtures.ts'
import { buyVoucherByApi } from '#tests/e2e/order-actions.ts'
import { openPortal } from '#tests/e2e/owner.ts'

const region = (page: Page, name: string) => page.getByRole('region', { name })

const bars = Array.from({ length: 12 }, (_, week) => ({
  since: addDays('2026-09-07', 7 * week),
  vouchers: `${week * 100}.00`,
  shop: week === 11 ? '-20.00' : '38.00',
  yearBefore: week < 6 ? null : '250.00',
}))
const months = Array.from({ length: 13 }, (_, month) => ({
  since: `${2026 + Math.floor((month + 10) / 12)}-${String(((month + 10) % 12) + 1).padStart(2, '0')}-01`,
  balance: month === 1 ? '150.00' : '40.00',
}))
const one = { step: 'month', bars: bars.slice(0, 1) }
const CHARTS = {
  revenue: {
    week: { step: 'day', bars: [] },
    month: { step: 'week', bars: bars.slice(-4) },
    quarter: { step: 'week', bars },
    year: one,
    all: one,
  },
  liability: { months, later: '10.00', expiring: '150.00', redeemed: '430.00' },
}

test('the charts are read by pointing, with the arrow keys and as a table', async ({ page }) => {
  await page.route('**/api/admin/charts', (route) => route.fulfill({ json: CHARTS }))
  await openPortal(page)
  await page.getByLabel('12 weeks', { exact: true }).check()
  const revenue = region(page, 'Revenue by week')
  const reading = revenue.locator('.chart-reading')
  await expect(reading).toHaveText(
    'Week from 23 Nov 2026£1,080.00Vouchers£1,100.00Shop−£20.00A year before£250.00',
  )

  const slider = revenue.getByRole('slider', { name: 'Week' })
  await slider.focus()
  await page.keyboard.press('ArrowLeft')
  await expect(slider).toHaveAttribute(
    'aria-valuetext',
    'Week from 16 Nov 2026: £1,038.00, vouchers £1,000.00, shop £38.00, a year before £250.00',
  )
  await page.keyboard.press('Home')
  await expect(reading).toContainText(/Week from 7 Sept? 2026£38.00/)
  await expect(reading).toContainText('A year before–')

  const plot = revenue.locator('.chart-plot')
  const { width } = (await plot.boundingBox())!
  await plot.hover({ position: { x: (width * 2.5) / 12, y: 20 } })
  await expect(reading).toContainText(/Week from 21 Sept? 2026£238.00/)

  await revenue.getByText('Show as a table').click()
  await expect(revenue.getByRole('row')).toHaveCount(13)
  await expect(revenue.getByRole('row', { name: 'Week from 23 Nov 2026' })).toContainText('£1,080.00')

  const balances = region(page, 'Unused voucher balances')
  await expect(balances).toContainText('£150.00 ends in the next 30 days.')
  await expect(balances).toContainText(
    '£3,800.00 of vouchers sold this month, after refunds, and £430.00 redeemed.',
  )
  await expect(balances.locator('.chart-reading')).toContainText(/^On [\d,]+ active vouchers?£[\d,]+\.\d\d/)
  await balances.getByRole('slider').press('End')
  await expect(balances.locator('.chart-reading')).toContainText('Expiring later£10.00')
  await balances.getByRole('slider').press('Home')
  await expect(balances.locator('.chart-reading')).toContainText('Expiring in November 2026£40.00')

  await page.getByLabel('This year', { exact: true }).check()
  await expect(region(page, 'Revenue by month').getByRole('slider', { name: 'Month' })).toHaveAttribute(
    'max',
    '0',
  )
  await page.getByLabel('7 days', { exact: true }).check()
  await expect(region(page, 'Revenue by day')).toContainText('No revenue in this period.')
  expect(await axe(page, '.charts')).toEqual([])
})

test('the Overview shows figures and revenue beside the work, and below it on a phone', async ({ page }) => {
  await page.route('**/api/admin/charts', (route) => route.fulfill({ json: CHARTS }))
  await page.setViewportSize({ width: 1440, height: 900 })
  // The first steps, which a new stack shows, are above both.
  await page.addInitScript(() => localStorage.setItem('adminFirstDayDismissed', '1'))
  await openPortal(page)
  const topOf = async (part: Locator) => (await part.boundingBox())!.y
  const headings = () => page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents()
  const monthRevenue = region(page, 'Figures').getByText('Revenue', { exact: true })
  await expect(region(page, 'Revenue by week').getByRole('slider')).toBeVisible()
  expect(await topOf(monthRevenue)).toBeLessThan(400)
  const plot = (await region(page, 'Revenue by week').locator('.chart-plot').boundingBox())!
  expect(plot.y + plot.height).toBeLessThan(900)
  expect(await topOf(region(page, 'Needs attention'))).toBeLessThan(900)
  expect((await headings()).indexOf('Revenue by week')).toBeLessThan(
    (await headings()).indexOf('Waiting for you'),
  )
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(async () => (await headings())[0]).toBe('Waiting for you')
})

test.describe('charts that cannot be loaded', () => {
  test.use({ allowedErrors: [[/status of 500|ERR_FAILED|Failed to fetch/], { option: true }] as never })

  test('leave the figures in place, and say so', async ({ page }) => {
    await buyVoucherByApi(page.request)
    await page.route('**/api/admin/charts', (route) => route.fulfill({ status: 500, json: {} }))
    await openPortal(page)
    await expect(page.getByText('We could not load the charts. Nothing is lost.')).toBeVisible()
    await expect(region(page, 'Figures')).toContainText(/Total Revenue£[\d,]+\.\d\d/)

    await page.unroute('**/api/admin/charts')
    await page.route('**/_astro/ChartSections*', (route) => route.abort())
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('Please reload the page.')).toBeVisible()
    // A message that takes the focus does so after two frames.
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))),
    )
    await expect(page.getByRole('button', { name: 'Reload', exact: true })).not.toBeFocused()
    await expect(region(page, 'Figures')).toContainText(/Total Revenue£[\d,]+\.\d\d/)
  })
})
