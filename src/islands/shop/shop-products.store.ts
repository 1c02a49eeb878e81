import { signal } from '@preact/signals-react'
import { type Product, productsEndpoint } from '#contract/products'
import { call } from '../../lib/api.ts'

/** The shelf: on its way, not to be had (and perhaps being asked for again), or here. */
export type ProductListState =
  { name: 'loading' } | { name: 'failed'; trying: boolean } | { name: 'here'; products: Product[] }

export const productList = signal<ProductListState>({ name: 'loading' })

/** The dialog that is open, and the product it is about. A purchase may be one that was begun before the page was. */
export const openDialog = signal<
  | { dialog: 'detail' | 'inquiry'; product: Product }
  | { dialog: 'purchase'; product: Product | undefined }
  | undefined
>(undefined)

export async function loadProducts(): Promise<void> {
  // What failed keeps its sentence and its button, which has the focus, until the answer is here.
  productList.value =
    productList.value.name === 'failed' ? { name: 'failed', trying: true } : { name: 'loading' }
  try {
    productList.value = { name: 'here', products: await call(productsEndpoint, undefined) }
  } catch {
    productList.value = { name: 'failed', trying: false }
  }
}

/** The shelf as it is now, past all caches. What is looked at meanwhile stays in sight, also if nothing comes of it. */
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
