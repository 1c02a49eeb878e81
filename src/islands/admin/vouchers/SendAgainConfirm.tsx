import type { AdminVoucher } from '#contract/vouchers/admin-vouchers.ts'
import { Confirm } from '#islands/admin/shared/Confirm.tsx'
import { sendOnce } from '#islands/admin/shared/send-once.ts'
import { addressOf } from '#islands/admin/vouchers/voucher-labels.ts'
import { resendVoucher } from '#islands/admin/vouchers/vouchers.store.ts'

/** Sends a voucher again to the same address, as staff may. */
export function SendAgainConfirm({ voucher, onClose }: { voucher: AdminVoucher; onClose: () => void }) {
  return (
    <Confirm
      title="Send again"
      eyebrow={voucher.voucherCode}
      variant="primary"
      submitLabel="Send Voucher"
      pendingLabel="Sending..."
      onSubmit={() => sendOnce({ sentAgain: voucher }, (requestId) => resendVoucher(voucher, { requestId }))}
      onClose={onClose}
    >
      <p>
        <span>We will email the voucher again to </span>
        <span translate="no">{addressOf(voucher)}</span>
        <span>. For another address, please ask an owner.</span>
      </p>
    </Confirm>
  )
}
