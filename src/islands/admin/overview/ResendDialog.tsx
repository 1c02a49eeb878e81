import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import type { Attention } from '#contract/reports'
import { EmailSchema } from '#contract/text'
import * as v from 'valibot'
import { fieldErrorsOf } from '../../../lib/api.ts'
import { createForm } from '../../../lib/form.ts'
import { Field } from '../../../ui/Field.tsx'
import { failureSentence } from '../parts/failure-sentence.ts'
import { FormDialog } from '../parts/FormDialog.tsx'
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

  async function send(): Promise<string | undefined> {
    const checked = form.check()
    if (!checked) return ''
    try {
      await resend(mail.id, checked.recipient)
      return undefined
    } catch (error) {
      form.showErrors(fieldErrorsOf(error))
      return failureSentence(error, 'The mail could not be sent again. Please try again.')
    }
  }

  return (
    <FormDialog
      title="Send again"
      above={mail.what}
      act="Resend"
      acting="Sending..."
      onSubmit={send}
      onClose={onClose}
    >
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
    </FormDialog>
  )
}
