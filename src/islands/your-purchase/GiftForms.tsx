import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useId, useRef, type ReactNode } from 'react'
import { sendDays } from '#contract/base/send-date.ts'
import { SEND_HOUR } from '#contract/base/statuses.ts'
import type { PurchasedVoucher } from '#contract/purchases/purchases.ts'
import { EmailField } from '#islands/checkout/EmailField.tsx'
import { sendBounds } from '#islands/checkout/send-bounds.ts'
import {
  addressForm,
  dayForm,
  isPending,
  problem,
  saveAddress,
  saveDay,
  sendNow,
  stopEditing,
} from '#islands/your-purchase/gift-changes.store.ts'
import { editing } from '#islands/your-purchase/your-purchase.store.ts'
import { Button } from '#ui/Button.tsx'
import { ExactText } from '#ui/ExactText.tsx'
import { Field } from '#ui/Field.tsx'
import { focusFirstError } from '#ui/focus.ts'

interface Props {
  voucher: PurchasedVoucher
}

/** The form of what is being changed. */
export function GiftForms({ voucher }: Props) {
  useSignals()
  switch (editing.value) {
    case 'address':
      return <AddressForm voucher={voucher} title="Change the address" save="Save the address" />
    case 'code':
      return (
        <AddressForm
          voucher={voucher}
          title="Replace the voucher"
          save="Replace the voucher"
          about={<Replacing />}
        />
      )
    case 'day':
      return <DayForm voucher={voucher} />
    case undefined:
      return null
  }
}

function AddressForm({
  voucher,
  save,
  ...texts
}: Props & Pick<FormProps, 'title' | 'about'> & { save: string }) {
  useSignals()
  return (
    <GiftForm {...texts} onSubmit={() => saveAddress(voucher)}>
      <EmailField
        label="Recipient's email"
        className="w-full"
        autoComplete="off"
        readOnly={isPending.value}
        {...addressForm.field('recipientEmail')}
      />
      <Actions save={save} />
    </GiftForm>
  )
}

function Replacing() {
  return (
    <>
      <p>
        Please tell us the right address. We will email a voucher there with a new code and the same value.
      </p>
      <ul className="list-disc pl-5">
        <li>
          The old code will stop working straight away, so please do not use the one on anything you have
          printed.
        </li>
        <li>
          If we know that our email has arrived at the old address, we will write there to say that it was
          meant for somebody else. We will not mention any names or the new address.
        </li>
        <li>You can replace a voucher here only once.</li>
      </ul>
    </>
  )
}

function DayForm({ voucher }: Props) {
  useSignals()
  return (
    <GiftForm title="Change the day" onSubmit={() => saveDay(voucher)}>
      <Field
        label="Day to send it"
        type="date"
        {...sendDays({ today: sendBounds().today, lastDay: voucher.expiryDate })}
        hint={`We will send the voucher at ${SEND_HOUR}:00 on that day.`}
        readOnly={isPending.value}
        {...dayForm.field('sendOn')}
      />
      <Actions save="Send on this day">
        {voucher.sendOn !== undefined && (
          <Button variant="quiet" disabled={isPending.value} onClick={() => void sendNow(voucher)}>
            Send now
          </Button>
        )}
      </Actions>
    </GiftForm>
  )
}

interface FormProps {
  title: string
  /** Returns false if a field must be corrected. */
  onSubmit: () => Promise<boolean>
  /** What the buyer should know first. */
  about?: ReactNode
  children: ReactNode
}

function GiftForm({ title, onSubmit, about, children }: FormProps) {
  useSignals()
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  // The button that opened the form is gone.
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  return (
    <form
      ref={form}
      noValidate
      aria-label={title}
      // The focus goes to the field below it.
      aria-describedby={about ? id : undefined}
      className="stack w-full"
      onSubmit={(event) => {
        event.preventDefault()
        const element = event.currentTarget
        void onSubmit().then((saved) => saved || focusFirstError(element))
      }}
    >
      {about && (
        <div id={id} className="stack">
          {about}
        </div>
      )}
      {children}
      <p role="alert" className="w-full empty:hidden">
        {problem.value && (
          <span className="message message-bad block">
            <ExactText>{problem.value}</ExactText>
          </span>
        )}
      </p>
    </form>
  )
}

function Actions({ save, children }: { save: string; children?: ReactNode }) {
  useSignals()
  return (
    <div className="flex w-full flex-wrap gap-3">
      <Button type="submit" pendingLabel={isPending.value ? 'Processing...' : undefined}>
        {save}
      </Button>
      {children}
      <Button variant="quiet" disabled={isPending.value} onClick={stopEditing}>
        Cancel
      </Button>
    </div>
  )
}
