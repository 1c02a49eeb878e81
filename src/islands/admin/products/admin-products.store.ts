import { signal } from '@preact/signals-react'
import {
  type AdminProduct,
  adminProductEndpoint,
  adminProductsEndpoint,
  archiveProductEndpoint,
  changeProductEndpoint,
  restockProductEndpoint,
} from '#contract/admin-products'
import { ApiError } from '../../../lib/api.ts'
import type { ActionResult } from '../../../ui/FormDialog.tsx'
import { showToast } from '../../../ui/toast.ts'
import { createPagedList } from '../shared/paged-list.store.ts'
import { toActionError } from '../shared/error-message.ts'
import { adminCall, adminCallPage } from '../admin-api.ts'

export const list = createPagedList<AdminProduct>((query) =>
  adminCallPage(adminProductsEndpoint, undefined, { query }),
)

/** The open dialog. The product form has a route instead. */
export const openDialog = signal<{ name: 'restock' | 'delete'; product: AdminProduct } | undefined>(undefined)

export const closeDialog = () => void (openDialog.value = undefined)

export const notifySuccess = (description: string) => showToast({ title: 'Success', description })
export const notifyError = (description: string) =>
  showToast({ title: 'Error', description, variant: 'destructive' })

export const getProduct = (id: string): Promise<AdminProduct> =>
  adminCall(adminProductEndpoint, undefined, { params: { id } })

export async function deleteProduct({ id }: AdminProduct): Promise<ActionResult> {
  try {
    await adminCall(archiveProductEndpoint, undefined, { params: { id } })
  } catch (error) {
    notifyError('Failed to delete product')
    return toActionError(error, 'The product could not be deleted. Please try again.')
  }
  notifySuccess('Product deleted successfully!')
  await list.refresh()
  return undefined
}

/** Withholds a product from sale, or offers it again. Retries once if the product has changed since it was loaded. */
export async function changeForSale({ id }: AdminProduct, inStock: boolean): Promise<void> {
  try {
    await setForSale(id, inStock)
    notifySuccess('Product updated successfully!')
  } catch {
    notifyError('Failed to update product')
  }
  await list.refresh()
}

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

export async function restock(id: string, quantity: string, requestId: string): Promise<ActionResult> {
  try {
    await adminCall(restockProductEndpoint, { quantity, requestId }, { params: { id } })
  } catch (error) {
    notifyError('Failed to update product')
    return toActionError(error, 'This could not be saved. Please try again: it counts once.')
  }
  notifySuccess('Product updated successfully!')
  return undefined
}
