import { useSignals } from '@preact/signals-react/runtime'
import { useDeferredValue, useEffect, useRef } from 'react'
import { ClinicPhoneLink } from '#islands/checkout/ByPhone.tsx'
import { showProductData } from '#islands/shop/product-data.ts'
import { ProductCard } from '#islands/shop/ProductCard.tsx'
import { ProductFilter } from '#islands/shop/ProductFilter.tsx'
import { chosenProducts, FILTER_FROM, loadProducts, productList } from '#islands/shop/shop-products.store.ts'
import { Button } from '#ui/Button.tsx'

const FIRST = 3

export function ProductList() {
  useSignals()
  const place = useRef<HTMLDivElement>(null)
  const at = productList.value
  const products = at.name === 'here' ? at.products : undefined
  const chosen = chosenProducts.value
  // At first in two parts: a phone responds to no input while it lays out all products.
  const shown = useDeferredValue(chosen) ?? chosen?.slice(0, FIRST)
  useEffect(() => {
    if (products) showProductData(products)
  }, [products])

  async function tryAgain() {
    await loadProducts()
    // The focused button is gone.
    if (productList.value.name === 'here') place.current?.focus()
  }

  return (
    <div
      ref={place}
      role="group"
      aria-label="Products"
      tabIndex={-1}
      // Keeps loading products from shifting content in view.
      className={`outline-none ${shown === chosen ? '' : 'min-h-svh'}`}
    >
      {at.name === 'loading' && <Loading />}
      {at.name === 'failed' && <LoadError trying={at.trying} onTryAgain={() => void tryAgain()} />}
      {products?.length === 0 && (
        <div className="blank stack shelf-empty">
          <p role="status" className="text-soft">
            No products available at the moment.
          </p>
          <a className="link link-on" href="/#gift-vouchers">
            Give a gift voucher
          </a>
        </div>
      )}
      {products && products.length > FILTER_FROM && <ProductFilter products={products} />}
      <div className="grid gap-y-12 md:grid-cols-2 md:gap-x-6 lg:gap-x-10 lg:gap-y-16">
        {shown?.map(({ product, theme }, index) => (
          <ProductCard key={product.id} product={product} theme={theme} soon={index === 0} />
        ))}
      </div>
    </div>
  )
}

/** Hidden without JavaScript, where no products load; the next section says how to order. */
function Loading() {
  return (
    <p role="status" className="blank min-h-svh text-soft noscript:hidden">
      Loading products...
    </p>
  )
}

function LoadError({ trying, onTryAgain }: { trying: boolean; onTryAgain: () => void }) {
  return (
    <div className="blank stack">
      <p role="alert">
        <strong className="block">The products could not be loaded.</strong>
        <span className="text-small text-soft">
          Please try again, or ring us on <ClinicPhoneLink />.
        </span>
      </p>
      <Button
        variant="quiet"
        className="button-compact min-w-44"
        pendingLabel={trying ? 'Loading products...' : undefined}
        onClick={onTryAgain}
      >
        Try again
      </Button>
    </div>
  )
}
