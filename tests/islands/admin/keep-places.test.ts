import { expect, it } from 'vitest'
import { keepPlaces } from '#islands/admin/shared/keep-places.ts'

const keyOf = (row: string) => row.charAt(0)
const rows = (text: string) => text.split(' ')

it.each([
  ['a row that is sorted elsewhere now', 'a9 b8 c7', 'b8 c7 a1', undefined, 'a1 b8 c7'],
  ['a changed row that the list no longer has', 'a9 b8 c7', 'a9 c7', 'b1', 'a9 b1 c7'],
  ['no other row that the list no longer has', 'a9 b8 c7', 'a9 c7', 'd1', 'a9 c7'],
  ['new rows before and after it', 'a9 b8', 'n9 b8 a1 m0', undefined, 'n9 a1 b8 m0'],
])('keepPlaces keeps the place of %s', (_, onScreen, reloaded, changed, expected) => {
  expect(keepPlaces(rows(onScreen), rows(reloaded), changed, keyOf)).toEqual(rows(expected))
})

it('keepPlaces returns the same array if every row is in its place', () => {
  const reloaded = rows('a1 b2')
  expect(keepPlaces(rows('a9 b8'), reloaded, undefined, keyOf)).toBe(reloaded)
})
