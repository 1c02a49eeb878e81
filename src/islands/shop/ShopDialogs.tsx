import { useSignals } from '@preact/signals-react/runtime'
import { Suspense } from 'react'
import { ClinicPhoneLink } from '#islands/checkout/ByPhone.tsx'
import { closeDialog, keepDialog, openDialog } from '#islands/shop/shop-products.store.ts'
import { ErrorBoundary } from '#ui/ErrorBoundary.tsx'
import { lazyPart } from '#ui/lazy-part.ts'
import { LoadFailed } from '#ui/LoadFailed.tsx'

// Loaded when first opened.
const ProductDetail = lazyPart(async () => (await import('#islands/shop/ProductDetail.tsx')).ProductDetail)
const InquiryDialog = lazyPart(async () => (await import('#islands/shop/InquiryDialog.tsx')).InquiryDialog)
const PurchaseDialog = lazyPart(async () => {
  const [{ PurchaseDialog }, { restorePurchase }] = await Promise.all([
    import('#islands/shop/purchase/PurchaseDialog.tsx'),
    import('#islands/shop/purchase/restore-purchase.ts'),
  ])
  restorePurchase()
  return PurchaseDialog
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

/**
 * In a dialog, because the person has pressed a button and looks at no other place. Without `Dialog`, which would be loaded
 * with the shop.
 */
function LoadError() {
  return (
    <dialog ref={show} className="dialog" aria-label="Please reload the page" onClose={closeDialog}>
      <div className="dialog-body">
        <LoadFailed beforeReload={keepDialog}>
          This part of the page could not be loaded. Please reload the page. If you have paid, we will also
          confirm your order by email, so please don't pay again. For anything else, please ring us on{' '}
          <ClinicPhoneLink />.
        </LoadFailed>
        <button type="button" className="text-button min-h-target" onClick={closeDialog}>
          Close
        </button>
      </div>
    </dialog>
  )
}

function show(dialog: HTMLDialogElement | null): void {
  if (dialog && !dialog.open) dialog.showModal()
}
