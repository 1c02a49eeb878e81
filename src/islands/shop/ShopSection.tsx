import { useSignals } from '@preact/signals-react/runtime'
import { useEffect } from 'react'
import { Boundary } from '../../ui/Boundary.tsx'
import { InquiryDialog } from './InquiryDialog.tsx'
import { PhoneLink } from '../../checkout/PhoneLink.tsx'
import { loadProducts, opened } from './products.state.ts'
import { ProductDetail } from './ProductDetail.tsx'
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
  useEffect(() => void loadProducts(), [])
  const { dialog, product } = opened.value ?? {}
  return (
    <>
      <Shelf />
      {product && dialog === 'detail' && <ProductDetail product={product} />}
      {product && dialog === 'inquiry' && <InquiryDialog product={product} />}
    </>
  )
}
