import { signal } from '@preact/signals-react'
import { productsEndpoint, type Product } from '#contract/products.ts'
import { call } from '#lib/api.ts'

export type ProductListState =
  { name: 'loading' } | { name: 'failed'; trying: boolean } | { name: 'here'; products: Product[] }

export const productList = signal<ProductListState>({ name: 'loading' })

/** The open dialog and its product. A restored purchase has its product in the draft. */
export const openDialog = signal<
  | { dialog: 'detail' | 'inquiry'; product: Product }
  | { dialog: 'purchase'; product: Product | undefined }
  | undefined
>(undefined)

export async function loadProducts(): Promise<void> {
  // A retry keeps the error message and its focused button until the response arrives.
  productList.value =
    productList.value.name === 'failed' ? { name: 'failed', trying: true } : { name: 'loading' }
  try {
    productList.value = { name: 'here', products: await call(productsEndpoint, undefined) }
  } catch {
    productList.value = { name: 'failed', trying: false }
  }
}

/** Reloads the products past all caches. Keeps the current list while loading and after a failure. */
export async function refreshProducts(): Promise<Product[] | undefined> {
  const path = `${productsEndpoint.path}?at=${Date.now()}` as const
  try {
    const products = await call({ ...productsEndpoint, path }, undefined)
    productList.value = { name: 'here', products }
    return products
  } catch {
    return undefined
  }
}

export function openPurchase(product?: Product): void {
  openDialog.value = { dialog: 'purchase', product }
}

export function openDetail(product: Product): void {
  openDialog.value = { dialog: 'detail', product }
}

export function openInquiry(product: Product): void {
  openDialog.value = { dialog: 'inquiry', product }
}

export function closeDialog(): void {
  openDialog.value = undefined
}
