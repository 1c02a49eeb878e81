import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { expect, test } from '#tests/e2e/fixtures.ts'
import { queryStack } from '#tests/e2e/query-stack.ts'

test('a picture that the owner has uploaded shows in the shop', async ({ page }) => {
  const [picture, name] = [randomUUID(), `Tuning fork ${randomUUID().slice(0, 8)}`]
  // No picture is stored twice.
  const background = `#${randomUUID().slice(0, 6)}`
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background } })
    .webp()
    .toBuffer()
  await queryStack(
    page.request,
    `insert into picture (id, content_type, bytes, created_at) values ($1, 'image/webp', $2, now())`,
    [picture, bytes],
  )
  await queryStack(
    page.request,
    `insert into product (id, name, description, price_pence, image, stock, created_at)
     values (gen_random_uuid(), $1, 'A steel fork with weighted ends.', 3800, $2, 1, now())`,
    [name, `/api/pictures/${picture}`],
  )
  await page.goto('/shop')
  const shown = page.locator(`img[src="/api/pictures/${picture}"]`)
  await expect(shown).toBeVisible()
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(40)
  await queryStack(page.request, 'update product set archived_at = now() where name = $1', [name])
})
