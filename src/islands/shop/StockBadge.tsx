import type { Product } from '#contract/products'

export function StockBadge({ product: { inStock, stock } }: { product: Product }) {
  if (!inStock) return <span className="badge badge-off">Out of Stock</span>
  return <span className="badge badge-good">In Stock: {stock} available</span>
}
