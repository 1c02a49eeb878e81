import { expect, it } from 'vitest'
import { closeDelete, deleting } from '#islands/admin/products/admin-products.store.ts'
import { route } from '#islands/admin/router.ts'
import { BALL } from '#tests/islands/admin/products/fake-products-api.ts'

it('the dialog of a product is closed when its tab is left, and stays closed', () => {
  route.value = { tab: 'products' }
  deleting.value = BALL
  route.value = { tab: 'orders' }
  expect(deleting.value).toBeUndefined()
  route.value = { tab: 'products' }
  expect(deleting.value).toBeUndefined()
})

it('a product that was deleted late does not close the dialog of another one', () => {
  const other = { ...BALL, id: 'another' }
  deleting.value = other
  closeDelete(BALL)
  expect(deleting.value).toBe(other)
  closeDelete(other)
  expect(deleting.value).toBeUndefined()
})
