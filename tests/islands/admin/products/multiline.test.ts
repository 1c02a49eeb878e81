import { expect, it } from 'vitest'
import { joinList, splitList } from '#islands/admin/products/product-texts.ts'

it('splitList splits on commas, trims and drops empty entries', () => {
  expect(splitList(' Natural rubber,7 cm across , , ')).toEqual(['Natural rubber', '7 cm across'])
  expect(splitList('')).toEqual([])
})

it('splitList keeps a known entry with a comma whole until it is changed', () => {
  const kept = ['Weighted steel, 18 cm', 'Steel, 18', 'Pouch']
  expect(splitList(joinList(kept), kept)).toEqual(kept)
  expect(splitList(`${joinList(kept)}, Felt`, kept)).toEqual([...kept, 'Felt'])
  expect(splitList('Weighted steel, 20 cm, Pouch', kept)).toEqual(['Weighted steel', '20 cm', 'Pouch'])
})
