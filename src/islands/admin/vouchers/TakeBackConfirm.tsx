import { Confirm } from '#islands/admin/shared/Confirm.tsx'
import { takeBackImport } from '#islands/admin/vouchers/vouchers.store.ts'

interface Props {
  importId: string
  onClose: () => void
}

/** Asks before all vouchers of an import are taken back. */
export function TakeBackConfirm({ importId, onClose }: Props) {
  return (
    <Confirm
      title="Undo the import?"
      submitLabel="Undo the import"
      pendingLabel="Undoing..."
      cancelLabel="Keep the vouchers"
      onSubmit={() => takeBackImport(importId)}
      onClose={onClose}
    >
      <p>
        All the vouchers that were imported together will be cancelled, and we will delete the names, email
        addresses and notes on them. You can then correct the file and import the same codes again.
      </p>
      <p>You can do this as long as none of them has been used, changed or emailed, or has expired.</p>
    </Confirm>
  )
}
