import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawCard } from '#art/social-images/card.ts'
import { linesOf, widthOf } from '#art/social-images/letters.ts'
import { therapies } from '#clinic/current-therapies.ts'
import { practitioners } from '#content/practitioners.ts'
import { GET, getStaticPaths } from '#pages/cards/[...page].png.ts'
import { requireSize } from '#tests/harness/size-limit.ts'

const paths = getStaticPaths()

async function drawn(path: (typeof paths)[number]) {
  const answer = await GET(path as unknown as Parameters<typeof GET>[0])
  return Buffer.from(await answer.arrayBuffer())
}

test('every page has a social card under its path', () => {
  expect(paths.map(({ params }) => params.page).toSorted()).toEqual(
    [
      'accessibility-statement',
      'cookie-policy',
      'home',
      ...practitioners.map(({ slug }) => slug),
      'privacy-policy',
      'shop',
      'terms-conditions',
      ...therapies.map(({ id }) => `therapy/${id}`),
    ].toSorted(),
  )
})

test.each(paths.map((path) => [path.params.page, path] as const))(
  '%s: a PNG of 1200 × 630 within 60 KB',
  async (name, path) => {
    const file = await drawn(path)
    expect(await sharp(file).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
    requireSize(`The social card of ${name}`, file.length / 1024, 60)
  },
)

test('a social card is deterministic', async () => {
  const [path] = paths
  if (!path) throw new Error('There is no card')
  expect((await drawn(path)).equals(await drawn(path))).toBe(true)
})

test('a long title of a social card breaks into two lines', () => {
  const title = 'German Auricular Medicine: acupuncture through the ear'
  const lines = linesOf(title, 72, 1040)
  expect(lines.join(' ')).toBe(title)
  expect(lines.length).toBeLessThanOrEqual(2)
  for (const line of lines) expect(widthOf(line, 72)).toBeLessThanOrEqual(1040)
})

test('letters of a social card are kerned', () => {
  expect(widthOf('Te', 100)).toBeLessThan(widthOf('T', 100) + widthOf('e', 100) - 5)
})

test('a social card consists of outlines and needs no font', () => {
  expect(drawCard({ title: 'Shop', name: 'A clinic' })).not.toMatch(/<text|font|NaN|undefined/)
})
