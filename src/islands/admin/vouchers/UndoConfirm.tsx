import { useState } from 'react'
import { formatPounds, parsePence } from '#contract/base/money.ts'
import type { AdminVoucher, VoucherEntry } from '#contract/vouchers/admin-vouchers.ts'
import { undoVoucherEntryEndpoint } from '#contract/vouchers/change-balance.ts'
import { Confirm } from '#islands/admin/shared/Confirm.tsx'
import { pounds, signedPounds } from '#islands/admin/shared/format.ts'
import { ENTRY } from '#islands/admin/vouchers/voucher-labels.ts'
import { changeVoucher } from '#islands/admin/vouchers/vouchers.store.ts'
import { createIdempotencyKey } from '#lib/idempotency-key.ts'

interface Props {
  voucher: AdminVoucher
  entry: VoucherEntry
  onClose: () => void
}

export function UndoConfirm({ voucher, entry, onClose }: Props) {
  const [keyFor] = useState(createIdempotencyKey)
  const reversed = -(parsePence(entry.amount) ?? 0)
  const after = (parsePence(voucher.currentBalance) ?? 0) + reversed

  function undo() {
    const body = { entryId: entry.id, requestId: keyFor(entry.id) }
    return changeVoucher(undoVoucherEntryEndpoint, voucher.id, body, {
      done: 'The entry has been undone.',
      failed: 'We could not undo the entry. Please try again.',
    })
  }

  return (
    <Confirm
      title="Undo"
      eyebrow={`${ENTRY[entry.kind]} ${signedPounds(entry.amount)}, ${entry.description}`}
      submitLabel={`Undo ${pounds(formatPounds(Math.abs(reversed)))}`}
      pendingLabel="Undoing..."
      variant="primary"
      onSubmit={undo}
      onClose={onClose}
    >
      <p>
        This will add an entry of <span translate="no">{signedPounds(formatPounds(reversed))}</span> to cancel
        this one. The balance will then be <span translate="no">{pounds(formatPounds(after))}</span>.
      </p>
    </Confirm>
  )
}
