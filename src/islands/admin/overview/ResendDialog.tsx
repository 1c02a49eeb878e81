import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { EmailSchema } from '#contract/text'
import * as v from 'valibot'
import type { Attention } from '#contract/reports'
import { fieldErrorsOf } from '../../../lib/api.ts'
import { createForm } from '../../../lib/form.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field } from '../../../ui/Field.tsx'
import { focusFirstError } from '../../../ui/focus.ts'
import { failureSentence } from '../parts/failure-sentence.ts'
import { resend } from './remedies.ts'

const FormSchema = v.object({ recipient: EmailSchema() })

interface Props {
  mail: Extract<Attention, { kind: 'mail' }>
  onClose: () => void
}

/** Sends a mail again, to the same address or a better one. */
export function ResendDialog({ mail, onClose }: Props) {
  useSignals()
  const [form] = useState(() => createForm(FormSchema, { recipient: mail.recipient }))
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()

  async function send(): Promise<boolean> {
    const checked = form.check()
    if (!checked) return false
    setBusy(true)
    setFailure(undefined)
    try {
      await resend(mail.id, checked.recipient)
      onClose()
      return true
    } catch (error) {
      form.showErrors(fieldErrorsOf(error))
      setFailure(failureSentence(error, 'The mail could not be sent again. Please try again.'))
      return false
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog title="Send again" above={mail.what} onClose={onClose}>
      <form
        noValidate
        className="contents"
        onSubmit={(event) => {
          event.preventDefault()
          const element = event.currentTarget
          void send().then((sent) => sent || focusFirstError(element))
        }}
      >
        <div className="dialog-body">
          <Field
            label="E-mail"
            type="email"
            name="recipient"
            autoComplete="off"
            value={form.values.value.recipient}
            error={form.errors.value.recipient}
            hint="Correct it here if it was mistyped."
            onChange={(event) => form.type('recipient', event.target.value)}
          />
        </div>
        <div className="dialog-foot">
          <p role="alert" className="w-full empty:hidden">
            {failure !== undefined && <span className="message message-bad block">{failure}</span>}
          </p>
          <Button
            type="submit"
            className="ml-auto min-w-40 max-sm:w-full"
            busy={busy ? 'Sending...' : undefined}
          >
            Resend
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
