import type { Locator, Page } from 'playwright/test'
import { therapies } from '#clinic/current-therapies.ts'
import { practitioners } from '#content/practitioners.ts'
import { londonDay } from '#contract/base/send-date.ts'
import { addUniqueProduct } from '#tests/e2e/add-products.ts'
import { brokenWords } from '#tests/e2e/broken-words.ts'
import { fillPurchase, openPurchase, proceed } from '#tests/e2e/checkout-actions.ts'
import { cutTexts } from '#tests/e2e/cut-texts.ts'
import {
  choose,
  continueButton,
  dialog,
  expect,
  fillDetails,
  newBuyer,
  payButton,
  payByCard,
  test,
} from '#tests/e2e/fixtures.ts'
import { buyVoucherByApi, followLink, placeOrderByApi } from '#tests/e2e/order-actions.ts'
import { openPortal } from '#tests/e2e/owner.ts'

test.use({ allowedErrors: [[/status of (402|404)/], { option: true }] as never })

/** WCAG 1.4.4: the browser's default font size (16 px) at 200 % on a usual phone, and at 150 % on the smallest. */
const SIZES = [
  { width: 390, fontSize: 32 },
  { width: 320, fontSize: 24 },
]

/** One page of each template. */
const TEMPLATES = [
  '/',
  `/therapy/${therapies[0]!.id}`,
  `/${practitioners[0].slug}`,
  '/shop',
  '/your-purchase',
  '/voucher',
  '/terms-conditions',
  '/privacy-policy',
  '/no-such-page',
  '/admin/login',
  '/admin/reset-password',
  '/admin/end-sessions',
]

async function enlargeText(page: Page, { width, fontSize }: (typeof SIZES)[number]): Promise<void> {
  await page.setViewportSize({ width, height: 844 })
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Page.setFontSizes', { fontSizes: { standard: fontSize } })
}

/** Asserts that nothing is cut, once images and fonts no longer move it. */
const expectWhole = (page: Page, name: string) =>
  expect
    .poll(async () => [...(await cutTexts(page)), ...(await brokenWords(page, 'dt, label'))], name)
    .toEqual([])

/** Asserts that the suggestion for a long misspelt address is whole. */
async function expectWholeSuggestion(page: Page, field: Locator, name: string): Promise<void> {
  await field.fill('mary.catherine.oneill@gmial.com')
  await expect(button(page, 'mary.catherine.oneill@gmail.com')).toBeVisible()
  await expectWhole(page, name)
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()

for (const size of SIZES) {
  const sized = `with text of ${size.fontSize} px on ${size.width} px`

  test(`pages, menu and purchases are whole ${sized}`, async ({ page }) => {
    test.slow()
    await enlargeText(page, size)
    for (const path of TEMPLATES) {
      await page.goto(path)
      await expectWhole(page, path)
      // What waits for being scrolled to.
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
      await expectWhole(page, `the end of ${path}`)
    }
    await page.goto('/')
    await button(page, 'Open menu').click()
    await expectWhole(page, 'the menu')

    await dialog(page).getByRole('link', { name: 'Gift Vouchers' }).click()
    await choose(page, 50)
    await expectWhole(page, 'the amount')
    await button(page, 'Purchase Gift Voucher').click()
    await continueButton(page).click()
    await expect(page.getByLabel('Your name')).toHaveAccessibleDescription(/characters/)
    await expectWhole(page, 'the details with errors')
    await expectWholeSuggestion(page, page.getByLabel('Your email'), 'a suggestion')
    await fillDetails(page, newBuyer())
    await continueButton(page).click()
    await expect(payButton(page)).toBeEnabled()
    await expectWhole(page, 'the payment')
    await payByCard(page)
    await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
    await expectWhole(page, 'the bought voucher')

    const product = await addUniqueProduct(page.request)
    const item = page.getByRole('article', { name: product.name })
    for (const name of [product.name, 'Ask About Product']) {
      await page.goto('/shop')
      await item.getByRole('button', { name }).first().click()
      await expect(dialog(page)).toBeVisible()
      await expectWhole(page, `the dialog of ${name}`)
    }
    await openPurchase(page, product)
    await proceed(page).click()
    await expectWhole(page, 'the purchase form with errors')
    await expectWholeSuggestion(page, dialog(page).getByLabel('Email'), 'a suggestion in the shop')
    await fillPurchase(page)
    await proceed(page).click()
    await expect(payButton(page)).toBeEnabled()
    await expectWhole(page, 'the payment of an order')
    const { buyer } = await buyVoucherByApi(page.request, { personalMessage: 'Have a quiet hour.' })
    await followLink(page, buyer.buyerEmail)
    await expect(button(page, 'Print Receipt')).toBeVisible()
    await expectWhole(page, 'a purchase')
  })

  test(`the portal is whole ${sized}`, async ({ page }) => {
    test.slow()
    const { buyer, voucherCode } = await buyVoucherByApi(page.request)
    const order = await placeOrderByApi(page.request, {
      quantity: 2,
      delivery: 'local',
      phone: '+44 (0)151 496 0123',
    })
    await enlargeText(page, size)
    await openPortal(page)
    for (const tab of [
      'overview',
      'vouchers',
      'orders',
      'products',
      'customers',
      'accounts',
      `accounts/${londonDay(new Date()).slice(0, 7)}`,
      `accounts/${londonDay(new Date()).slice(0, 7)}.issued`,
      'requests',
      'website',
      'redeem',
    ]) {
      await page.goto(`/admin/dashboard#${tab}`)
      await page.waitForLoadState('networkidle')
      await expectWhole(page, tab)
    }
    await button(page, 'More').click()
    await expectWhole(page, 'More')

    /** Opens each dialog from a place in the portal. */
    async function openEach(place: string, names: (string | RegExp)[]): Promise<void> {
      for (const name of names) {
        await page.goto(`/admin/dashboard#${place}`)
        await page.reload()
        await button(page, name).click()
        await expect(dialog(page)).toBeVisible()
        await expectWhole(page, String(name))
      }
    }
    await page.goto(`/admin/dashboard#orders/${order.id}`)
    await expect(button(page, 'Issue Refund')).toBeVisible()
    await expectWhole(page, 'an order')
    await openEach(`orders/${order.id}`, ['Issue Refund'])
    await openEach('overview', [/^Search/])
    await openEach('products', ['Add Product', 'Edit', 'Delete'])
    await openEach('vouchers', ['Generate Voucher'])

    await page.goto('/admin/dashboard#customers')
    await page.reload()
    await page.getByLabel('Search').fill(order.email)
    await page.getByRole('group', { name: 'customers' }).getByRole('link').first().click()
    await expect(button(page, 'Erase')).toBeVisible()
    await expectWhole(page, 'a customer')

    await page.goto('/admin/dashboard#vouchers')
    await page.reload()
    await page.getByLabel('Search').fill(buyer.buyerEmail)
    await page.getByRole('link', { name: voucherCode }).click()
    await expect(button(page, 'Print Voucher')).toBeVisible()
    await expectWhole(page, 'a voucher')
    const [, place] = page.url().split('#')
    await openEach(place!, [
      'Adjust Balance',
      'Issue Refund',
      'Send again',
      'Reissue',
      'Correct email address',
      'Extend',
    ])
  })
}
