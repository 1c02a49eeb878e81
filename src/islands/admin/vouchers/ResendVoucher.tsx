import type { AdminVoucher } from '#contract/admin-vouchers'
import { resendVoucherEndpoint } from '#contract/voucher-changes'
import { ResendDialog } from '../shared/ResendDialog.tsx'
import { change } from './change.ts'

interface Props {
  voucher: AdminVoucher
  onClose: () => void
}

const SAID = { done: 'The voucher is on its way again.', failed: 'Failed to send the voucher' }

export function ResendVoucher({ voucher, onClose }: Props) {
  const { id, voucherCode, recipientEmail: known } = voucher
  return (
    <ResendDialog
      above={voucherCode}
      recipient={known}
      act="Send Voucher"
      hint="Correct it here if it was mistyped; it is then kept with the voucher."
      onSend={async (recipientEmail) =>
        (await change(resendVoucherEndpoint, id, recipientEmail === known ? {} : { recipientEmail }, SAID))
          .failure
      }
      onClose={onClose}
    />
  )
}
