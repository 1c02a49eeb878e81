import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef, type ReactNode } from 'react'
import type { PurchasedVoucher } from '#contract/purchases.ts'
import { sendDays } from '#contract/send-date.ts'
import { SEND_HOUR } from '#contract/statuses.ts'
import { EmailField } from '#islands/checkout/EmailField.tsx'
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
import { Field } from '#ui/Field.tsx'
import { focusFirstError } from '#ui/focus.ts'

interface Props {
  voucher: PurchasedVoucher
}

/** The form of what is being changed. */
export function GiftForms({ voucher }: Props) {
  useSignals()
  return editing.value === 'address' ? <AddressForm voucher={voucher} /> : <DayForm voucher={voucher} />
}

function AddressForm({ voucher }: Props) {
  useSignals()
  return (
    <GiftForm title="Change the address" onSubmit={() => saveAddress(voucher)}>
      <EmailField
        label="Recipient's email"
        autoComplete="off"
        readOnly={isPending.value}
        {...addressForm.field('recipientEmail')}
      />
      <Actions save="Save the address" />
    </GiftForm>
  )
}

function DayForm({ voucher }: Props) {
  useSignals()
  return (
    <GiftForm title="Change the day" onSubmit={() => saveDay(voucher)}>
      <Field
        label="Day"
        type="date"
        {...sendDays(voucher.expiryDate)}
        hint={`We will send it at ${SEND_HOUR}:00 on that day.`}
        readOnly={isPending.value}
        {...dayForm.field('sendOn')}
      />
      <Actions save="Save the day">
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
  children: ReactNode
}

function GiftForm({ title, onSubmit, children }: FormProps) {
  useSignals()
  const form = useRef<HTMLFormElement>(null)
  // The button that opened the form is gone.
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  return (
    <form
      ref={form}
      noValidate
      aria-label={title}
      className="stack w-full"
      onSubmit={(event) => {
        event.preventDefault()
        const element = event.currentTarget
        void onSubmit().then((saved) => saved || focusFirstError(element))
      }}
    >
      {children}
      <p role="alert" className="w-full empty:hidden">
        {problem.value && <span className="message message-bad block">{problem.value}</span>}
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
