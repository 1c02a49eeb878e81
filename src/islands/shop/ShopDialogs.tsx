import { useSignals } from '@preact/signals-react/runtime'
import { lazy, Suspense } from 'react'
import { ClinicPhoneLink } from '../checkout/ByPhone.tsx'
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx'
import { CloseIcon } from '../../ui/icons.tsx'
import { closeDialog, openDialog } from './shop-products.store.ts'

// Loaded when first opened.
const ProductDetail = lazy(async () => ({ default: (await import('./ProductDetail.tsx')).ProductDetail }))
const InquiryDialog = lazy(async () => ({ default: (await import('./InquiryDialog.tsx')).InquiryDialog }))
const PurchaseDialog = lazy(async () => {
  const [{ PurchaseDialog }, { restorePurchase }] = await Promise.all([
    import('./purchase/PurchaseDialog.tsx'),
    import('./purchase/restore-purchase.ts'),
  ])
  restorePurchase()
  return { default: PurchaseDialog }
})

export function ShopDialogs() {
  useSignals()
  const at = openDialog.value
  if (!at) return null
  return (
    <ErrorBoundary key={at.dialog} fallback={<LoadError />}>
      <Suspense
        fallback={
          <p role="status" className="toast">
            One moment...
          </p>
        }
      >
        {at.dialog === 'detail' && <ProductDetail product={at.product} />}
        {at.dialog === 'inquiry' && <InquiryDialog product={at.product} />}
        {at.dialog === 'purchase' && <PurchaseDialog product={at.product} />}
      </Suspense>
    </ErrorBoundary>
  )
}

function LoadError() {
  return (
    <div role="alert" className="toast toast-bad">
      This part of the page could not be loaded. If you have paid, your order is confirmed by email: please
      don't pay again. To order by phone, ring <ClinicPhoneLink />.
      <button type="button" className="button-sign" aria-label="Close" onClick={closeDialog}>
        <CloseIcon />
      </button>
    </div>
  )
}
