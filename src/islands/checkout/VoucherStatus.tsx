import type { voucherStatuses } from '#contract/base/statuses.ts'

type Status = (typeof voucherStatuses)[number]

export const VOUCHER_BADGES: Record<Status, [label: string, badge: string]> = {
  active: ['Ready to use', 'badge-good'],
  spent: ['Nothing left', 'badge-off'],
  expired: ['Expired', 'badge-off'],
  refunding: ['Being refunded', 'badge-wait'],
  refunded: ['Refunded', 'badge-off'],
  void: ['Cancelled', 'badge-off'],
  disputed: ['Payment being checked', 'badge-bad'],
}

interface Props {
  /** The recipient's name is '' once they are erased. */
  voucher: { status: Status; recipientName: string }
  /** Default: that of the status. */
  label?: string | undefined
}

/** The status of a voucher as its badge, and whom it is for. */
export function VoucherStatus({ voucher: { status, recipientName }, label }: Props) {
  const [ofStatus, badge] = VOUCHER_BADGES[status]
  return (
    <>
      <span className={`badge ${badge}`}>{label ?? ofStatus}</span>
      <h2>
        <span>{recipientName ? 'Gift voucher for' : 'Gift voucher'}</span>{' '}
        <bdi translate="no">{recipientName}</bdi>
      </h2>
    </>
  )
}
