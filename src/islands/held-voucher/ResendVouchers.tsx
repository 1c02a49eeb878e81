import { signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { useRef } from 'react'
import { resendHeldVouchersEndpoint } from '#contract/held-vouchers.ts'
import { EmailField } from '#islands/checkout/EmailField.tsx'
import { troubleOf } from '#islands/held-voucher/trouble.ts'
import { TroubleMessage } from '#islands/held-voucher/TroubleMessage.tsx'
import { call, fieldErrorsOf } from '#lib/api.ts'
import { createForm } from '#lib/form.ts'
import { Button } from '#ui/Button.tsx'
import { focusFirstError } from '#ui/focus.ts'
import { usePrerenderedForm } from '#ui/hydration.ts'

/** The address that was sent last; undefined while another one is typed. */
const sent = signal<string | undefined>(undefined)
const isSending = signal(false)
const trouble = signal<string | undefined>(undefined)

const form = createForm(resendHeldVouchersEndpoint.body, { email: '' }, () => {
  sent.value = undefined
  trouble.value = undefined
})

/** Asks for the vouchers of an address. Returns whether the form has nothing to correct. */
async function send(): Promise<boolean> {
  if (isSending.value) return true
  const typed = form.validate()
  if (!typed) return false
  isSending.value = true
  sent.value = undefined
  trouble.value = undefined
  try {
    await call(resendHeldVouchersEndpoint, typed)
    sent.value = typed.email
    return true
  } catch (error) {
    const fields = fieldErrorsOf(error)
    form.showErrors(fields)
    if (Object.keys(fields).length > 0) return false
    trouble.value = troubleOf(error, 'Something went wrong on our side. Please try again')
    return true
  } finally {
    isSending.value = false
  }
}

/** Sends vouchers again to the address that they went to. The answer is the same for an address without one. */
export function ResendVouchers() {
  useSignals()
  const prerendered = usePrerenderedForm(
    'voucher-again',
    (name, text) => name === 'email' && form.setValue(name, text),
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
        aria-label="Send me my voucher again"
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
          hint="Please enter the address that we sent the voucher to."
          {...form.field('email')}
        />
        <Button
          type="submit"
          variant="quiet"
          className="min-w-48"
          pendingLabel={isSending.value ? 'One moment...' : undefined}
        >
          Send me my voucher again
        </Button>
        <div role="status" className="w-full empty:hidden">
          {sent.value !== undefined && (
            <p className="message">
              <span>If we emailed a voucher to </span>
              <span translate="no" className="wrap-anywhere">
                {sent.value}
              </span>
              <span>
                {' '}
                and it can still be used, we will send it there again, at most once a day. This takes a few
                minutes, and the email may be in the spam folder. Anyone could type an address here, so we
                cannot say whether we found a voucher.
              </span>
            </p>
          )}
        </div>
        <TroubleMessage trouble={trouble.value} />
      </form>
    </div>
  )
}
