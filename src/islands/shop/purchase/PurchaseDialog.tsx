import { useSignals } from '@preact/signals-react/runtime'
import { Suspense, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import type { Product } from '#contract/products/products.ts'
import { ClinicPhoneLink } from '#islands/checkout/ByPhone.tsx'
import { Notice } from '#islands/checkout/Notice.tsx'
import { isPaying } from '#islands/checkout/pay.ts'
import { FOLLOWING_TITLES, PendingDeliveryStep } from '#islands/checkout/PendingDeliveryStep.tsx'
import { ResumingStep } from '#islands/checkout/ResumingStep.tsx'
import { FormStep } from '#islands/shop/purchase/FormStep.tsx'
import { OrderConfirmationStep } from '#islands/shop/purchase/OrderConfirmationStep.tsx'
import { selectedProduct, selectProduct } from '#islands/shop/purchase/purchase-form.store.ts'
import {
  checkout,
  closePurchase,
  isConfirmingClose,
  isSubmitting,
  keepOpen,
  notice,
  requestClose,
  step,
  type PurchaseStep,
} from '#islands/shop/purchase/purchase.store.ts'
import { PurchaseError } from '#islands/shop/purchase/PurchaseError.tsx'
import { keepPurchaseDraft } from '#islands/shop/purchase/restore-purchase.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { ErrorBoundary } from '#ui/ErrorBoundary.tsx'
import { lazyPart } from '#ui/lazy-part.ts'
import { LoadFailed } from '#ui/LoadFailed.tsx'

const OrderPaymentStep = lazyPart(
  async () => (await import('#islands/shop/purchase/OrderPaymentStep.tsx')).OrderPaymentStep,
)

const TITLES: Record<Exclude<PurchaseStep['name'], 'following'>, string> = {
  form: 'Purchase Product',
  payment: 'Complete Payment',
  resuming: 'Your payment',
  success: 'Order Confirmed!',
}

const titleOf = (at: PurchaseStep) =>
  at.name === 'following' ? FOLLOWING_TITLES[at.reason] : TITLES[at.name]

/** The product. The step of the payment names it below the title, with its quantity. */
function eyebrowOf(at: PurchaseStep): string | undefined {
  if (at.name === 'payment') return undefined
  return at.name === 'success' ? at.bought.productName : selectedProduct.value?.name
}

/** The purchase of one product. The confirmation is in this chunk, so that it is loaded before the buyer pays. */
export function PurchaseDialog({ product }: { product: Product | undefined }) {
  // Before the first step is rendered, which would show a closed payment without a product.
  useState(() => product && selectProduct(product))
  useSignals()
  useEffect(keepPurchaseDraft, [])
  const at = step.value
  return (
    <Dialog
      title={titleOf(at)}
      eyebrow={eyebrowOf(at)}
      locked={isPaying.value || isSubmitting.value}
      // Stripe shows 3-D Secure in a frame above the page.
      nonModal={at.name === 'payment'}
      // An interrupted purchase that goes on has said so.
      keepsToast={product === undefined}
      onClose={requestClose}
    >
      <div className="contents" inert={isConfirmingClose.value}>
        <ErrorBoundary
          key={at.name}
          fallback={
            <div className="dialog-body">
              <StepFailed name={at.name} />
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

/** Shown if a step fails. Does not suggest ordering by phone to someone who may have paid. */
function StepFailed({ name }: { name: PurchaseStep['name'] }) {
  if (name === 'form' || name === 'payment') {
    return (
      <LoadFailed>
        The payment form could not be loaded. You have not been charged. Please reload the page to carry on.
        You can also order by phone on <ClinicPhoneLink />.
      </LoadFailed>
    )
  }
  return (
    <LoadFailed>
      This part of the page could not be loaded. Please reload the page. If you have paid, we will also
      confirm your order by email, so please don't pay again. For anything else, please ring us on{' '}
      <ClinicPhoneLink />.
    </LoadFailed>
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
          <div className="dialog-foot has-[p:empty]:hidden">
            <PurchaseError />
          </div>
        </>
      )
  }
}

/** Shown for a closed payment that this tab has no product for. */
function EndedStep() {
  useSignals()
  return (
    <>
      <div className="dialog-body">
        <Notice text={notice.value ?? ''} />
      </div>
      <div className="dialog-foot">
        <PurchaseError />
        <Button className="ml-auto max-sm:grow" onClick={closePurchase}>
          Back to the Shop
        </Button>
      </div>
    </>
  )
}

const QUESTIONS = {
  form: 'Close this window? You will lose what you have typed.',
  payment: 'Close this window? You have not been charged, and you will lose what you have typed.',
  resuming:
    'Close this window? We do not know yet whether your payment went through. If it did, we will email you.',
}

/** Asks for confirmation before the purchase is discarded. Covers the dialog's foot. */
function CloseConfirm() {
  useSignals()
  const id = useId()
  const safe = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const before = document.activeElement
    safe.current?.querySelector('button')?.focus()
    return () => {
      if (before instanceof HTMLElement) requestAnimationFrame(() => before.focus())
    }
  }, [])
  const { name } = step.value
  return (
    <div ref={safe} className="dialog-ask" role="alertdialog" aria-labelledby={id}>
      <p id={id} className="mb-4">
        {name in QUESTIONS && QUESTIONS[name as keyof typeof QUESTIONS]}
      </p>
      <div className="flex flex-wrap justify-between gap-3 max-sm:*:grow">
        <Button variant="quiet" onClick={keepOpen}>
          Keep it open
        </Button>
        <Button variant="bad" onClick={closePurchase}>
          Close
        </Button>
      </div>
    </div>
  )
}
