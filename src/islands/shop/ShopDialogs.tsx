import { useSignals } from '@preact/signals-react/runtime'
import { lazy, Suspense } from 'react'
import { ClinicPhoneLink } from '#islands/checkout/ByPhone.tsx'
import { closeDialog, openDialog } from '#islands/shop/shop-products.store.ts'
import { ErrorBoundary } from '#ui/ErrorBoundary.tsx'
import { CloseIcon } from '#ui/icons.tsx'

// Loaded when first opened.
const ProductDetail = lazy(async () => ({
  default: (await import('#islands/shop/ProductDetail.tsx')).ProductDetail,
}))
const InquiryDialog = lazy(async () => ({
  default: (await import('#islands/shop/InquiryDialog.tsx')).InquiryDialog,
}))
const PurchaseDialog = lazy(async () => {
  const [{ PurchaseDialog }, { restorePurchase }] = await Promise.all([
    import('#islands/shop/purchase/PurchaseDialog.tsx'),
    import('#islands/shop/purchase/restore-purchase.ts'),
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
      This part of the page could not be loaded. Please reload the page. If you have paid, we will also
      confirm your order by email, so please don't pay again. For anything else, please ring us on{' '}
      <ClinicPhoneLink />.
      <button type="button" className="button-sign" aria-label="Close" onClick={closeDialog}>
        <CloseIcon />
      </button>
    </div>
  )
}
