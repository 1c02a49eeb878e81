import { useSignals } from '@preact/signals-react/runtime'
import { formatPounds } from '#contract/base/money.ts'
import { ByPhone } from '#islands/checkout/ByPhone.tsx'
import { CardForm, CardNote, StripeElements } from '#islands/checkout/CardForm.tsx'
import { LastError } from '#islands/checkout/LastError.tsx'
import { isPaying } from '#islands/checkout/pay.ts'
import type { OpenPayment } from '#islands/checkout/stepper.ts'
import { order, pence } from '#islands/voucher/voucher-form.store.ts'
import { backToForm, checkout } from '#islands/voucher/voucher.store.ts'

export function VoucherPaymentStep({ clientSecret, publishableKey }: OpenPayment) {
  useSignals()
  return (
    <>
      <div className="panel stack">
        <h3>Payment</h3>
        <StripeElements
          clientSecret={clientSecret}
          publishableKey={publishableKey}
          loading={<p role="status">Loading the payment form...</p>}
          missing={
            <ByPhone to="also buy a gift voucher">
              The payment form could not be loaded. You have not been charged. Please reload the page to carry
              on.
            </ByPhone>
          }
        >
          <CardForm
            checkout={checkout}
            clientSecret={clientSecret}
            email={order.value.voucherData.buyerEmail}
            purchase="voucher"
            returnTo="/"
            missing={
              <ByPhone to="also buy a gift voucher">
                The payment form could not be loaded. Please reload the page to carry on.
              </ByPhone>
            }
            className="stack w-full"
            buttonClassName="w-full"
          >
            {(fields, button) => (
              <>
                {fields}
                <LastError />
                <p className="flex w-full items-baseline justify-between">
                  <span className="text-small text-soft">Total</span>
                  <span className="dialog-total" translate="no">{`£${formatPounds(pence.value ?? 0)}`}</span>
                </p>
                {button}
                <CardNote />
              </>
            )}
          </CardForm>
        </StripeElements>
      </div>
      <button
        type="button"
        className="link link-back text-small"
        disabled={isPaying.value}
        onClick={backToForm}
      >
        Back to Form
      </button>
    </>
  )
}
