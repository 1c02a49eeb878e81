import { computed, signal } from '@preact/signals-react'
import { productsEndpoint, type Product } from '#contract/products/products.ts'
import { call } from '#lib/api.ts'
import { readSession, writeSession } from '#lib/session-storage.ts'

export type ProductListState =
  { name: 'loading' } | { name: 'failed'; trying: boolean } | { name: 'here'; products: Product[] }

export const productList = signal<ProductListState>({ name: 'loading' })

const THEMES = ['ocean', 'sage', 'warm']

export type ProductOrder = 'newest' | 'cheapest' | 'dearest'

/** What the list shows. `category`: '' for all. The server sends the newest product first. */
export const ALL_PRODUCTS = { category: '', inStockOnly: false, order: 'newest' as ProductOrder }
export const productFilter = signal(ALL_PRODUCTS)
/** A list of more products than this has a filter. */
export const FILTER_FROM = 6

/** The products that match the filter, in its order. Each keeps the theme of its place in the whole list. */
export const chosenProducts = computed(() => {
  if (productList.value.name !== 'here') return undefined
  const { products } = productList.value
  const { category, inStockOnly, order } = products.length > FILTER_FROM ? productFilter.value : ALL_PRODUCTS
  const matching = products
    .map((product, index) => ({ product, theme: THEMES[index % THEMES.length] ?? '' }))
    .filter(({ product }) => category === '' || product.category === category)
    .filter(({ product }) => product.inStock || !inStockOnly)
  if (order === 'newest') return matching
  const sign = order === 'cheapest' ? 1 : -1
  return matching.toSorted((a, b) => sign * (Number(a.product.price) - Number(b.product.price)))
})

export function filterProducts(changes: Partial<typeof ALL_PRODUCTS>): void {
  productFilter.value = { ...productFilter.value, ...changes }
}

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
    const products = await call(productsEndpoint, undefined)
    productList.value = { name: 'here', products }
    reopenDialog(products)
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

/** In session storage: the dialog that could not be loaded, and its product. */
const KEPT_DIALOG = 'shop-dialog'

/** Has the next load of the page open this dialog again. */
export function keepDialog(): void {
  const at = openDialog.value
  writeSession(KEPT_DIALOG, at?.product && `${at.dialog} ${at.product.id}`)
}

function reopenDialog(products: Product[]): void {
  const [dialog, id] = (readSession(KEPT_DIALOG) ?? '').split(' ')
  writeSession(KEPT_DIALOG, undefined)
  const product = products.find((each) => each.id === id)
  if (!product || openDialog.value) return
  if (dialog === 'detail' || dialog === 'inquiry' || dialog === 'purchase')
    openDialog.value = { dialog, product }
}
