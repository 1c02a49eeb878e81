import { useState } from 'react'
import type { AdminVoucher, VoucherEntry } from '#contract/admin-vouchers'
import { formatPounds, parsePence } from '#contract/money'
import { undoVoucherEntryEndpoint } from '#contract/voucher-changes'
import { Confirm } from '../shared/Confirm.tsx'
import { pounds, signedPounds } from '../shared/format.ts'
import { changeVoucher } from './vouchers.store.ts'
import { createIdempotencyKey } from '../../../lib/idempotency-key.ts'
import { ENTRY } from './voucher-labels.ts'

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
    return changeVoucher(
      undoVoucherEntryEndpoint,
      voucher.id,
      body,
      'The entry has been undone.',
      'Failed to undo the entry',
    )
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
        A new entry of {signedPounds(formatPounds(reversed))} takes it back. The balance will be{' '}
        {pounds(formatPounds(after))}.
      </p>
    </Confirm>
  )
}
