import { useEffect } from 'react'
import { ClinicPhoneLink } from '../checkout/ByPhone.tsx'
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx'
import { ShopDialogs } from './ShopDialogs.tsx'
import { hasPendingPurchase } from './pending-purchase.ts'
import { loadProducts, openPurchase } from './shop-products.store.ts'
import { ProductList } from './ProductList.tsx'

export function ShopSection() {
  useEffect(() => {
    void loadProducts()
    if (hasPendingPurchase()) openPurchase()
  }, [])
  return (
    <ErrorBoundary
      fallback={
        <div className="wrap">
          <p role="alert" className="message">
            This part of the page could not be loaded. You can order by phone: ring <ClinicPhoneLink />.
          </p>
        </div>
      }
    >
      <ProductList />
      <ShopDialogs />
    </ErrorBoundary>
  )
}
