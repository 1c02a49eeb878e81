import { useSignals } from '@preact/signals-react/runtime'
import type { Product } from '#contract/products/products.ts'
import {
  ALL_PRODUCTS,
  chosenProducts,
  filterProducts,
  productFilter,
  type ProductOrder,
} from '#islands/shop/shop-products.store.ts'
import { Select } from '#ui/Select.tsx'

const ORDERS: Record<ProductOrder, string> = {
  newest: 'Newest first',
  cheapest: 'Price, lowest first',
  dearest: 'Price, highest first',
}

/** Kind, stock and order of the list. The kind is left out while all products have the same one. */
export function ProductFilter({ products }: { products: Product[] }) {
  useSignals()
  const { category, inStockOnly, order } = productFilter.value
  const categories = [...new Set(products.map((product) => product.category))].toSorted()
  const count = chosenProducts.value?.length ?? 0
  return (
    <div className="mb-10 grid gap-4">
      <div className="flex flex-wrap items-end gap-x-6 gap-y-4">
        {categories.length > 1 && (
          <Select
            label="Kind"
            className="grow sm:max-w-60"
            value={category}
            onChange={(event) => filterProducts({ category: event.target.value })}
          >
            <option value="">All</option>
            {categories.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </Select>
        )}
        <Select
          label="Order"
          className="grow sm:max-w-60"
          value={order}
          onChange={(event) => filterProducts({ order: event.target.value as ProductOrder })}
        >
          {Object.entries(ORDERS).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
        <label className="check">
          <input
            type="checkbox"
            checked={inStockOnly}
            onChange={(event) => filterProducts({ inStockOnly: event.target.checked })}
          />
          <span>In stock only</span>
        </label>
      </div>
      <p role="status" className="text-small text-soft">
        {count === 0 ? 'None of our products match.' : `${count} of ${products.length} products`}
      </p>
      {count === 0 && (
        <button
          type="button"
          className="text-button justify-self-start"
          onClick={() => filterProducts(ALL_PRODUCTS)}
        >
          Show all products
        </button>
      )}
    </div>
  )
}
