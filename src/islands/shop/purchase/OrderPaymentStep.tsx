import { useSignals } from '@preact/signals-react/runtime'
import type { ReactNode } from 'react'
import { formatPounds } from '#contract/base/money.ts'
import { ByPhone } from '#islands/checkout/ByPhone.tsx'
import { CardForm, CardNote, StripeElements } from '#islands/checkout/CardForm.tsx'
import { DELIVERY_NAMES } from '#islands/checkout/order-facts.ts'
import { isPaying } from '#islands/checkout/pay.ts'
import type { OpenPayment } from '#islands/checkout/stepper.ts'
import { order, selectedProduct, total } from '#islands/shop/purchase/purchase-form.store.ts'
import { backToForm, checkout } from '#islands/shop/purchase/purchase.store.ts'
import { PurchaseError } from '#islands/shop/purchase/PurchaseError.tsx'

export function OrderPaymentStep({ clientSecret, publishableKey }: OpenPayment) {
  useSignals()
  return (
    <StripeElements
      clientSecret={clientSecret}
      publishableKey={publishableKey}
      loading={<Layout fields={<p role="status">Loading the payment form...</p>} />}
      missing={
        <Layout
          fields={
            <ByPhone to="also order">
              The payment form could not be loaded. You have not been charged. Please reload the page to carry
              on.
            </ByPhone>
          }
        />
      }
    >
      <CardForm
        checkout={checkout}
        clientSecret={clientSecret}
        email={order.value.purchaseData.email}
        purchase="goods"
        returnTo="/shop"
        missing={
          <ByPhone to="also order">
            The payment form could not be loaded. Please reload the page to carry on.
          </ByPhone>
        }
        className="contents"
        buttonClassName="grow sm:min-w-56 sm:grow-0"
      >
        {(fields, button) => (
          <Layout
            fields={
              <>
                {fields}
                <CardNote />
              </>
            }
            button={button}
          />
        )}
      </CardForm>
    </StripeElements>
  )
}

function Layout({ fields, button }: { fields: ReactNode; button?: ReactNode }) {
  useSignals()
  return (
    <>
      <div className="dialog-body">
        <div className="stack">
          <OrderSummary />
          {fields}
          <button
            type="button"
            className="link link-back text-small"
            disabled={isPaying.value}
            onClick={backToForm}
          >
            Back to Form
          </button>
        </div>
      </div>
      <div className="dialog-foot">
        <PurchaseError />
        <p>
          <span className="block text-small text-soft">Total</span>
          <span className="dialog-total" translate="no">{`£${formatPounds(total.value ?? 0)}`}</span>
        </p>
        {button}
      </div>
    </>
  )
}

/** In one line, so that the card's fields are in view below it on a phone. */
function OrderSummary() {
  useSignals()
  const { quantity, purchaseData } = order.value
  const { delivery, shippingAddress } = purchaseData
  return (
    <p className="text-small text-soft">
      <span translate="no">{`${quantity} × ${selectedProduct.value?.name ?? ''}`}</span>{' '}
      <span>{`· ${DELIVERY_NAMES[delivery]}`}</span>{' '}
      {delivery === 'local' && (
        <span translate="no">{`· ${shippingAddress.line1}, ${shippingAddress.postcode}`}</span>
      )}
    </p>
  )
}
