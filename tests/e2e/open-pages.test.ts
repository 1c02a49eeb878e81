import type { Locator, Page } from 'playwright/test'
import { addUniqueProduct } from '#tests/e2e/add-products.ts'
import { buyNow, fillPurchase, proceed, shownReference } from '#tests/e2e/checkout-actions.ts'
import {
  choose,
  continueButton,
  expect,
  fillDetails,
  newBuyer,
  openVouchers,
  payButton,
  payByCard,
  test,
  vouchers,
} from '#tests/e2e/fixtures.ts'
import { buyVoucherByApi, followLink } from '#tests/e2e/order-actions.ts'
import { openPortal } from '#tests/e2e/owner.ts'
import { shownCode } from '#tests/e2e/payment-redirects.ts'

// A page that is open while the site is published or deployed. The site is swapped for a twin whose scripts have other names.

const TABS = ['Gift Vouchers', 'Products', 'Orders', 'Customers', 'Requests', 'Website', 'Overview']

const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Portal' }).getByRole('link', { name })
const title = (page: Page) => page.getByRole('heading', { level: 1 })

/** Notes the scripts that a page loads. */
function watchScripts(page: Page) {
  const loaded: URL[] = []
  const missing: string[] = []
  page.on('response', (response) => {
    const url = new URL(response.url())
    if (!url.pathname.startsWith('/_astro/') || !url.pathname.endsWith('.js')) return
    loaded.push(url)
    if (response.status() >= 400) missing.push(url.pathname)
  })
  return {
    swap: async () => void (await page.request.post('/__local/swap')),
    expectOwn: () => {
      expect(missing).toEqual([])
      expect(loaded.length).toBeGreaterThan(5)
      const deploys = new Set(loaded.map((url) => url.searchParams.get('dpl')))
      expect([...deploys], 'the deploys that the scripts are from').toHaveLength(1)
      const paths = loaded.map(({ pathname }) => pathname)
      expect(paths.toSorted(), 'no script is loaded twice').toEqual([...new Set(paths)].toSorted())
    },
  }
}

test.describe('a page that was opened before a deploy', () => {
  test('sells a voucher', async ({ page }) => {
    const { swap, expectOwn } = watchScripts(page)
    await page.goto('/')
    await swap()
    await vouchers(page).scrollIntoViewIfNeeded()
    await choose(page, 50)
    await page.getByRole('button', { name: 'Purchase Gift Voucher' }).click()
    await fillDetails(page, newBuyer())
    await continueButton(page).click()
    await expect(payButton(page)).toBeEnabled()
    await swap()
    await payByCard(page)
    await shownCode(page)
    expectOwn()
  })

  test('sells a product', async ({ page, request }) => {
    const fork = await addUniqueProduct(request, { stock: 3 })
    const { swap, expectOwn } = watchScripts(page)
    await page.goto('/shop')
    await expect(buyNow(page, fork)).toBeVisible()
    await swap()
    await buyNow(page, fork).click()
    await fillPurchase(page)
    await proceed(page).click()
    await expect(payButton(page)).toBeEnabled()
    await swap()
    await payByCard(page)
    await shownReference(page)
    expectOwn()
  })

  test('sends a message, changes a gift and shows a voucher', async ({ page }) => {
    const { voucherCode, buyer } = await buyVoucherByApi(page.request, { sendOn: inAMonth() })
    for (const [open, goOn] of [
      [() => page.goto('/'), () => writeMessage(page).then(() => sendMessage(page))],
      [() => followLink(page, buyer.buyerEmail), () => editGift(page, buyer.recipientEmail)],
      [() => page.goto('/voucher'), () => lookUp(page, voucherCode)],
    ] as const) {
      const { swap, expectOwn } = watchScripts(page)
      await open()
      await swap()
      await goOn()
      expectOwn()
      page.removeAllListeners('response')
    }
  })

  test('shows every tab of the portal', async ({ page }) => {
    const { swap, expectOwn } = watchScripts(page)
    await openPortal(page)
    await expect(title(page)).toHaveText('Overview')
    await swap()
    for (const name of TABS) {
      await tab(page, name).click()
      await expect(title(page)).toHaveText(name)
    }
    expectOwn()
  })
})

const inAMonth = () => new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)

const messageForm = (page: Page) => page.getByRole('form', { name: 'Send a message' })

async function writeMessage(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'Message' }).check()
  const form = messageForm(page)
  const { buyerEmail } = newBuyer()
  const typed = {
    'First name': 'First',
    'Last name': 'Last',
    Email: buyerEmail,
    Subject: 'Hello',
    Message: 'A word.',
  }
  for (const [label, text] of Object.entries(typed)) await form.getByLabel(label).fill(text)
}

async function sendMessage(page: Page): Promise<void> {
  await messageForm(page).getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByRole('region', { name: 'Thank you, First.' })).toBeVisible()
}

async function editGift(page: Page, recipientEmail: string): Promise<void> {
  await page.getByRole('button', { name: 'Change the address' }).click()
  await expect(page.getByLabel("Recipient's email")).toHaveValue(recipientEmail)
}

async function lookUp(page: Page, voucherCode: string): Promise<void> {
  await page.getByLabel('Voucher code').fill(voucherCode)
  await page.getByRole('button', { name: 'Show what is left' }).click()
  await expect(page.locator('#voucher').getByText('£50.00 is left')).toBeVisible()
}

test.describe('a page whose scripts are gone', () => {
  test.use({
    allowedErrors: [[/status of 40[49]|dynamically imported|Failed to fetch/], { option: true }] as never,
  })

  /** Answers all scripts that the page has not loaded with 404, until the person reloads. */
  async function loseScripts(page: Page): Promise<void> {
    await page.route(/\/_astro\/.*\.js/, (route) => route.fulfill({ status: 404 }))
  }

  /** A script that is lost before its island has loaded is another case: the page asks for a reload itself. */
  const expectHydrated = (page: Page, part: Locator) =>
    expect(page.locator('astro-island[ssr]').filter({ has: part })).toHaveCount(0)

  /** Expects a message in view, with the focus on the way on, and takes it. */
  async function reload(page: Page, place: Locator | Page = page): Promise<void> {
    const button = place.getByRole('button', { name: 'Reload', exact: true })
    await expect(button).toBeInViewport()
    await expect(button).toBeFocused()
    await page.unrouteAll()
    await button.click()
  }

  test('goes on with the payment of a voucher after one press', async ({ page }) => {
    await openVouchers(page)
    await page.getByRole('button', { name: 'Purchase Gift Voucher' }).click()
    await fillDetails(page, newBuyer())
    await loseScripts(page)
    await continueButton(page).click()
    await reload(page, vouchers(page))
    await expect(payButton(page)).toBeEnabled()
    await expect(vouchers(page).getByRole('definition').filter({ hasText: 'Recipient Name' })).toBeVisible()
    const step = page.getByRole('group', { name: 'Payment' })
    await expect(step).toBeFocused()
    await expect(step).toBeInViewport()
  })

  test('goes on with Buy Now, and with the payment of an order', async ({ page, request }) => {
    const fork = await addUniqueProduct(request, { stock: 3 })
    await page.goto('/shop')
    await expect(buyNow(page, fork)).toBeVisible()
    await loseScripts(page)
    await buyNow(page, fork).click()
    await reload(page)
    await fillPurchase(page, { quantity: 2 })
    await loseScripts(page)
    await proceed(page).click()
    await reload(page)
    await expect(payButton(page)).toBeEnabled()
    await expect(page.getByRole('dialog')).toContainText('£76.00')
  })

  test('opens the purchase and the voucher again', async ({ page }) => {
    const { voucherCode, buyer } = await buyVoucherByApi(page.request, { sendOn: inAMonth() })
    await followLink(page, buyer.buyerEmail)
    const change = page.getByRole('button', { name: 'Change the address' })
    await expect(change).toBeVisible()
    await loseScripts(page)
    await change.click()
    const again = page.locator('#purchase').getByRole('button', { name: 'Reload' })
    await expect(again).toBeInViewport()
    await page.unrouteAll()
    await again.click()
    await editGift(page, buyer.recipientEmail)

    await page.goto('/voucher')
    await page.getByLabel('Voucher code').fill(voucherCode)
    await expectHydrated(page, page.getByLabel('Voucher code'))
    await loseScripts(page)
    await page.getByRole('button', { name: 'Show what is left' }).click()
    await reload(page, page.locator('#voucher'))
    await expect(page.locator('#voucher').getByText('£50.00 is left')).toBeVisible()
    expect(page.url()).toMatch(/\/voucher$/)
  })

  test('sends a message that was typed before its form could not be loaded, and one typed after', async ({
    page,
  }) => {
    await page.goto('/')
    await loseScripts(page)
    await writeMessage(page)
    const again = page.locator('#write').getByRole('button', { name: 'Reload', exact: true })
    await expect(again).toBeVisible()
    await page.unrouteAll()
    await again.click()
    await expect(again).toBeHidden()
    await sendMessage(page)

    await page.reload()
    await writeMessage(page)
    await expectHydrated(page, messageForm(page))
    await loseScripts(page)
    await sendMessage(page)
  })

  test('keeps the address that was typed at the sign-in, but no password or voucher code', async ({
    page,
  }) => {
    await loseScripts(page)
    const again = page.getByRole('button', { name: 'Reload', exact: true })
    const email = page.getByLabel('Email')
    const password = page.getByLabel('Password', { exact: true })
    const { buyerEmail } = newBuyer()
    await page.goto('/admin/login')
    await email.fill(buyerEmail)
    await password.fill('Not to be kept 1')
    await again.click()
    await expect(password).toHaveValue('')
    await expect(email).toHaveValue(buyerEmail)

    await page.goto('/voucher')
    const code = page.getByLabel('Voucher code')
    await code.fill('7K2M0PQR4XVB19DY')
    await again.click()
    await expect(code).toHaveValue('')
  })

  test('shows each tab of the portal @nightly', async ({ page }) => {
    await openPortal(page)
    for (const name of TABS) {
      await page.goto('/admin/dashboard#overview')
      await page.reload()
      await expect(title(page)).toHaveText('Overview')
      if (name === 'Overview') {
        await tab(page, 'Orders').click()
        await page.reload()
        await expect(title(page)).toHaveText('Orders')
      }
      await loseScripts(page)
      await tab(page, name).click()
      await reload(page)
      await expect(title(page)).toHaveText(name)
    }
  })

  test('shows the tab of the portal, and keeps what was typed into the Website', async ({ page }) => {
    await openPortal(page, 'website')
    const street = page.getByLabel('Street address')
    await street.fill('9 Another Street')
    await loseScripts(page)
    await tab(page, 'Orders').click()
    await reload(page)
    await expect(title(page)).toHaveText('Orders')
    await tab(page, 'Website').click()
    await expect(street).toHaveValue('9 Another Street')
    expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => /draft/.test(key)))).toEqual(
      [],
    )
  })
})
