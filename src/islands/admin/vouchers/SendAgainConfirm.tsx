import { useState } from 'react'
import type { AdminVoucher } from '#contract/vouchers/admin-vouchers.ts'
import { Confirm } from '#islands/admin/shared/Confirm.tsx'
import { addressOf } from '#islands/admin/vouchers/voucher-labels.ts'
import { resendVoucher } from '#islands/admin/vouchers/vouchers.store.ts'
import { createIdempotencyKey } from '#lib/idempotency-key.ts'

/** Sends a voucher again to the same address, as staff may. */
export function SendAgainConfirm({ voucher, onClose }: { voucher: AdminVoucher; onClose: () => void }) {
  const [keyFor] = useState(createIdempotencyKey)
  return (
    <Confirm
      title="Send again"
      eyebrow={voucher.voucherCode}
      variant="primary"
      submitLabel="Send Voucher"
      pendingLabel="Sending..."
      onSubmit={() => resendVoucher(voucher, { requestId: keyFor({}) })}
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
