import sharp from 'sharp'
import { readStock } from '#tests/e2e/add-products.ts'
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
import { queryStack } from '#tests/e2e/query-stack.ts'

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
  await expect(dialog(page).getByText('Please separate them with commas. 2 entries so far.')).toBeVisible()
  const buffer = await photograph(2400)
  expect(buffer.byteLength).toBeGreaterThan(1_000_000)
  const upload = Promise.withResolvers<void>()
  await page.route('**/api/admin/pictures', async (route) => {
    await upload.promise
    await route.continue()
  })
  await dialog(page)
    .locator('input[type=file]')
    .setInputFiles({ name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer })
  // Saved now, the product would be without it.
  await expect(dialog(page).getByRole('button', { name: 'Uploading...' })).toHaveCount(2)
  upload.resolve()
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
  await shown.locator('summary').click()
  await expect(shown.getByText('7 cm across')).toBeVisible()
  const picture = shown.locator(`img[src="${image}"]`)
  await picture.scrollIntoViewIfNeeded()
  await expect.poll(() => picture.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(width)
})

test('a picture that fails to load leaves an empty background, and the form reports it @nightly', async ({
  page,
  request,
}) => {
  const product = await openStockroom(page)
  // A same-origin URL without a picture: other tests show this product, too, and must not log errors.
  await queryStack(request, `update product set image = '/robots.txt' where id = $1`, [product.id])
  await page.getByRole('button', { name: 'Refresh' }).click()
  await edit(page, product)
  await expect(dialog(page).getByText('This picture could not be loaded.')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Remove picture' }).click()
  await save(page).click()
  await expect(dialog(page)).toBeHidden()
  await expect(productRow(page, product).locator('img')).toHaveCount(0)
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
    'It will disappear from the shop straight away. Past orders will not be affected.',
  )
  await dialog(page).getByRole('button', { name: 'Keep product' }).click()
  await productRow(page, product).getByRole('button', { name: 'Delete' }).click()
  await dialog(page).getByRole('button', { name: 'Delete Product' }).click()
  await expect(toast(page)).toContainText('Product deleted successfully!')
  await expect(page.getByText('Nothing for')).toBeVisible()
  await expect(page.getByRole('group', { name: 'products' })).toBeFocused()
  await page.goto('/shop')
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(inShop).toHaveCount(0)
})

test('a delivery is added in the row, once for each press, and its toast stays out of the next dialog', async ({
  page,
}) => {
  const product = await openStockroom(page)
  const row = productRow(page, product)
  for (const stock of [8, 10]) {
    await row.getByLabel('Add').fill('2')
    await row.getByRole('button', { name: 'Restock' }).click()
    await expect(row.getByText(`In Stock: ${stock} available`)).toBeVisible()
    await expect(row.getByLabel('Add')).toHaveValue('')
  }
  expect(await readStock(page.request, product)).toEqual({ stock: 10, reserved: 0 })
  await expect(toast(page)).toContainText('Product updated successfully!')
  await row.getByRole('button', { name: 'Delete' }).click()
  await expect(dialog(page)).toBeVisible()
  await expect(toast(page)).toHaveCount(0)
})

test('a product’s URL opens its form, and Back closes it @nightly', async ({ page }) => {
  const product = await openStockroom(page)
  await edit(page, product)
  await expect(page).toHaveURL(`/admin/dashboard#products/${product.id}`)
  await page.goBack()
  await expect(dialog(page)).toBeHidden()
  await page.goto('/admin/dashboard#products/6f0e1c52-8a4d-4b57-9c1e-2d7a5b3fffff')
  await expect(dialog(page).getByRole('alert')).toContainText('This product is no longer in the shop.')
})
