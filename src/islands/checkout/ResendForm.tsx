import { useSignals } from '@preact/signals-react/runtime'
import { useRef } from 'react'
import { EmailField } from '#islands/checkout/EmailField.tsx'
import type { Resend } from '#islands/checkout/resend.ts'
import { TroubleMessage } from '#islands/checkout/TroubleMessage.tsx'
import { Button } from '#ui/Button.tsx'
import { focusFirstError } from '#ui/focus.ts'
import { usePrerenderedForm } from '#ui/hydration.ts'

interface ResendFormProps {
  resend: Resend
  /** Of the form in the page, for what is typed before it is hydrated. */
  name: string
  /** "Send me my voucher again". */
  title: string
  hint: string
  /** Around the address that was typed. The answer is the same whether there is anything to send or not. */
  sent: readonly [before: string, after: string]
}

/** Sends what was emailed to an address there again. */
export function ResendForm({ resend, name, title, hint, sent: [before, after] }: ResendFormProps) {
  useSignals()
  const { form, isSending, sent, trouble, send } = resend
  const prerendered = usePrerenderedForm(
    name,
    (field, text) => field === 'email' && form.setValue(field, text),
  )
  const place = useRef<HTMLDivElement>(null)

  async function submit() {
    const isComplete = await send()
    if (!isComplete && place.current) focusFirstError(place.current)
  }

  return (
    <div ref={place} className="w-full max-w-measure noscript:hidden">
      <form
        {...prerendered}
        noValidate
        aria-label={title}
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <EmailField
          label="Email address"
          className="w-full"
          autoComplete="email"
          hint={hint}
          {...form.field('email')}
        />
        <Button
          type="submit"
          variant="quiet"
          className="min-w-48"
          pendingLabel={isSending.value ? 'One moment...' : undefined}
        >
          {title}
        </Button>
        <div role="status" className="w-full empty:hidden">
          {sent.value !== undefined && (
            <p className="message">
              <span>{before} </span>
              <span translate="no" className="wrap-anywhere">
                {sent.value}
              </span>
              <span> {after}</span>
            </p>
          )}
        </div>
        <TroubleMessage trouble={trouble.value} />
      </form>
    </div>
  )
}
