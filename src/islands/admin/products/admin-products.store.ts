import { signal } from '@preact/signals-react'
import {
  adminProductEndpoint,
  adminProductsEndpoint,
  archiveProductEndpoint,
  changeProductEndpoint,
  restockProductEndpoint,
  type AdminProduct,
} from '#contract/products/admin-products.ts'
import { adminCall, adminCallPage } from '#islands/admin/admin-api.ts'
import { route } from '#islands/admin/router.ts'
import { runAction } from '#islands/admin/shared/action.ts'
import { createList } from '#islands/admin/shared/list.ts'
import { ApiError } from '#lib/api.ts'
import type { ActionResult } from '#ui/FormDialog.tsx'

export const list = createList<AdminProduct>('products', (query) =>
  adminCallPage(adminProductsEndpoint, undefined, { query }),
)

/** The product whose Delete dialog is open. The product form has a route instead. */
export const deleting = signal<AdminProduct | undefined>(undefined)

// A dialog belongs to the page over which it was opened, which Back may leave.
route.subscribe(() => void (deleting.value = undefined))

/** Closes the dialog of this product, and no other one that was opened while its request was under way. */
export function closeDelete(product: AdminProduct): void {
  if (deleting.value === product) deleting.value = undefined
}

export const UPDATED = 'Product updated successfully!'
export const UPDATE_FAILED = 'Failed to update product'

export const getProduct = (id: string): Promise<AdminProduct> =>
  adminCall(adminProductEndpoint, undefined, { params: { id } })

export const deleteProduct = ({ id }: AdminProduct): Promise<ActionResult> =>
  runAction(() => adminCall(archiveProductEndpoint, undefined, { params: { id } }), {
    done: 'Product deleted successfully!',
    failed: 'The product could not be deleted. Please try again.',
    failedToast: 'Failed to delete product',
  })

/** Withholds a product from sale, or offers it again. */
export const changeForSale = ({ id }: AdminProduct, inStock: boolean): Promise<ActionResult> =>
  runAction(() => setForSale(id, inStock), { done: UPDATED, failed: UPDATE_FAILED })

/** Retries once if the product has changed since it was loaded. */
async function setForSale(id: string, inStock: boolean, again = true): Promise<void> {
  const now = await getProduct(id)
  try {
    await adminCall(changeProductEndpoint, { ...now, inStock }, { params: { id } })
  } catch (error) {
    const changed = error instanceof ApiError && error.body?.code === 'changed_meanwhile'
    if (!changed || !again) throw error
    await setForSale(id, inStock, false)
  }
}

export const restock = (id: string, quantity: string, requestId: string): Promise<ActionResult> =>
  runAction(() => adminCall(restockProductEndpoint, { quantity, requestId }, { params: { id } }), {
    done: UPDATED,
    failed: 'We could not save this. Please try again. The stock will not be added twice.',
    failedToast: UPDATE_FAILED,
  })
