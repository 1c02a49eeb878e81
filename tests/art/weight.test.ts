import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { DESIGNS } from '#art/illustrations/plate.ts'

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

// A therapy whose drawing has no line above.
const OTHER = 12.5

const folder = new URL('../../public/drawings/', import.meta.url)
const names = readdirSync(folder)
  .filter((name) => name.endsWith('.svg'))
  .map((name) => name.replace('.svg', ''))

test('every drawing with a limit exists, unless it is of a therapy', () => {
  const missing = Object.keys(KILOBYTES).filter((name) => !names.includes(name))
  expect(missing.filter((name) => !(name in DESIGNS))).toEqual([])
})

test.each(names)('%s.svg is a drawing within its size limit', (name) => {
  const svg = readFileSync(new URL(`${name}.svg`, folder), 'utf8')
  expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 [\d. ]+"/)
  expect(svg).not.toMatch(/NaN|undefined|Infinity/)
  expect(gzipSync(svg).length / 1024).toBeLessThan(KILOBYTES[name] ?? OTHER)
})
