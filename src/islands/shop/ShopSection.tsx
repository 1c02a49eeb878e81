import { useEffect } from 'react'
import { PhoneLink } from '../checkout/PhoneLink.tsx'
import { Boundary } from '../../ui/ErrorBoundary.tsx'
import { Dialogs } from './Dialogs.tsx'
import { isPurchaseLeft } from './pending-purchase.ts'
import { loadProducts, openPurchase } from './shop-products.store.ts'
import { Shelf } from './Shelf.tsx'

/** What is for sale, and the dialogs about it. */
export function ShopSection() {
  useEffect(() => {
    void loadProducts()
    if (isPurchaseLeft()) openPurchase()
  }, [])
  return (
    <Boundary
      fallback={
        <div className="wrap">
          <p role="alert" className="message">
            This part of the page could not be loaded. You can order by phone: ring <PhoneLink />.
          </p>
        </div>
      }
    >
      <Shelf />
      <Dialogs />
    </Boundary>
  )
}
