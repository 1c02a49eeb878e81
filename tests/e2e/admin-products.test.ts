import { Buffer } from 'node:buffer'
import sharp from 'sharp'
import { queryStack, readStock } from '#tests/e2e/add-products.ts'
import { dialog, expect, test, toast } from '#tests/e2e/fixtures.ts'
import {
  edit,
  fillProduct,
  find,
  newName,
  openStockroom,
  productRow,
  save,
} from '#tests/e2e/product-actions.ts'

test.use({ allowedErrors: [[/status of (400|404|409)|ERR_FAILED/], { option: true }] as never })

/** Like a phone's: large, rotated by EXIF, and with a location. */
const photograph = (side: number) =>
  sharp({
    create: {
      width: side,
      height: side * 0.75,
      channels: 3,
      background: '#7a9',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD0: { Artist: 'Somebody' } })
    .jpeg({ quality: 95 })
    .toBuffer()

test('the owner adds a product with a photograph, and visitors see both in the shop', async ({
  page,
  request,
}) => {
  await openStockroom(page)
  const name = newName()
  await page.getByRole('button', { name: 'Add Product' }).click()
  await fillProduct(page, name)
  await expect(dialog(page).getByText('Separate with commas: 2 entries.')).toBeVisible()
  const buffer = await photograph(2400)
  expect(buffer.byteLength).toBeGreaterThan(1_000_000)
  await dialog(page)
    .locator('input[type=file]')
    .setInputFiles({ name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer })
  const preview = dialog(page).locator('img[src^="/api/pictures/"]')
  await expect(preview).toBeVisible()
  const image = await preview.getAttribute('src')
  await dialog(page).getByRole('button', { name: 'Add Product' }).click()
  await expect(toast(page)).toContainText('Product added successfully!')
  await expect(dialog(page)).toBeHidden()
  const kept = await (await request.get(image!)).body()
  const { format, width, height, exif } = await sharp(kept).metadata()
  expect([format, kept.byteLength <= 300 * 1024, exif]).toEqual(['webp', true, undefined])
  expect(height).toBeGreaterThan(width)
  await page.goto('/shop')
  const shown = page.getByRole('article', { name })
  await expect(shown.getByText('£9.50')).toBeVisible()
  await expect(shown.getByText('7 cm across')).toBeVisible()
  const picture = shown.locator(`img[src="${image}"]`)
  await picture.scrollIntoViewIfNeeded()
  await expect.poll(() => picture.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(width)
})

test('invalid product fields show errors and keep the input', async ({ page }) => {
  await openStockroom(page)
  await page.getByRole('button', { name: 'Add Product' }).click()
  const form = dialog(page)
  await fillProduct(page, newName())
  await form.getByLabel('Description').fill('A ball.')
  await form.getByLabel('Price, £').fill('')
  await form.getByLabel('Address of a picture').fill('http://example.com/ball.jpg')
  await form.getByRole('button', { name: 'Add Product' }).click()
  await expect(form.getByText('Description must be at least 10 characters')).toBeVisible()
  await expect(form.getByText('Please upload a picture, or give an address')).toBeVisible()
  await expect(form.getByLabel('Price, £')).toBeFocused()
  await expect(form.getByLabel('Price, £')).toHaveAccessibleDescription('Price is required')
  const text = { name: 'list.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') }
  await form.locator('input[type=file]').setInputFiles(text)
  await expect(form.getByText('This picture cannot be read here.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()
  await page.getByRole('button', { name: 'Add Product' }).click()
  await expect(form.getByLabel('Description')).toHaveValue('A ball.')
  await form.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Add Product' }).click()
  await expect(form.getByLabel('Description')).toHaveValue('')
})

test('a picture that fails to load leaves an empty background, and the form reports it', async ({
  page,
  request,
}) => {
  const product = await openStockroom(page)
  // A same-origin URL without a picture: other tests show this product, too, and must not log errors.
  await queryStack(request, `update product set image = '/robots.txt' where id = $1`, [product.id])
  await page.getByRole('button', { name: 'Refresh' }).click()
  await edit(page, product)
  await expect(dialog(page).getByText('There is no picture to be had at this address.')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Remove picture' }).click()
  await save(page).click()
  await expect(dialog(page)).toBeHidden()
  await expect(productRow(page, product).locator('img')).toHaveCount(0)
})

test('a product that was changed in another tab can be reloaded, and the input is kept', async ({
  page,
  context,
}) => {
  const product = await openStockroom(page)
  const other = await context.newPage()
  await other.goto('/admin/dashboard#products')
  await find(other, product)
  await edit(page, product)
  await edit(other, product)
  await dialog(other).getByLabel('Price, £').fill('41')
  await dialog(other).getByLabel('Stock', { exact: true }).fill('4')
  await save(other).click()
  await expect(dialog(other)).toBeHidden()
  await dialog(page).getByLabel('Price, £').fill('45')
  await dialog(page).getByLabel('Category').fill('Forks')
  await save(page).click()
  await expect(dialog(page).getByRole('alert')).toContainText(
    'so it was not saved. Nothing that you typed is lost.',
  )
  await expect(dialog(page).getByLabel('Price, £')).toHaveValue('45')
  await dialog(page).getByRole('button', { name: 'Load the newer one' }).click()
  await expect(dialog(page).getByText('Meanwhile: 41.00')).toBeVisible()
  await expect(dialog(page).getByLabel('Stock', { exact: true })).toHaveValue('4')
  await expect(dialog(page).getByLabel('Category')).toHaveValue('Forks')
  await expect(save(page)).toBeFocused()
  await save(page).click()
  await expect(toast(page)).toContainText('Product updated successfully!')
  await expect(productRow(page, product)).toContainText('£45.00')
  await expect(productRow(page, product)).toContainText('In Stock: 4 available')
})

test('a restock counts once when its first response is lost', async ({ page, request }) => {
  const product = await openStockroom(page)
  await productRow(page, product).getByRole('button', { name: 'Restock' }).click()
  await dialog(page).getByRole('button', { name: 'Restock' }).click()
  await expect(dialog(page).getByText('Please enter 1 or more')).toBeVisible()
  await dialog(page).getByLabel('How many have arrived').fill('12')
  await expect(dialog(page).getByText('On the shelf: 6, then 18')).toBeVisible()
  await page.route('**/restock', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('alert')).toContainText('Please try again: it counts once.')
  await page.unroute('**/restock')
  await dialog(page).getByRole('button', { name: 'Restock' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(productRow(page, product)).toContainText('In Stock: 18 available')
  expect(await readStock(request, product)).toEqual({ stock: 18, reserved: 0 })
})

test('the shop stops selling a withheld product and stops showing a deleted one', async ({ page }) => {
  const product = await openStockroom(page)
  await productRow(page, product).getByLabel('For sale').click()
  await expect(toast(page)).toContainText('Product updated successfully!')
  await expect(productRow(page, product).getByText('Withheld')).toBeVisible()
  await expect(productRow(page, product).getByLabel('For sale')).not.toBeChecked()
  const inShop = page.getByRole('article', { name: product.name })
  await page.goto('/shop')
  await expect(inShop.getByText('Out of Stock')).toBeVisible()
  await page.goto('/admin/dashboard#products')
  await find(page, product)
  await productRow(page, product).getByRole('button', { name: 'Delete' }).click()
  await expect(dialog(page)).toContainText(
    'It disappears from the shop straight away. Past orders are not affected.',
  )
  await dialog(page).getByRole('button', { name: 'Keep product' }).click()
  await productRow(page, product).getByRole('button', { name: 'Delete' }).click()
  await dialog(page).getByRole('button', { name: 'Delete Product' }).click()
  await expect(toast(page)).toContainText('Product deleted successfully!')
  await expect(page.getByText('No products found.')).toBeVisible()
  await expect(page.getByRole('group', { name: 'products' })).toBeFocused()
  await page.goto('/shop')
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(inShop).toHaveCount(0)
})

test('a product that cannot be saved keeps its input and can be retried', async ({ page }) => {
  const product = await openStockroom(page)
  await edit(page, product)
  await dialog(page).getByLabel('Price, £').fill('11.50')
  await page.route('**/api/admin/products/*', (route) => route.abort())
  await save(page).click()
  await expect(dialog(page).getByRole('alert')).toContainText(
    'This could not be saved, and nothing that you typed is lost.',
  )
  await page.unroute('**/api/admin/products/*')
  await save(page).click()
  await expect(toast(page)).toContainText('Product updated successfully!')
  await expect(productRow(page, product)).toContainText('£11.50')
})

test('a product’s URL opens its form, and Back closes it', async ({ page }) => {
  const product = await openStockroom(page)
  await edit(page, product)
  await expect(page).toHaveURL(`/admin/dashboard#products/${product.id}`)
  await page.goBack()
  await expect(dialog(page)).toBeHidden()
  await page.goto('/admin/dashboard#products/6f0e1c52-8a4d-4b57-9c1e-2d7a5b3fffff')
  await expect(dialog(page).getByRole('alert')).toContainText('This product is no longer in the shop.')
})
