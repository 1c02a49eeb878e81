import { useSignals } from '@preact/signals-react/runtime'
import { useEffect } from 'react'
import { PhoneLink } from '../../checkout/PhoneLink.tsx'
import { Boundary } from '../../ui/Boundary.tsx'
import { InquiryDialog } from './InquiryDialog.tsx'
import { isPurchaseLeft } from './left-purchase.ts'
import { loadProducts, opened, openPurchase } from './products.state.ts'
import { ProductDetail } from './ProductDetail.tsx'
import { Purchase } from './Purchase.tsx'
import { Shelf } from './Shelf.tsx'

/** What is for sale, and the dialogs about it. */
export function ShopSection() {
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
      <ShelfAndDialogs />
    </Boundary>
  )
}

function ShelfAndDialogs() {
  useSignals()
  useEffect(() => {
    void loadProducts()
    if (isPurchaseLeft()) openPurchase()
  }, [])
  const at = opened.value
  return (
    <>
      <Shelf />
      {at?.dialog === 'detail' && <ProductDetail product={at.product} />}
      {at?.dialog === 'inquiry' && <InquiryDialog product={at.product} />}
      {at?.dialog === 'purchase' && <Purchase product={at.product} />}
    </>
  )
}
