import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright/test'
import { clinic } from '#clinic/current-clinic.ts'
import type { Product } from '#contract/products/products.ts'
import { addProducts, addUniqueProduct } from '#tests/e2e/add-products.ts'
import { axeInBothSchemes, expectUsable } from '#tests/e2e/axe.ts'
import { expect, mailsTo, test, toast } from '#tests/e2e/fixtures.ts'
import { FONTS_IN_USE } from '#tests/e2e/fonts-in-use.ts'

// Each test adds its own products.
let fork: string
let mat: string

test.beforeEach(async ({ request }) => {
  ;[fork, mat] = await addProducts(request)
})

const entry = (page: Page, name: string) => page.getByRole('article', { name })

test('the shop shows each product’s price and availability', async ({ page }) => {
  await page.goto('/shop')
  const one = entry(page, fork)
  await expect(one.getByText('In Stock: 6 available')).toBeVisible()
  await expect(one.getByText('£38.00')).toBeVisible()
  await expect(one.getByRole('button', { name: 'Buy Now' })).toBeEnabled()
  const other = entry(page, mat)
  await expect(other.getByText('Out of Stock')).toBeVisible()
  await expect(other.getByRole('button', { name: 'Buy Now' })).toBeDisabled()
  await expect(other.getByRole('button', { name: 'Ask About Product' })).toBeDisabled()
  expect(await page.locator('script#product-data').textContent()).toContain(fork)
})

test('an empty shop leads to gift vouchers, and does not say how to order', async ({ page }) => {
  const howToOrder = page.getByRole('region', { name: /^(?:How to order|At the clinic)$/ })
  await page.goto('/shop')
  await expect(entry(page, fork)).toBeVisible()
  await expect(howToOrder).toHaveCount(2)
  await page.route('**/api/products', (route) => route.fulfill({ json: [] }))
  await page.reload()
  await expect(page.getByText('No products available at the moment.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Give a gift voucher' })).toBeVisible()
  await expect(howToOrder).toHaveCount(0)
  await expect(page.locator('script#product-data')).toHaveCount(0)
})

test('a product’s features, benefits and specifications unfold', async ({ page }) => {
  await page.goto('/shop')
  const one = entry(page, fork)
  const titles = ['Key Features', 'Health Benefits', 'Technical Specifications']
  for (const title of titles) await expect(one.getByRole('heading', { name: title })).toBeHidden()
  await one.getByText(titles.join(', ')).click()
  for (const title of titles) await expect(one.getByRole('heading', { name: title })).toBeVisible()
  await expect(one.getByText('Weighted steel, 18 cm')).toBeVisible()
  await expect(one.getByRole('term').first()).toHaveText('128 Hz')
  await expect(one.getByRole('definition').first()).toHaveText('Low C, body')
})

test('the shop shows products in one column on a phone, and in pairs with aligned buttons on wider screens', async ({
  page,
}) => {
  await page.goto('/shop')
  await expect(entry(page, fork)).toBeVisible()
  // All products, because those of other tests may stand between ours.
  const columns = async () => new Set((await placesOf(page)).map(({ x }) => x)).size
  for (const width of [768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(columns).toBe(2)
    const buttons = Map.groupBy(await placesOf(page), ({ y }) => y)
    for (const row of buttons.values()) expect(new Set(row.map(({ button }) => button)).size).toBe(1)
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(columns).toBe(1)
})

/** Where each product and its button to buy are, read at one moment (px). */
const placesOf = (page: Page) =>
  page.getByRole('article').evaluateAll((cards) =>
    cards.map((card) => {
      const { x, y } = card.getBoundingClientRect()
      const button = [...card.querySelectorAll('button')].find((one) => one.textContent === 'Buy Now')
      return { x: Math.round(x), y: Math.round(y), button: Math.round(button!.getBoundingClientRect().y) }
    }),
  )

test('a long list can be ordered by price and shows only what is in stock on request', async ({ page }) => {
  await page.goto('/shop')
  await expect(entry(page, mat)).toBeVisible()
  await page.getByLabel('In stock only').check()
  await expect(entry(page, mat)).toBeHidden()
  await expect(entry(page, fork)).toBeVisible()
  await page.getByLabel('Order', { exact: true }).selectOption('Price, lowest first')
  const prices = page.getByRole('article').getByText(/^£[\d.]+$/)
  const rising = (texts: string[]) => texts.map((text) => Number(text.slice(1)))
  await expect
    .poll(async () => {
      const shown = rising(await prices.allTextContents())
      return shown.length > 1 && shown.every((price, index) => index === 0 || price >= shown[index - 1]!)
    })
    .toBe(true)
})

test('a product’s name opens its details; Escape, the close button and a press outside close them', async ({
  page,
}) => {
  await page.goto('/shop')
  const name = entry(page, fork).getByRole('button', { name: fork })
  const dialog = page.getByRole('dialog', { name: fork })
  const ways = [
    () => page.keyboard.press('Escape'),
    () => dialog.getByRole('button', { name: 'Close' }).click(),
    () => page.mouse.click(5, 5),
  ]
  for (const close of ways) {
    await name.click()
    for (const title of ['Key Features', 'Health Benefits', 'Healing frequencies'])
      await expect(dialog.getByRole('heading', { name: title })).toBeVisible()
    await expect(dialog.getByText('A gentle, local vibration')).toBeVisible()
    await expect(dialog.getByRole('term').first()).toHaveText('128 Hz')
    await expect(dialog.getByRole('definition').first()).toHaveText('Low C, body')
    await close()
    await expect(dialog).toBeHidden()
    await expect(name).toBeFocused()
  }
})

test('a product can be bought from its details', async ({ page }) => {
  await page.goto('/shop')
  await entry(page, fork).getByRole('button', { name: fork }).click()
  await page.getByRole('dialog', { name: fork }).getByRole('button', { name: 'Buy Now' }).click()
  await expect(page.getByRole('dialog', { name: 'Purchase Product' })).toContainText(fork)
})

test('the details show the whole picture across a phone, and enlarge it', async ({ page, request }) => {
  const { name } = await addUniqueProduct(request, { image: '/drawings/products/tuning-fork.svg' })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/shop')
  await entry(page, name).getByRole('button', { name }).click()
  const enlarge = page.getByRole('button', { name: 'Enlarge picture' })
  await expect.poll(async () => (await enlarge.boundingBox())!.width).toBeGreaterThan(385)
  const { width, height } = (await enlarge.boundingBox())!
  expect(width / height).toBeCloseTo(1, 1)
  expect(await axeInBothSchemes(page, 'dialog')).toEqual([])

  await enlarge.press('Enter')
  const picture = page.getByRole('img', { name })
  await expect(picture).toBeVisible()
  expect((await page.getByRole('dialog').last().boundingBox())!.height).toBeLessThanOrEqual(0.9 * 844)
  expect(await axeInBothSchemes(page, 'dialog dialog')).toEqual([])
  // A press on the picture takes the focus from the dialog.
  await picture.click()
  await page.keyboard.press('Escape')
  await expect(picture).toBeHidden()
  await expect(enlarge).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(enlarge).toBeHidden()
  await expect(entry(page, name).getByRole('button', { name })).toBeFocused()
})

test.describe('when a picture fails to load', () => {
  test.use({ allowedErrors: [/ERR_FAILED/] })

  test('the details offer nothing to enlarge', async ({ page, request }) => {
    const { name } = await addUniqueProduct(request, { image: '/drawings/products/tuning-fork.svg' })
    await page.route('**/tuning-fork.svg', (route) => route.abort())
    await page.goto('/shop')
    await entry(page, name).getByRole('button', { name }).click()
    await expect(page.getByRole('dialog', { name }).getByText('A gentle, local vibration')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Enlarge picture' })).toBeHidden()
  })
})

test('the details of a product that is out of stock say how to ask for it', async ({ page }) => {
  await page.goto('/shop')
  await expect(entry(page, mat).getByRole('link', { name: clinic.phone.display })).toBeVisible()
  await entry(page, mat).getByRole('button', { name: mat }).click()
  const dialog = page.getByRole('dialog', { name: mat })
  await expect(dialog.getByRole('button', { name: 'Buy Now' })).toBeDisabled()
  await expect(dialog.getByRole('link', { name: clinic.phone.display })).toBeVisible()
})

test.describe('in a narrow window', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('product pictures are smaller than the introduction, and move nothing when they load @nightly', async ({
    page,
  }) => {
    let products: Product[] = []
    await page.route('**/api/products', async (route) => {
      products = (await (await route.fetch()).json()) as Product[]
      const image = '/drawings/products/tuning-fork.svg'
      await route.fulfill({ json: products.map((product) => ({ ...product, image })) })
    })
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/drawings/products/*', (route) => released.then(() => route.continue()))
    await page.goto('/shop')
    await expect(entry(page, fork)).toBeVisible()
    await expect.poll(() => page.evaluate(FONTS_IN_USE)).toBe(true)
    const { text, picture } = await visibleAreas(page)
    expect(picture).toBeGreaterThan(0)
    expect(text).toBeGreaterThan(picture)
    await expect(page.locator('article')).toHaveCount(products.length)
    const held = await pictureBoxes(page)
    release()
    const pictures = page.locator('article img')
    for (const loaded of [pictures.first(), pictures.last()]) {
      await loaded.scrollIntoViewIfNeeded()
      await expect(loaded).toHaveAttribute('data-here')
    }
    expect(await pictureBoxes(page)).toEqual(held)
  })
})

/** Returns the largest areas (px²) of a text of the introduction and of a product picture, as far as the window shows them. */
const visibleAreas = (page: Page) =>
  page.evaluate(() => {
    const areaOf = (element: Element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      const { top, bottom, width } = range.getBoundingClientRect()
      return width * Math.max(0, Math.min(bottom, innerHeight) - top)
    }
    const largest = (selector: string) => Math.max(...[...document.querySelectorAll(selector)].map(areaOf))
    return { text: largest('#shelf :is(h1, p)'), picture: largest('article :has(> img)') }
  })

/** Returns the places of the product pictures on the page. */
const pictureBoxes = (page: Page) =>
  page.locator('article img').evaluateAll((images) =>
    images.map((image) => {
      const { left, top, width, height } = image.getBoundingClientRect()
      return [left, top + scrollY, width, height].map(Math.round)
    }),
  )

test('an inquiry shows missing fields, survives closing its dialog and arrives', async ({ page }) => {
  const email = `visitor-${randomUUID()}@example.com`
  await page.goto('/shop')
  const ask = entry(page, fork).getByRole('button', { name: 'Ask About Product' })
  const dialog = page.getByRole('dialog', { name: 'Product Inquiry' })
  const send = dialog.getByRole('button', { name: 'Send Inquiry' })
  await ask.click()
  await dialog.getByLabel('First name').fill('First')
  await send.click()
  await expect(dialog.getByText('Last name required')).toBeVisible()
  await expect(dialog.getByText('Valid email required')).toBeVisible()
  await expect(dialog.getByLabel('Last name')).toBeFocused()
  await page.keyboard.press('Escape')
  await ask.click()
  await expect(dialog.getByLabel('First name')).toHaveValue('First')
  await dialog.getByLabel('Last name').fill('Last')
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Quantity').fill('2')
  await send.click()
  await expect(toast(page)).toContainText("We'll contact you soon about your product inquiry.")
  await expect(dialog).toBeHidden()
  await expect(ask).toBeFocused()
  await expect.poll(async () => (await mailsTo(page, email)).length).toBe(1)
})

test.describe('when the server cannot be reached', () => {
  test.use({ allowedErrors: [[/ERR_FAILED/], { option: true }] as never })

  test('the shop shows an error and can retry', async ({ page }) => {
    await page.route('**/api/products', (route) => route.abort())
    await page.goto('/shop')
    await expect(page.getByText('The products could not be loaded.')).toBeVisible()
    await page.unroute('**/api/products')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(entry(page, fork)).toBeVisible()
  })

  test('the shop shows its products without the stylesheet', async ({ page }) => {
    await page.route('**/*.css', (route) => route.abort())
    await page.goto('/shop')
    await expect(entry(page, fork)).toBeVisible()
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the shop shows no loading message and says how to order by phone', async ({ page }) => {
    await page.goto('/shop')
    await expect(page.getByRole('heading', { name: 'Order by phone' })).toBeVisible()
    await expect(page.getByText('Loading products...')).toBeHidden()
  })
})

for (const opener of ['nothing', 'Ask About Product', 'Tuning fork']) {
  test(`the shop is accessible with ${opener} open on a phone and a desktop @nightly`, async ({ page }) => {
    await page.goto('/shop')
    await expect(entry(page, fork)).toBeVisible()
    if (opener !== 'nothing') await entry(page, fork).getByRole('button', { name: opener }).click()
    await expectUsable(page, opener === 'nothing' ? 'body' : 'dialog')
  })
}
