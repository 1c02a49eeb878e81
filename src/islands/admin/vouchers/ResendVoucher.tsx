import type { AdminVoucher } from '#contract/admin-vouchers'
import { resendVoucherEndpoint } from '#contract/voucher-changes'
import { ResendDialog } from '../shared/ResendDialog.tsx'
import { changeVoucher } from './change.ts'

interface Props {
  voucher: AdminVoucher
  onClose: () => void
}

const RESEND_MESSAGES = { done: 'The voucher is on its way again.', failed: 'Failed to send the voucher' }

export function ResendVoucherDialog({ voucher, onClose }: Props) {
  const { id, voucherCode, recipientEmail: currentEmail } = voucher
  return (
    <ResendDialog
      eyebrow={voucherCode}
      recipient={currentEmail}
      submitLabel="Send Voucher"
      hint="Correct it here if it was mistyped; it is then kept with the voucher."
      onSend={async (recipientEmail) =>
        (
          await changeVoucher(
            resendVoucherEndpoint,
            id,
            recipientEmail === currentEmail ? {} : { recipientEmail },
            RESEND_MESSAGES,
          )
        ).failure
      }
      onClose={onClose}
    />
  )
}
