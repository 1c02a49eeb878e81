import { readdirSync, readFileSync } from 'node:fs'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { clinic } from '#clinic/current-clinic.ts'
import { color } from '#clinic/palette.ts'
import { GET as manifest } from '#pages/manifest.webmanifest.ts'

const fileOf = (name: string) => readFileSync(new URL(`../../public/${name}`, import.meta.url))

const SIDES = readdirSync(new URL('../../public/icons', import.meta.url)).map((name) =>
  name.replace('.png', ''),
)

test('the manifest names the clinic, the background colour and existing icons', async () => {
  const answer = await manifest({} as Parameters<typeof manifest>[0])
  expect(answer.headers.get('content-type')).toBe('application/manifest+json')
  const { name, start_url, theme_color, background_color, icons } = (await answer.json()) as Record<
    string,
    unknown
  > & { icons: { src: string; sizes: string; purpose: string }[] }
  expect([name, start_url]).toEqual([clinic.name, '/'])
  expect([theme_color, background_color]).toEqual([color('paper'), color('paper')])
  const drawn = SIDES.map((side) => `/icons/${side}.png ${side}x${side}`)
  expect([...new Set(icons.map(({ src, sizes }) => `${src} ${sizes}`))].toSorted()).toEqual(drawn.toSorted())
  expect(icons.filter(({ purpose }) => purpose === 'maskable')).not.toEqual([])
})

test.each(SIDES)('the icon of %s px has that size and no transparency', async (side) => {
  const { width, height, hasAlpha } = await sharp(fileOf(`icons/${side}.png`)).metadata()
  expect([width, height, hasAlpha]).toEqual([Number(side), Number(side), false])
})

test('the touch icon has 180 px and no transparency', async () => {
  const { width, height, hasAlpha } = await sharp(fileOf('apple-touch-icon.png')).metadata()
  expect([width, height, hasAlpha]).toEqual([180, 180, false])
})

test('favicon.ico contains one image of 32 px', async () => {
  const file = fileOf('favicon.ico')
  expect([...file.subarray(0, 8)]).toEqual([0, 0, 1, 0, 1, 0, 32, 32])
  const picture = file.subarray(file.readUInt32LE(18))
  expect(picture).toHaveLength(file.readUInt32LE(14))
  expect(await sharp(picture).metadata()).toMatchObject({ format: 'png', width: 32, height: 32 })
})

test('favicon.svg follows the colour scheme', () => {
  const svg = fileOf('favicon.svg').toString()
  expect(svg).toContain(`path{stroke:${color('ink')}}`)
  expect(svg).toContain(`@media(prefers-color-scheme:dark){path{stroke:${color('ink', 'dark')}}}`)
})
