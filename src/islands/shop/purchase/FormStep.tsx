import { useSignals } from '@preact/signals-react/runtime'
import { clinic } from '#clinic/clinic-facts.ts'
import { formatPounds } from '#contract/base/money.ts'
import { describeArea } from '#contract/base/postcode.ts'
import { deliveries } from '#contract/base/statuses.ts'
import { EmailField } from '#islands/checkout/EmailField.tsx'
import { Notice } from '#islands/checkout/Notice.tsx'
import { DELIVERY_NAMES } from '#islands/checkout/order-facts.ts'
import { PrivacyNote } from '#islands/checkout/PrivacyNote.tsx'
import {
  chooseDelivery,
  form,
  payableTotal,
  selectedProduct,
  type FieldName,
} from '#islands/shop/purchase/purchase-form.store.ts'
import { isSubmitting, notice, submit } from '#islands/shop/purchase/purchase.store.ts'
import { PurchaseError } from '#islands/shop/purchase/PurchaseError.tsx'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { focusFirstError } from '#ui/focus.ts'
import { QuantityField } from '#ui/QuantityField.tsx'

export function FormStep() {
  useSignals()
  return (
    <form
      noValidate
      className="contents"
      onSubmit={(event) => {
        event.preventDefault()
        const element = event.currentTarget
        void submit().then((started) => started || focusFirstError(element))
      }}
    >
      <div className="dialog-body">
        {notice.value !== undefined && <Notice text={notice.value} className="mb-5" />}
        <Fields />
        <div className="mt-5">
          <PrivacyNote />
        </div>
      </div>
      <div className="dialog-foot">
        <PurchaseError />
        <p>
          <span className="block text-small text-soft">Total</span>
          <output className="dialog-total" translate="no">
            {payableTotal.value === undefined ? '–' : `£${formatPounds(payableTotal.value)}`}
          </output>
        </p>
        <Button
          type="submit"
          className="grow sm:min-w-56 sm:grow-0"
          pendingLabel={isSubmitting.value ? 'Processing...' : undefined}
        >
          Continue to Payment
        </Button>
      </div>
    </form>
  )
}

function Fields() {
  useSignals()
  const stock = selectedProduct.value?.stock ?? 0
  const field = (name: FieldName) => ({
    ...form.field(name),
    // Read-only while the request is pending.
    readOnly: isSubmitting.value,
  })
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(9.5rem,40%)),1fr))] gap-x-3 gap-y-5 sm:grid-cols-2 sm:gap-x-4">
      <Field label="First name" autoComplete="given-name" {...field('firstName')} />
      <Field label="Last name" autoComplete="family-name" {...field('lastName')} />
      <EmailField label="Email" autoComplete="email" className="col-span-full" {...field('email')} />
      <Field label="Phone" optional type="tel" autoComplete="tel" {...field('phone')} />
      <QuantityField
        label="Quantity"
        note={stock > 0 ? `up to ${stock}` : undefined}
        min={1}
        max={Math.max(1, stock)}
        {...field('quantity')}
      />
      <DeliveryChoice />
      <Field
        label="Address line 1"
        autoComplete="address-line1"
        className="col-span-full"
        {...field('line1')}
      />
      <Field
        label="Address line 2"
        optional
        autoComplete="address-line2"
        className="col-span-full"
        {...field('line2')}
      />
      <Field label="City" autoComplete="address-level2" {...field('city')} />
      <Field label="Postcode" autoComplete="postal-code" {...field('postcode')} />
    </div>
  )
}

const { street, city, postcode } = clinic.address

const HINTS = {
  collection: `You can collect it from ${street}, ${city} ${postcode.replace(' ', '\u00a0')}. We still need your own address for the receipt.`,
  local: `${clinic.delivery.cost} delivery in ${describeArea(clinic.delivery)}, to the address below. We will call or email you to agree a time.`,
}

function DeliveryChoice() {
  useSignals()
  const chosen = form.values.value.delivery
  return (
    <fieldset className="col-span-full">
      <legend className="field-label mb-1">Collection or delivery</legend>
      {deliveries.map((delivery) => (
        <label key={delivery} className="check">
          <input
            type="radio"
            name="delivery"
            value={delivery}
            checked={chosen === delivery}
            disabled={isSubmitting.value && chosen !== delivery}
            onChange={() => chooseDelivery(delivery)}
          />
          <span>{DELIVERY_NAMES[delivery]}</span>
          {chosen === delivery && <span className="field-hint">{HINTS[delivery]}</span>}
        </label>
      ))}
    </fieldset>
  )
}
