import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { EmailSchema } from '#contract/text'
import * as v from 'valibot'
import { createForm } from '../../../lib/form.ts'
import { Field } from '../../../ui/Field.tsx'
import type { Failure } from './error-message.ts'
import { FormDialog } from './FormDialog.tsx'

const FormSchema = v.object({ recipientEmail: EmailSchema() })

interface Props {
  /** Names the email or the voucher. */
  eyebrow: string
  recipient: string
  submitLabel: string
  hint: string
  /** Resolves to `undefined` on success. */
  onSend: (recipientEmail: string) => Promise<Failure | undefined>
  onClose: () => void
}

/** Sends an email again, to the same address or a corrected one. */
export function ResendDialog({ eyebrow, recipient, submitLabel, hint, onSend, onClose }: Props) {
  useSignals()
  const [form] = useState(() => createForm(FormSchema, { recipientEmail: recipient }))

  async function send(): Promise<string | undefined> {
    const checked = form.validate()
    if (!checked) return ''
    const failure = await onSend(checked.recipientEmail)
    if (failure) form.showErrors(failure.fields)
    return failure?.message
  }

  return (
    <FormDialog
      title="Send again"
      eyebrow={eyebrow}
      submitLabel={submitLabel}
      pendingLabel="Sending..."
      onSubmit={send}
      onClose={onClose}
    >
      <Field
        label="Email"
        type="email"
        name="recipientEmail"
        autoComplete="off"
        value={form.values.value.recipientEmail}
        error={form.errors.value.recipientEmail}
        hint={hint}
        onChange={(event) => form.setValue('recipientEmail', event.target.value)}
      />
    </FormDialog>
  )
}
