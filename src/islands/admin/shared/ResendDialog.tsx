import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import * as v from 'valibot'
import { EmailSchema } from '#contract/text.ts'
import { EmailField } from '#islands/checkout/EmailField.tsx'
import { createForm } from '#lib/form.ts'
import { FormDialog, type ActionResult } from '#ui/FormDialog.tsx'

const FormSchema = v.object({ recipientEmail: EmailSchema() })

interface Props {
  /** Names the email or the voucher. */
  eyebrow: string
  recipient: string
  submitLabel: string
  hint: string
  onSend: (recipientEmail: string) => Promise<ActionResult>
  onClose: () => void
}

/** Sends an email again, to the same address or a corrected one. */
export function ResendDialog({ eyebrow, recipient, submitLabel, hint, onSend, onClose }: Props) {
  useSignals()
  const [form] = useState(() => createForm(FormSchema, { recipientEmail: recipient }))

  return (
    <FormDialog
      title="Send again"
      eyebrow={eyebrow}
      submitLabel={submitLabel}
      pendingLabel="Sending..."
      form={form}
      onSubmit={(typed) => onSend(typed.recipientEmail)}
      onClose={onClose}
    >
      <EmailField label="Email" autoComplete="off" hint={hint} {...form.field('recipientEmail')} />
    </FormDialog>
  )
}
