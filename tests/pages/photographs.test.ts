import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { check } from '#clinic/check.ts'
import { photographsSchema } from '#clinic/schema.ts'
import { photographs } from '#content/photographs.ts'
import { practitioners } from '#content/practitioners.ts'
import { builtFolder, builtTexts } from '#tests/harness/built-files.ts'

// The default content has no photographs; `npm run test:content` runs these tests with some.

const { hero, portraits, entrance, rooms } = photographs
const portrait = portraits[practitioners[0].slug]
const built = builtTexts('dist')
const photographsOn = (page: string) => built.get(page)?.match(/<picture[\s\S]*?<\/picture>/g) ?? []
const PAGES = [
  ['index.html', [hero, ...rooms, portrait, entrance].filter((picture) => picture !== undefined)],
  [`${practitioners[0].slug}.html`, portrait ? [portrait] : []],
  ...Object.entries(photographs.therapies).map(([id, picture]) => [`therapy/${id}.html`, [picture]] as const),
] as const

test.each(PAGES)('%s has the photographs of the content and no others', (page, expected) => {
  const alts = photographsOn(page).map((photograph) => /alt="([^"]*)"/.exec(photograph)?.[1])
  expect(alts).toEqual(expected.map(({ alt }) => alt))
})

test.each(PAGES)('the photographs of %s are lazy, sized, and offered as AVIF and WebP', (page) => {
  for (const photograph of photographsOn(page)) {
    expect(photograph).toMatch(/<source srcset="[^"]*\.avif 400w[^"]*"[^>]* type="image\/avif"/)
    expect(photograph).toMatch(/<source srcset="[^"]*\.webp 400w[^"]*"[^>]* type="image\/webp"/)
    expect(photograph).toMatch(/<img [^>]*loading="lazy"/)
    expect(photograph).toMatch(/ width="\d+" height="\d+"/)
    expect(photograph).toMatch(/ sizes="[^"]+"/)
  }
})

test('published photographs do not tell where they were taken', async () => {
  const files = photographsOn('index.html').flatMap(
    (photograph) => photograph.match(/\/_astro\/[^" ,]+/g) ?? [],
  )
  for (const file of new Set(files)) {
    expect((await sharp(join(builtFolder('dist'), file)).metadata()).exif).toBeUndefined()
  }
})

test.each([
  ['no alternative text', { file: 'portrait.jpg' }, 'portraits.x.alt'],
  ['an empty alternative text', { file: 'portrait.jpg', alt: ' ' }, 'portraits.x.alt'],
  ['a path', { file: '../portrait.jpg', alt: 'A portrait of somebody' }, 'portraits.x.file'],
  ['another format', { file: 'portrait.gif', alt: 'A portrait of somebody' }, 'portraits.x.file'],
])('a photograph with %s stops the build', (_, wrong, field) => {
  expect(() =>
    check('photographs.ts', photographsSchema, { therapies: {}, portraits: { x: wrong }, rooms: [] }),
  ).toThrow(`photographs.ts has mistakes.\n  ${field}:`)
})
