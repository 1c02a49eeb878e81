import { useSignals } from '@preact/signals-react/runtime'
import { useId, useRef, type ReactNode } from 'react'
import { clinic } from '#clinic/clinic-facts.ts'
import { HONEYPOT_SENTENCE } from '#contract/base/text.ts'
import { PrivacyNote } from '#islands/checkout/PrivacyNote.tsx'
import type { Enquiry, Sending } from '#islands/contact/enquiry.store.ts'
import { SentEnquiry } from '#islands/contact/SentEnquiry.tsx'
import type { FieldValues } from '#lib/form.ts'
import { Button } from '#ui/Button.tsx'
import { focusFirstError } from '#ui/focus.ts'
import { usePrerenderedForm } from '#ui/hydration.ts'

interface Props<Name extends string> {
  title: string
  note: string
  enquiry: Enquiry<Name>
  /** The button's label. */
  submit: string
  variant: 'primary' | 'quiet'
  /** What happens next, once it is sent. */
  sentNote: string
  /** What was sent, in words. Empty values are not shown. */
  describe: (values: FieldValues<Name>) => [label: string, value: string][]
  children: ReactNode
}

/** The common parts of both forms: title, honeypot, button, error message, and what was sent in place of the form. */
export function EnquiryForm<Name extends string>({
  title,
  note,
  enquiry,
  submit,
  variant,
  sentNote,
  describe,
  children,
}: Props<Name>) {
  useSignals()
  const id = useId()
  const honeypot = useRef<HTMLInputElement>(null)
  const { sending, sent, form } = enquiry
  const prerendered = usePrerenderedForm(
    title,
    (name, text) => name in form.values.value && form.setValue(name as Name, text),
  )

  async function send(form: HTMLElement) {
    const arrived = await enquiry.send(honeypot.current?.value ?? '')
    if (arrived) return
    // An add-on of the browser may have filled it in, and sending again must work.
    if (honeypot.current) honeypot.current.value = ''
    focusFirstError(form)
  }

  function startAnother() {
    enquiry.startAnother()
    // Once the form is visible.
    requestAnimationFrame(() => prerendered.ref.current?.querySelector('input')?.focus())
  }

  return (
    // The sent form keeps its height below the thanks, so that nothing moves.
    <div className="grid items-start *:min-w-0">
      <form
        {...prerendered}
        noValidate
        aria-labelledby={id}
        className={`stack col-start-1 row-start-1 ${sent.value ? 'invisible' : ''}`}
        onSubmit={(event) => {
          event.preventDefault()
          void send(event.currentTarget)
        }}
      >
        <h3 id={id}>{title}</h3>
        <p className="text-small text-soft">{note}</p>
        <div className="fields w-full">{children}</div>
        {/* Honeypot: hidden from people, filled in by bots. */}
        <div hidden>
          <label>
            Please leave this empty{' '}
            <input ref={honeypot} type="text" name="leave-empty" tabIndex={-1} autoComplete="off" />
          </label>
        </div>
        <PrivacyNote />
        <Button
          type="submit"
          variant={variant}
          className="min-w-48 noscript:hidden"
          pendingLabel={sending.value === 'busy' ? 'Sending...' : undefined}
        >
          {submit}
        </Button>
        <p role="status" className="empty:hidden w-full">
          <Failure sending={sending.value} />
        </p>
      </form>
      {sent.value && (
        <SentEnquiry
          firstName={(sent.value as FieldValues<string>)['firstName'] ?? ''}
          note={sentNote}
          facts={describe(sent.value)}
          onAnother={startAnother}
        />
      )}
    </div>
  )
}

const ERRORS: Partial<Record<Sending, string>> = {
  undecided:
    'We cannot tell whether this has reached us. Nothing you typed is lost, and you can safely send it again',
  failed: 'This could not be sent. Nothing you typed is lost, so please try again',
  hidden_field: HONEYPOT_SENTENCE,
  too_often: 'We have had several messages from your connection in a short while. Please wait ten minutes',
}

function Failure({ sending }: { sending: Sending }) {
  const reason = ERRORS[sending]
  if (reason === undefined) return null
  return (
    <span className="message message-bad block">
      <span>{reason}</span>, or ring us on{' '}
      <a className="tabular-nums" href={`tel:${clinic.phone.tel}`} translate="no">
        {clinic.phone.display}
      </a>
      .
    </span>
  )
}
