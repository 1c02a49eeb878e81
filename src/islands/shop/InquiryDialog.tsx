import { useSignals } from '@preact/signals-react/runtime'
import { useRef } from 'react'
import { HONEYPOT_SENTENCE } from '#contract/base/text.ts'
import { INQUIRY_QUANTITY_MAX } from '#contract/enquiries/enquiries.ts'
import type { Product } from '#contract/products/products.ts'
import { ClinicPhoneLink } from '#islands/checkout/ByPhone.tsx'
import { EmailField } from '#islands/checkout/EmailField.tsx'
import { PrivacyNote } from '#islands/checkout/PrivacyNote.tsx'
import { getInquiry, type Inquiry, type InquiryName } from '#islands/shop/inquiry.store.ts'
import { closeDialog } from '#islands/shop/shop-products.store.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Field } from '#ui/Field.tsx'
import { focusFirstError } from '#ui/focus.ts'
import { QuantityField } from '#ui/QuantityField.tsx'

const REASONS = {
  undecided:
    'We cannot tell whether this has reached us. Nothing you typed is lost, and you can safely send it again',
  failed: 'This could not be sent. Nothing you typed is lost, so please try again',
  hidden_field: HONEYPOT_SENTENCE,
  too_often: 'We have had several messages from your connection in a short while. Please wait ten minutes',
  gone: 'This product is no longer in the shop. If you have a question about it, please send us a message',
}

export function InquiryDialog({ product }: { product: Product }) {
  useSignals()
  const honeypot = useRef<HTMLInputElement>(null)
  const inquiry = getInquiry(product.id)
  const sending = inquiry.sending.value

  async function send(form: HTMLElement) {
    if (await inquiry.send(honeypot.current?.value ?? '')) return
    // An add-on of the browser may have filled it in, and sending again must work.
    if (honeypot.current) honeypot.current.value = ''
    focusFirstError(form)
  }

  return (
    <Dialog title="Product Inquiry" eyebrow={product.name} onClose={closeDialog}>
      <form
        noValidate
        className="contents"
        onSubmit={(event) => {
          event.preventDefault()
          void send(event.currentTarget)
        }}
      >
        <div className="dialog-body">
          <Fields inquiry={inquiry} />
          <div className="mt-5">
            <PrivacyNote />
          </div>
          {/* Honeypot: hidden from people, filled in by bots. */}
          <div hidden>
            <label>
              Please leave this empty{' '}
              <input ref={honeypot} type="text" name="leave-empty" tabIndex={-1} autoComplete="off" />
            </label>
          </div>
        </div>
        <div className="dialog-foot">
          {/* The toast goes after a few seconds, so show the error here as well. */}
          <p role="alert" className="w-full empty:hidden">
            {sending !== 'idle' && sending !== 'busy' && (
              <span className="message message-bad block">
                <span>{REASONS[sending]}</span>, or ring us on <ClinicPhoneLink />.
              </span>
            )}
          </p>
          <Button
            type="submit"
            className="ml-auto min-w-40 max-sm:w-full"
            pendingLabel={sending === 'busy' ? 'Sending...' : undefined}
          >
            Send Inquiry
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function Fields({ inquiry: { form } }: { inquiry: Inquiry }) {
  useSignals()
  const field = (name: InquiryName) => ({
    name,
    value: form.values.value[name],
    error: form.errors.value[name],
    onChange: (event: { target: { value: string } }) => form.setValue(name, event.target.value),
  })
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(9.5rem,40%)),1fr))] gap-x-3 gap-y-5 sm:grid-cols-2 sm:gap-x-4">
      <Field label="First name" autoComplete="given-name" {...field('firstName')} />
      <Field label="Last name" autoComplete="family-name" {...field('lastName')} />
      <EmailField label="Email" autoComplete="email" className="col-span-full" {...field('email')} />
      <Field label="Phone" optional type="tel" autoComplete="tel" {...field('phone')} />
      <QuantityField label="Quantity" min={1} max={INQUIRY_QUANTITY_MAX} {...field('quantity')} />
      <Field
        label="Message"
        className="col-span-full"
        optional
        lines={4}
        hint="Please do not send health details here."
        {...field('message')}
      />
    </div>
  )
}
