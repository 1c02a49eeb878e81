import { formatPounds, parsePence } from '#contract/base/money.ts'
import type { AdminVoucher, VoucherEntry } from '#contract/vouchers/admin-vouchers.ts'
import { undoVoucherEntryEndpoint } from '#contract/vouchers/change-balance.ts'
import { Confirm } from '#islands/admin/shared/Confirm.tsx'
import { pounds, signedPounds } from '#islands/admin/shared/format.ts'
import { sendOnce } from '#islands/admin/shared/send-once.ts'
import { ENTRY } from '#islands/admin/vouchers/voucher-labels.ts'
import { changeVoucher } from '#islands/admin/vouchers/vouchers.store.ts'

interface Props {
  voucher: AdminVoucher
  entry: VoucherEntry
  onClose: () => void
}

export function UndoConfirm({ voucher, entry, onClose }: Props) {
  const reversed = -(parsePence(entry.amount) ?? 0)
  const after = (parsePence(voucher.currentBalance) ?? 0) + reversed

  function undo() {
    return sendOnce({ undone: entry.id }, (requestId) =>
      changeVoucher(
        undoVoucherEntryEndpoint,
        voucher.id,
        { entryId: entry.id, requestId },
        {
          done: 'The entry has been undone.',
          failed: 'We could not undo the entry. Please try again.',
        },
      ),
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
        This will add an entry of <span translate="no">{signedPounds(formatPounds(reversed))}</span> to cancel
        this one. The balance will then be <span translate="no">{pounds(formatPounds(after))}</span>.
      </p>
    </Confirm>
  )
}
