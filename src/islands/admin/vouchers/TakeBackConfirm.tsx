import { Confirm } from '#islands/admin/shared/Confirm.tsx'
import { takeBackImport } from '#islands/admin/vouchers/vouchers.store.ts'

interface Props {
  importId: string
  onClose: () => void
}

/** Asks before all vouchers that were brought in together are taken back. */
export function TakeBackConfirm({ importId, onClose }: Props) {
  return (
    <Confirm
      title="Take the import back?"
      submitLabel="Take the import back"
      pendingLabel="Taking it back..."
      cancelLabel="Keep the vouchers"
      onSubmit={() => takeBackImport(importId)}
      onClose={onClose}
    >
      <p>
        All the vouchers that were brought in together will be cancelled, and we will delete their names,
        email addresses and notes. You can then correct the file and bring the same codes in again.
      </p>
      <p>You can do this as long as none of them has been used, changed or emailed.</p>
    </Confirm>
  )
}
