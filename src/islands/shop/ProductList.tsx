import { useSignals } from '@preact/signals-react/runtime'
import { useDeferredValue, useEffect, useRef } from 'react'
import { ClinicPhoneLink } from '#islands/checkout/ByPhone.tsx'
import { showProductData } from '#islands/shop/product-data.ts'
import { ProductCard } from '#islands/shop/ProductCard.tsx'
import { loadProducts, productList } from '#islands/shop/shop-products.store.ts'
import { Button } from '#ui/Button.tsx'

const THEMES = ['ocean', 'sage', 'warm']
const FIRST = 3

export function ProductList() {
  useSignals()
  const place = useRef<HTMLDivElement>(null)
  const at = productList.value
  const products = at.name === 'here' ? at.products : undefined
  // At first in two parts: a phone responds to no input while it lays out all products.
  const shown = useDeferredValue(products) ?? products?.slice(0, FIRST)
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
      className={`items outline-none ${shown === products ? '' : 'items-waiting'}`}
    >
      {at.name === 'loading' && <Placeholder waiting>Loading products...</Placeholder>}
      {at.name === 'failed' && <LoadError trying={at.trying} onTryAgain={() => void tryAgain()} />}
      {products?.length === 0 && <Placeholder>No products available at the moment.</Placeholder>}
      {shown?.map((product, index) => (
        <ProductCard
          key={product.id}
          product={product}
          theme={THEMES[index % THEMES.length] ?? ''}
          soon={index === 0}
        />
      ))}
    </div>
  )
}

function Placeholder({ children, waiting = false }: { children: string; waiting?: boolean }) {
  return (
    <div className={waiting ? 'wrap items-waiting' : 'wrap'}>
      <p role="status" className="blank text-soft">
        {children}
      </p>
    </div>
  )
}

function LoadError({ trying, onTryAgain }: { trying: boolean; onTryAgain: () => void }) {
  return (
    <div className="wrap">
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
    </div>
  )
}
