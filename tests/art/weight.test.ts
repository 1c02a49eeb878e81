import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { GET, getStaticPaths } from '../../src/pages/drawings/[name].svg.ts'

// Compressed with gzip.
const KILOBYTES: Record<string, number> = {
  river: 7.5,
  'river-band': 5.5,
  neuropuncture: 12.5,
  acupuncture: 5.5,
  'german-auricular-medicine': 7.5,
  massage: 5.5,
  'womens-health': 7.5,
  rosette: 9,
  'rosette-small': 5.5,
  fortnight: 3,
  map: 4,
}

const names = getStaticPaths().map(({ params }) => params.name)

test('every drawing has a limit', () => {
  expect(names.toSorted()).toEqual(Object.keys(KILOBYTES).toSorted())
})

test.each(names)('%s.svg is a picture within its weight', async (name) => {
  const answer = await GET({ params: { name } } as unknown as Parameters<typeof GET>[0])
  const svg = await answer.text()
  expect(answer.headers.get('content-type')).toBe('image/svg+xml')
  expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 [\d. ]+"/)
  expect(svg).not.toMatch(/NaN|undefined|Infinity/)
  expect(gzipSync(svg).length / 1024).toBeLessThan(KILOBYTES[name] ?? 0)
})
