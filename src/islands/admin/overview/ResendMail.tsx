import type { Attention } from '#contract/reports'
import { ResendDialog } from '../shared/ResendDialog.tsx'
import { resend } from './attention-actions.ts'

interface Props {
  mail: Extract<Attention, { kind: 'mail' }>
  onClose: () => void
}

export function ResendMail({ mail, onClose }: Props) {
  return (
    <ResendDialog
      above={mail.what}
      recipient={mail.recipient}
      act="Resend"
      hint="Correct it here if it was mistyped."
      onSend={(recipientEmail) => resend(mail.id, recipientEmail)}
      onClose={onClose}
    />
  )
}
