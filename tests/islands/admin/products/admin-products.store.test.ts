import { expect, it } from 'vitest'
import { closeDialog, openDialog } from '#islands/admin/products/admin-products.store.ts'
import { route } from '#islands/admin/router.ts'
import { BALL } from '#tests/islands/admin/products/fake-products-api.ts'

it('the dialog of a product is closed when its tab is left, and stays closed', () => {
  route.value = { tab: 'products' }
  openDialog.value = { name: 'delete', product: BALL }
  route.value = { tab: 'orders' }
  expect(openDialog.value).toBeUndefined()
  route.value = { tab: 'products' }
  expect(openDialog.value).toBeUndefined()
})

it('a product that was deleted late does not close the dialog of another one', () => {
  const deleted = { name: 'delete', product: BALL } as const
  const opened = { name: 'restock', product: { ...BALL, id: 'another' } } as const
  openDialog.value = opened
  closeDialog(deleted)
  expect(openDialog.value).toBe(opened)
  closeDialog(opened)
  expect(openDialog.value).toBeUndefined()
})
