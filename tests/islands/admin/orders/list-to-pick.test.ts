import { expect, it } from 'vitest'
import { listToPick } from '#islands/admin/orders/list-to-pick.ts'

it('listToPick adds up the quantities of each product, by name', () => {
  const lines = [
    { productName: 'Silicone cupping set', quantity: 2 },
    { productName: 'Acupressure mat', quantity: 1 },
    { productName: 'Silicone cupping set', quantity: 3 },
  ]
  expect(listToPick(lines)).toEqual([
    { productName: 'Acupressure mat', quantity: 1 },
    { productName: 'Silicone cupping set', quantity: 5 },
  ])
  expect(listToPick([])).toEqual([])
})
