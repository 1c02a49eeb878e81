import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import * as v from 'valibot'
import { EmailSchema } from '#contract/base/text.ts'
import type { AdminEmail } from '#contract/email/emails.ts'
import { isOwner } from '#islands/admin/session/session.store.ts'
import { resendEmail } from '#islands/admin/shared/email-actions.ts'
import { ACTIVATE_FIRST } from '#islands/admin/shared/email-labels.ts'
import { EmailField } from '#islands/checkout/EmailField.tsx'
import { createForm } from '#lib/form.ts'
import { FormDialog } from '#ui/FormDialog.tsx'

const FormSchema = v.object({ recipientEmail: EmailSchema() })

interface Props {
  email: Pick<AdminEmail, 'id' | 'what' | 'recipient' | 'state'>
  onClose: () => void
}

/** Sends an email again: one that never left or came back to a corrected address, too. */
export function ResendEmailDialog({ email: { id, what, recipient, state }, onClose }: Props) {
  useSignals()
  const [form] = useState(() => createForm(FormSchema, { recipientEmail: recipient }))
  const dialog = { title: 'Send again', eyebrow: what, pendingLabel: 'Sending...', onClose }
  return (
    <FormDialog
      {...dialog}
      submitLabel="Send again"
      form={form}
      onSubmit={({ recipientEmail }) => resendEmail(id, isOwner.value ? recipientEmail : undefined)}
    >
      <div className="grid gap-4">
        {isOwner.value ? (
          <EmailField
            label="Email"
            autoComplete="off"
            hint="If it was mistyped, you can correct it here."
            {...form.field('recipientEmail')}
          />
        ) : (
          <p>
            <span>We will send it again to </span>
            <span translate="no">{recipient}</span>
            <span>. For another address, please ask an owner.</span>
          </p>
        )}
        {state === 'bounced' && <p className="message">{ACTIVATE_FIRST}</p>}
      </div>
    </FormDialog>
  )
}
