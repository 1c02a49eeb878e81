import type { Attention } from '#contract/reports'
import { ResendDialog } from '../shared/ResendDialog.tsx'
import { resendEmail } from './attention-actions.ts'

interface Props {
  mail: Extract<Attention, { kind: 'mail' }>
  onClose: () => void
}

export function ResendEmailDialog({ mail, onClose }: Props) {
  return (
    <ResendDialog
      eyebrow={mail.what}
      recipient={mail.recipient}
      submitLabel="Resend"
      hint="Correct it here if it was mistyped."
      onSend={(recipientEmail) => resendEmail(mail.id, recipientEmail)}
      onClose={onClose}
    />
  )
}
