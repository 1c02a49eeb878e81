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
import { showToast } from '../../../ui/toast.ts'
import { createPagedList } from '../shared/paged-list.store.ts'
import { failureSentence } from '../shared/error-message.ts'
import { ask, askPage } from '../admin-api.ts'

export const products = createPagedList<AdminProduct>((query) =>
  askPage(adminProductsEndpoint, undefined, { query }),
)

/** What is asked about one product; its form has an address instead. */
export const asked = signal<{ about: 'restock' | 'delete'; product: AdminProduct } | undefined>(undefined)

export const closeAsked = () => void (asked.value = undefined)

export const succeeded = (description: string) => showToast({ title: 'Success', description })
export const failed = (description: string) =>
  showToast({ title: 'Error', description, variant: 'destructive' })

export const getProduct = (id: string): Promise<AdminProduct> =>
  ask(adminProductEndpoint, undefined, { params: { id } })

/** Says nothing once it is done; else the sentence of what went wrong. */
export async function deleteProduct({ id }: AdminProduct): Promise<string | undefined> {
  try {
    await ask(archiveProductEndpoint, undefined, { params: { id } })
  } catch (error) {
    failed('Failed to delete product')
    return failureSentence(error, 'The product could not be deleted. Please try again.')
  }
  succeeded('Product deleted successfully!')
  await products.refresh()
  return undefined
}

/** Withholds a product from sale, or no longer, as it is now: a sale or another tab meanwhile is no reason not to. */
export async function sell({ id }: AdminProduct, inStock: boolean): Promise<void> {
  try {
    await setForSale(id, inStock)
    succeeded('Product updated successfully!')
  } catch {
    failed('Failed to update product')
  }
  await products.refresh()
}

async function setForSale(id: string, inStock: boolean, again = true): Promise<void> {
  const now = await getProduct(id)
  try {
    await ask(changeProductEndpoint, { ...now, inStock }, { params: { id } })
  } catch (error) {
    const changed = error instanceof ApiError && error.body?.code === 'changed_meanwhile'
    if (!changed || !again) throw error
    await setForSale(id, inStock, false)
  }
}

export async function restock(id: string, quantity: string, requestId: string): Promise<void> {
  await ask(restockProductEndpoint, { quantity, requestId }, { params: { id } })
  succeeded('Product updated successfully!')
}
