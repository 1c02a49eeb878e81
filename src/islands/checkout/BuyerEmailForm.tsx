import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef, useState } from 'react'
import type { BoughtBy } from '#contract/purchases/bought-by.ts'
import { createEmailChange, type ChangedEmail } from '#islands/checkout/email-change.ts'
import { EmailField } from '#islands/checkout/EmailField.tsx'
import { Button } from '#ui/Button.tsx'
import { ExactText } from '#ui/ExactText.tsx'
import { focusFirstError } from '#ui/focus.ts'

interface Props {
  boughtBy: BoughtBy
  onChanged: (changed: ChangedEmail) => void
  onCancel: () => void
}

/** Corrects the buyer's own address. Loaded with the press of its button. */
export function BuyerEmailForm({ boughtBy, onChanged, onCancel }: Props) {
  useSignals()
  const [{ form, isSaving, problem, save }] = useState(() => createEmailChange(boughtBy))
  const place = useRef<HTMLFormElement>(null)
  // The button that opened the form is gone.
  useEffect(() => place.current?.querySelector('input')?.focus(), [])

  async function submit() {
    const changed = await save()
    if (changed) onChanged(changed)
    else if (place.current) focusFirstError(place.current)
  }

  return (
    <form
      ref={place}
      noValidate
      aria-label="Change your email address"
      className="stack w-full"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <EmailField
        label="Your email"
        className="w-full"
        autoComplete="email"
        hint="You can change it here once. We will send your receipt there, and the link in our email to the old address will stop working."
        readOnly={isSaving.value}
        {...form.field('email')}
      />
      <div className="flex w-full flex-wrap gap-3">
        <Button type="submit" pendingLabel={isSaving.value ? 'Processing...' : undefined}>
          Save email address
        </Button>
        <Button variant="quiet" disabled={isSaving.value} onClick={onCancel}>
          Cancel
        </Button>
      </div>
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
