import { expect, it } from 'vitest'
import { joinList, splitList } from '../../../../src/islands/admin/products/product-texts.ts'

it('splits on commas and trims, and counts no empty entry', () => {
  expect(splitList(' Natural rubber,7 cm across , , ')).toEqual(['Natural rubber', '7 cm across'])
  expect(splitList('')).toEqual([])
})

it('leaves whole what was kept with a comma of its own, until it is changed', () => {
  const kept = ['Weighted steel, 18 cm', 'Steel, 18', 'Pouch']
  expect(splitList(joinList(kept), kept)).toEqual(kept)
  expect(splitList(`${joinList(kept)}, Felt`, kept)).toEqual([...kept, 'Felt'])
  expect(splitList('Weighted steel, 20 cm, Pouch', kept)).toEqual(['Weighted steel', '20 cm', 'Pouch'])
})
