import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { SAMPLE_PRODUCTS } from '../../local/sample-products.ts'
import { GET, getStaticPaths } from '../../src/pages/drawings/products/[name].svg.ts'
import { color } from '../../art/social-images/color.ts'

const names = getStaticPaths().map(({ params }) => params.name)

const answerOf = (name: string) =>
  Promise.resolve(GET({ params: { name } } as unknown as Parameters<typeof GET>[0]))
const drawn = async (name: string) => (await answerOf(name)).text()

test('every sample product has a picture, and every picture its product', () => {
  expect(names.map((name) => `/drawings/products/${name}.svg`).toSorted()).toEqual(
    SAMPLE_PRODUCTS.map(({ image }) => image).toSorted(),
  )
})

test.each(names)('%s.svg is a square within 12 KB, the same each time', async (name) => {
  const answer = await answerOf(name)
  expect(answer.headers.get('content-type')).toBe('image/svg+xml')
  const svg = await answer.text()
  expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 600 600"/)
  expect(svg).not.toMatch(/NaN|undefined|Infinity/)
  expect(gzipSync(svg).length / 1024).toBeLessThan(12)
  expect(await drawn(name)).toBe(svg)
})

test.each(names)('%s.svg brings its own colours, in both schemes', async (name) => {
  const svg = await drawn(name)
  const [light = '', dark = ''] = svg.split('@media(prefers-color-scheme:dark)')
  const grounds = (['sage', 'ocean', 'warm'] as const).map((theme) => `${theme}-ground`)
  const theme = grounds.find((ground) => light.includes(`rect{fill:${color(ground)}}`))
  if (!theme) throw new Error('It stands on no ground of ours')
  expect(dark).toContain(`rect{fill:${color(theme, 'dark')}}`)
})

test.each(names)('%s.svg shows a thing: the middle is darker than the edge', async (name) => {
  const picture = sharp(Buffer.from(await drawn(name))).greyscale()
  const brightness = async (left: number, top: number, width: number, height: number) => {
    const { channels } = await sharp(
      await picture.clone().extract({ left, top, width, height }).toBuffer(),
    ).stats()
    return channels[0]?.mean ?? Number.NaN
  }
  expect(await brightness(60, 60, 480, 480)).toBeLessThan((await brightness(0, 0, 600, 40)) - 2)
})
