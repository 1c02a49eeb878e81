import type { Product } from '#contract/products'
import { useSignals } from '@preact/signals-react/runtime'
import { lazy, Suspense, useEffect, useLayoutEffect } from 'react'
import { FollowingStep } from '../../checkout/PendingDeliveryStep.tsx'
import { paying } from '../../checkout/pay.ts'
import { ResumingStep } from '../../checkout/ResumingStep.tsx'
import { Boundary } from '../../../ui/ErrorBoundary.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Asking } from './CloseConfirm.tsx'
import { ByPhone } from './ByPhone.tsx'
import { keepPurchase } from './restore-purchase.ts'
import { EndedStep } from './EndedStep.tsx'
import { Failure } from './Failure.tsx'
import { want, wanted } from './purchase-form.store.ts'
import { FormStep } from './FormStep.tsx'
import { asking, leave } from './close-dialog.ts'
import { checkout } from './purchase.store.ts'
import { type Stage, stage } from './purchase-step.ts'
import { busy } from './submit.ts'
import { SuccessStep } from './OrderConfirmationStep.tsx'

const PaymentStep = lazy(async () => ({ default: (await import('./OrderPaymentStep.tsx')).PaymentStep }))

const TITLES: Record<Stage['name'], string> = {
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
    if (product) want(product)
  }, [product])
  useEffect(keepPurchase, [])
  const at = stage.value
  return (
    <Dialog
      title={TITLES[at.name]}
      above={at.name === 'success' ? at.bought.productName : wanted.value?.name}
      held={paying.value || busy.value}
      // A bank asks its question over the page, in a frame of the card provider's.
      coverable={at.name === 'payment'}
      onClose={leave}
    >
      <div className="contents" inert={asking.value}>
        <Boundary
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
        </Boundary>
      </div>
      {asking.value && <Asking />}
    </Dialog>
  )
}

function Step({ at }: { at: Stage }) {
  useSignals()
  switch (at.name) {
    case 'form':
      return wanted.value ? <FormStep /> : <EndedStep />
    case 'payment':
      return <PaymentStep {...at} />
    case 'success':
      return <SuccessStep bought={at.bought} />
    case 'resuming':
    case 'following':
      return (
        <>
          <div className="dialog-body">
            <div className="stack">
              {at.name === 'resuming' ? (
                <ResumingStep at={at} checkout={checkout} />
              ) : (
                <FollowingStep at={at} checkout={checkout} />
              )}
            </div>
          </div>
          {/* In words below what they are about. */}
          <div className="dialog-foot has-[p:empty]:hidden">
            <Failure />
          </div>
        </>
      )
  }
}
