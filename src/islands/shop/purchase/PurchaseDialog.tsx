import type { Product } from '#contract/products'
import { useSignals } from '@preact/signals-react/runtime'
import { lazy, Suspense, useEffect, useLayoutEffect } from 'react'
import { PendingDeliveryStep } from '../../checkout/PendingDeliveryStep.tsx'
import { isPaying } from '../../checkout/pay.ts'
import { ResumingStep } from '../../checkout/ResumingStep.tsx'
import { ErrorBoundary } from '../../../ui/ErrorBoundary.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { CloseConfirm } from './CloseConfirm.tsx'
import { ByPhone } from './ByPhone.tsx'
import { keepPurchaseDraft } from './restore-purchase.ts'
import { EndedStep } from './EndedStep.tsx'
import { PurchaseError } from './Failure.tsx'
import { selectProduct, selectedProduct } from './purchase-form.store.ts'
import { FormStep } from './FormStep.tsx'
import { isConfirmingClose, requestClose } from './close-dialog.ts'
import { checkout } from './purchase.store.ts'
import { type PurchaseStep, step } from './purchase-step.ts'
import { isSubmitting } from './submit.ts'
import { OrderConfirmationStep } from './OrderConfirmationStep.tsx'

const OrderPaymentStep = lazy(async () => ({
  default: (await import('./OrderPaymentStep.tsx')).OrderPaymentStep,
}))

const TITLES: Record<PurchaseStep['name'], string> = {
  form: 'Purchase Product',
  payment: 'Complete Payment',
  resuming: 'Your payment',
  following: 'Payment received',
  success: 'Order Confirmed!',
}

/** Buying one product, from the form to the receipt. What shows the receipt is here before any money goes. */
export function PurchaseDialog({ product }: { product: Product | undefined }) {
  useSignals()
  useLayoutEffect(() => {
    if (product) selectProduct(product)
  }, [product])
  useEffect(keepPurchaseDraft, [])
  const at = step.value
  return (
    <Dialog
      title={TITLES[at.name]}
      eyebrow={at.name === 'success' ? at.bought.productName : selectedProduct.value?.name}
      locked={isPaying.value || isSubmitting.value}
      // A bank asks its question over the page, in a frame of the card provider's.
      nonModal={at.name === 'payment'}
      onClose={requestClose}
    >
      <div className="contents" inert={isConfirmingClose.value}>
        <ErrorBoundary
          key={at.name}
          fallback={
            <div className="dialog-body">
              <ByPhone>The payment form could not be loaded. You have not been charged.</ByPhone>
            </div>
          }
        >
          <Suspense
            fallback={
              <div className="dialog-body">
                <p role="status">One moment...</p>
              </div>
            }
          >
            <Step at={at} />
          </Suspense>
        </ErrorBoundary>
      </div>
      {isConfirmingClose.value && <CloseConfirm />}
    </Dialog>
  )
}

function Step({ at }: { at: PurchaseStep }) {
  useSignals()
  switch (at.name) {
    case 'form':
      return selectedProduct.value ? <FormStep /> : <EndedStep />
    case 'payment':
      return <OrderPaymentStep {...at} />
    case 'success':
      return <OrderConfirmationStep bought={at.bought} />
    case 'resuming':
    case 'following':
      return (
        <>
          <div className="dialog-body">
            <div className="stack">
              {at.name === 'resuming' ? (
                <ResumingStep at={at} checkout={checkout} />
              ) : (
                <PendingDeliveryStep at={at} checkout={checkout} />
              )}
            </div>
          </div>
          {/* In words below what they are about. */}
          <div className="dialog-foot has-[p:empty]:hidden">
            <PurchaseError />
          </div>
        </>
      )
  }
}
