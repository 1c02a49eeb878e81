import type { Page } from 'playwright/test'
import type { Reply } from '#contract/base/endpoint.ts'
import type { listCountsEndpoint } from '#contract/search/list-counts.ts'
import type { AdminVoucher } from '#contract/vouchers/admin-vouchers.ts'
import { axeInBothSchemes } from '#tests/e2e/axe.ts'
import { expect, newAddress, newBuyer, test } from '#tests/e2e/fixtures.ts'
import { buyVoucherByApi, placeOrderByApi } from '#tests/e2e/order-actions.ts'
import { openPortal } from '#tests/e2e/owner.ts'
import { dayField, listTab } from '#tests/e2e/portal-list.ts'

const view = (page: Page) => page.getByRole('region', { name: 'Voucher' })
const rows = (page: Page) => page.getByRole('group', { name: 'vouchers' }).getByRole('listitem')
const scrolled = (page: Page) => page.evaluate(() => Math.round(scrollY))

type ListCounts = Reply<typeof listCountsEndpoint>

const LIST = /\/api\/admin\/vouchers(\?|$)/

/** Opens a full page of vouchers, one of which was just bought. */
async function openFullList(page: Page, position = 30) {
  const { voucherCode: code } = await buyVoucherByApi(page.request)
  await page.route(LIST, async (route) => {
    const response = await page.request.get('/api/admin/vouchers', {
      headers: await route.request().allHeaders(),
    })
    const bought = ((await response.json()) as AdminVoucher[]).find(
      ({ voucherCode }) => voucherCode === code,
    )!
    const full = Array.from({ length: 50 }, (_, at) => ({
      ...bought,
      id: `00000000-0000-4000-8000-0000000000${at + 10}`,
      voucherCode: `TEST-TEST-TEST-TE${at + 10}`,
    }))
    full[position] = bought
    await route.fulfill({ json: full })
  })
  await openPortal(page, 'vouchers')
  const row = rows(page).filter({ hasText: code })
  await expect(row).toBeVisible()
  return { code, row }
}

test('a voucher is opened, read and redeemed beside the list, which stays where it is', async ({ page }) => {
  // At the top of the page there is less room for the panel.
  for (const [width, height, position] of [
    [1440, 900, 30],
    [1440, 900, 2],
    [1024, 768, 30],
  ] as const) {
    await page.setViewportSize({ width, height })
    const { code, row } = await openFullList(page, position)
    await row.scrollIntoViewIfNeeded()
    const place = async () => ({ ...(await row.boundingBox()), width: 0, scrolled: await scrolled(page) })
    const before = await place()
    await row.getByRole('link', { name: code }).click()
    await expect(view(page)).toContainText('left of £50.00')
    expect(await place(), `${width} px, ${position}, opened`).toEqual(before)
    const panel = (await view(page).boundingBox())!
    expect(panel.y + panel.height, 'the panel ends in the window').toBeLessThanOrEqual(height)
    if (position === 30) expect(await axeInBothSchemes(page, 'body')).toEqual([])

    await view(page).getByRole('button', { name: 'Redeem' }).click()
    await page.getByLabel('Amount to use, £').fill('20')
    await expect(page.getByRole('button', { name: 'Redeem £20.00' })).toBeInViewport({ ratio: 1 })
    await page.getByRole('button', { name: 'Redeem £20.00' }).click()
    await expect(page.getByText('£20.00 has been redeemed. £30.00 is left on the voucher.')).toBeVisible()
    await expect(row).toContainText('£30.00')
    expect(await place(), `${width} px, ${position}, redeemed`).toEqual(before)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('region', { name: 'Redeem' })).toBeHidden()
    await page.keyboard.press('Escape')
    await expect(view(page)).toBeHidden()
    expect(await place(), `${width} px, ${position}, closed`).toEqual(before)
    await page.unrouteAll()
  }
})

test('the rows of the other lists keep their place and height while one is open beside them', async ({
  page,
}) => {
  await placeOrderByApi(page.request, { quantity: 2, delivery: 'local' })
  const words = await page.request.post('/api/contact', {
    headers: { 'x-nf-client-connection-ip': newAddress() },
    data: {
      firstName: 'Maximiliana',
      lastName: 'Featherstonehaugh-Cholmondeley',
      email: newBuyer().buyerEmail,
      subject: 'The way to the clinic by bus, by train and on foot',
      message: 'Is there a step at the door?\nI come with a wheelchair. '.repeat(10),
    },
  })
  expect(words.ok()).toBe(true)
  await openPortal(page, 'orders')
  for (const [width, height] of [
    [1440, 900],
    [1024, 768],
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const [tab, kind] of [
      ['orders', 'Order'],
      ['customers', 'Customer'],
      ['requests', 'Request'],
    ] as const) {
      await page.goto(`/admin/dashboard#${tab}`)
      const entries = page.getByRole('group', { name: tab }).getByRole('listitem')
      await expect(entries.first()).toBeVisible()
      const places = () =>
        entries.evaluateAll((all) =>
          all.slice(0, 10).map((entry) => {
            const { y, height } = entry.getBoundingClientRect()
            return [Math.round(y), Math.round(height)]
          }),
        )
      const before = await places()
      await entries.first().locator('a.entry-name').click()
      const panel = page.getByRole('region', { name: kind, exact: true })
      await expect(panel.locator('dl').first()).toBeVisible()
      expect(await places(), `${tab}, ${width} px`).toEqual(before)
      await page.keyboard.press('Escape')
      await expect(panel).toBeHidden()
      expect(await places(), `${tab}, ${width} px, closed`).toEqual(before)
    }
  }
})

test('a row redeems its voucher, also one whose code it does not show', async ({ page }) => {
  const { code, row } = await openFullList(page)
  await row.getByRole('button', { name: 'Redeem' }).click()
  await expect(page.getByLabel('Voucher code')).toHaveValue(code)
  await expect(view(page)).toContainText('£50.00')
  await page.unrouteAll()
  await page.route(LIST, async (route) => {
    const response = await route.fetch()
    const vouchers = (await response.json()) as AdminVoucher[]
    await route.fulfill({ json: vouchers.map((one) => ({ ...one, voucherCode: `…${one.codeEnd}` })) })
  })
  await page.goto('/admin/dashboard#vouchers')
  await page.reload()
  await rows(page)
    .filter({ hasText: `…${code.slice(-4)}` })
    .getByRole('button', { name: 'Redeem' })
    .click()
  await expect(page.getByLabel('Voucher code')).toHaveValue(code)
})

test('reload and Back keep tab, order, days, search and scroll position, the search out of the address', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const { code, row } = await openFullList(page)
  await listTab(page, 'Active').check()
  await dayField(page, 'From').fill('2026-01-01')
  const balance = page.getByRole('columnheader', { name: 'Balance' })
  await balance.getByRole('button').click()
  await expect(balance).toHaveAttribute('aria-sort', 'descending')
  await balance.getByRole('button').click()
  await expect(balance).toHaveAttribute('aria-sort', 'ascending')
  await expect(page.getByText('50 in all, lowest balance first')).toBeAttached()
  await row.scrollIntoViewIfNeeded()
  const y = await scrolled(page)
  expect(y).toBeGreaterThan(700)
  await expect
    .poll(() => page.evaluate(() => Math.round((history.state as { list: { y: number } }).list.y)))
    .toBe(y)
  await row.getByRole('link', { name: code }).click()
  await expect(view(page)).toContainText(code)
  await page.reload()
  await expect(view(page)).toContainText(code)
  await expect(listTab(page, 'Active')).toBeChecked()
  await expect(balance).toHaveAttribute('aria-sort', 'ascending')
  await expect(dayField(page, 'From')).toHaveValue('2026-01-01')
  await expect.poll(() => scrolled(page)).toBe(y)
  await page.goBack()
  await expect(view(page)).toBeHidden()
  await expect(balance).toHaveAttribute('aria-sort', 'ascending')
  expect(await scrolled(page)).toBe(y)

  await page.getByLabel('Search').fill('Recipient')
  // A search has an order of its own.
  await expect(balance).not.toHaveAttribute('aria-sort')
  await page.getByRole('navigation', { name: 'Portal' }).getByRole('link', { name: 'Customers' }).click()
  await expect(page.getByRole('heading', { name: 'Customers' })).toBeVisible()
  await page.goBack()
  await expect(page.getByLabel('Search')).toHaveValue('Recipient')
  await page.reload()
  await expect(page.getByLabel('Search')).toHaveValue('Recipient')
  const address = '?status=active&order=lowest&from=2026-01-01'
  expect(new URL(page.url()).hash).toBe(`#vouchers${address}`)

  // Also the link of the row that is already open.
  for (let press = 1; press <= 2; press += 1) {
    await row.getByRole('link', { name: code }).click()
    await expect(view(page)).toContainText(code)
    await expect(page).toHaveURL(({ hash }) => hash.startsWith('#vouchers/') && hash.endsWith(address))
  }
})

test('on a phone a voucher has the screen to itself, and leaving it returns to the place in the list', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  // Without the reduced motion of the other tests, the page scrolls smoothly.
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const { code, row } = await openFullList(page)
  await row.scrollIntoViewIfNeeded()
  const before = await scrolled(page)
  expect(before).toBeGreaterThan(1000)
  for (const goBack of [
    () => page.goBack(),
    () => view(page).getByRole('link', { name: 'Gift Vouchers' }).click(),
  ]) {
    await row.getByRole('link', { name: code }).click()
    await expect(view(page)).toContainText(code)
    await expect(row).toBeHidden()
    await goBack()
    await expect(row).toBeInViewport()
    expect(Math.abs((await scrolled(page)) - before)).toBeLessThan(5)
  }
  await page.reload()
  await expect(row).toBeInViewport()

  await expect(dayField(page, 'From')).toBeHidden()
  await page.getByRole('button', { name: 'Dates and sorting' }).click()
  await dayField(page, 'From').fill('2026-01-01')
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Expiring soonest first')
  await expect(page.getByText('50 in all, expiring soonest first')).toBeAttached()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})

test('each tab says how many there are, up to 99+, unless something is searched', async ({ page }) => {
  const json: ListCounts = {
    vouchers: { active: 100, expiring: 99, spent: 0, expired: 4, refunded: 1, disputed: 0 },
    orders: {
      to_prepare: 0,
      ready: 0,
      handed_over: 0,
      refunding: 0,
      part_refunded: 0,
      refunded: 0,
      disputed: 0,
    },
    requests: { unanswered: 0, booked: 0, answered: 0 },
  }
  await page.route('**/api/admin/list-counts', (route) => route.fulfill({ json }))
  await openPortal(page, 'vouchers')
  const status = page.getByRole('group', { name: 'Status' })
  await expect(status.getByRole('radio', { name: 'Active 99+' })).toBeVisible()
  await expect(status.getByRole('radio', { name: 'Ends soon 99', exact: true })).toBeVisible()
  await page.getByLabel('Search').fill('somebody')
  await expect(status.getByRole('radio', { name: 'Active', exact: true })).toBeVisible()
})
