import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { productSvg } from '#art/drawings.ts'
import { PRODUCTS, type ProductId } from '#art/illustrations/product.ts'
import { color } from '#clinic/palette.ts'
import { SAMPLE_PRODUCTS } from '#local/sample-products.ts'
import { requireSize } from '#tests/harness/size-limit.ts'

const names = Object.keys(PRODUCTS) as ProductId[]

test('every sample product has a drawing, and every drawing a product', () => {
  expect(names.map((name) => `/drawings/products/${name}.svg`).toSorted()).toEqual(
    SAMPLE_PRODUCTS.map(({ image }) => image).toSorted(),
  )
})

test.each(names)('%s.svg is a square within 12 KB, the same each time', (name) => {
  const svg = productSvg(name)
  expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 600 600"/)
  expect(svg).not.toMatch(/NaN|undefined|Infinity/)
  requireSize(`${name}.svg`, gzipSync(svg).length / 1024, 12)
  expect(productSvg(name)).toBe(svg)
})

test.each(names)('%s.svg brings its own colours, in both schemes', (name) => {
  const svg = productSvg(name)
  const [light = '', dark = ''] = svg.split('@media(prefers-color-scheme:dark)')
  const grounds = (['sage', 'ocean', 'warm'] as const).map((theme) => `${theme}-ground`)
  const theme = grounds.find((ground) => light.includes(`rect{fill:${color(ground)}}`))
  if (!theme) throw new Error('It has no background colour of a theme')
  expect(dark).toContain(`rect{fill:${color(theme, 'dark')}}`)
})

test.each(names)('%s.svg shows an object: the middle is darker than the edge', async (name) => {
  const picture = sharp(Buffer.from(productSvg(name))).greyscale()
  const brightness = async (left: number, top: number, width: number, height: number) => {
    const { channels } = await sharp(
      await picture.clone().extract({ left, top, width, height }).toBuffer(),
    ).stats()
    return channels[0]?.mean ?? Number.NaN
  }
  expect(await brightness(60, 60, 480, 480)).toBeLessThan((await brightness(0, 0, 600, 40)) - 2)
})
