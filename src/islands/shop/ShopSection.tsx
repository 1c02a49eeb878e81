import { useEffect } from 'react'
import { ClinicPhoneLink } from '#islands/checkout/ByPhone.tsx'
import { hasPendingPurchase } from '#islands/shop/pending-purchase.ts'
import { ProductList } from '#islands/shop/ProductList.tsx'
import { loadProducts, openPurchase } from '#islands/shop/shop-products.store.ts'
import { ShopDialogs } from '#islands/shop/ShopDialogs.tsx'
import { ErrorBoundary } from '#ui/ErrorBoundary.tsx'
import { LoadFailed } from '#ui/LoadFailed.tsx'

export function ShopSection() {
  useEffect(() => {
    void loadProducts()
    if (hasPendingPurchase()) openPurchase()
  }, [])
  return (
    <ErrorBoundary
      fallback={
        <LoadFailed>
          This part of the page could not be loaded. Please reload the page. You can also order by phone on{' '}
          <ClinicPhoneLink />.
        </LoadFailed>
      }
    >
      <ProductList />
      <ShopDialogs />
    </ErrorBoundary>
  )
}
