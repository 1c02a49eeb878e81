import { globSync, readFileSync } from 'node:fs'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { clinic } from '#clinic/current-clinic.ts'
import { judgeSize, requireSize } from '#tests/harness/size-limit.ts'

// Compressed with gzip, in KB.
const LIMITS: Record<string, number> = {
  river: 7.5,
  'river-band': 5.5,
  ...(clinic.pictures.skyline && { waterfront: 3 }),
  rosette: 1.5,
  fortnight: 3,
  ...(clinic.pictures.map && { map: 4 }),
}
const PLATE = 15
/** At the top of a page, with Brotli. */
const LARGE_PLATE = 15

const folder = new URL('../../public/drawings/', import.meta.url)
const names = globSync('{*,plates/**/*}.svg', { cwd: folder }).map((name) => name.replace('.svg', ''))

test.each([
  [10, 'met'],
  [10.9, 'over'],
  [11, 'missed'],
] as const)('a size of %d KB with a limit of 10 KB is %s', (size, result) => {
  expect(judgeSize(size, 10)).toBe(result)
})

test('every drawing with a limit exists', () => {
  expect(names).toEqual(expect.arrayContaining(Object.keys(LIMITS)))
})

test.each(names)('%s.svg is a drawing within its size limit', (name) => {
  const svg = readFileSync(new URL(`${name}.svg`, folder), 'utf8')
  expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 [\d. ]+"/)
  expect(svg).not.toMatch(/NaN|undefined|Infinity/)
  if (name.startsWith('plates/large/'))
    requireSize(`${name}.svg`, brotliCompressSync(svg).length / 1024, LARGE_PLATE)
  else requireSize(`${name}.svg`, gzipSync(svg).length / 1024, LIMITS[name] ?? PLATE)
})
