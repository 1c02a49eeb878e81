import { useState } from 'react'
import type { AdminVoucher, VoucherEntry } from '#contract/admin-vouchers'
import { formatPounds, parsePence } from '#contract/money'
import { undoVoucherEntryEndpoint } from '#contract/voucher-changes'
import { Confirm } from '../shared/Confirm.tsx'
import { pounds, signedPounds } from '../shared/format.ts'
import { change } from './change.ts'
import { nameRequests } from '../../../lib/idempotency-key.ts'
import { ENTRY } from './voucher-labels.ts'

interface Props {
  voucher: AdminVoucher
  entry: VoucherEntry
  onClose: () => void
}

export const UNDO_SAID = { done: 'The entry has been undone.', failed: 'Failed to undo the entry' }

export function UndoConfirm({ voucher, entry, onClose }: Props) {
  const [nameOf] = useState(nameRequests)
  const back = -(parsePence(entry.amount) ?? 0)
  const after = (parsePence(voucher.currentBalance) ?? 0) + back

  async function undo() {
    const body = { entryId: entry.id, requestId: nameOf(entry.id) }
    return (await change(undoVoucherEntryEndpoint, voucher.id, body, UNDO_SAID)).failure?.sentence
  }

  return (
    <Confirm
      title="Undo"
      above={`${ENTRY[entry.kind]} ${signedPounds(entry.amount)}, ${entry.description}`}
      act={`Undo ${pounds(formatPounds(Math.abs(back)))}`}
      acting="Undoing..."
      look="primary"
      onAct={undo}
      onClose={onClose}
    >
      <p>
        A new entry of {signedPounds(formatPounds(back))} takes it back. The balance will be{' '}
        {pounds(formatPounds(after))}.
      </p>
    </Confirm>
  )
}
