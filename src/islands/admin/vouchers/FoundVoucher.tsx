import type { AdminVoucher } from '#contract/admin-vouchers'
import { VOUCHER_FROZEN } from '#contract/frozen'
import { shortDate, pounds } from '../shared/format.ts'
import { StatusBadge } from '../shared/StatusBadge.tsx'
import { hrefOf } from '../router.ts'
import { fromBuyer, STATUS } from './voucher-labels.ts'

/** The voucher whose code was typed or scanned, as one reads it across the desk. */
export function FoundVoucher({ voucher }: { voucher: AdminVoucher }) {
  const { words, tone } = STATUS[voucher.status]
  return (
    <section className="found" aria-label="Voucher">
      <p className="flex flex-wrap items-center justify-between gap-2">
        <StatusBadge tone={tone}>{words}</StatusBadge>
        <span>until {shortDate(voucher.expiryDate)}</span>
      </p>
      <p className="side-amount" role="status">
        {pounds(voucher.currentBalance)}
      </p>
      <p className="wrap-anywhere">
        For <strong>{voucher.recipientName}</strong>
        {fromBuyer(voucher)}
      </p>
      <a className="link justify-self-start text-small" href={hrefOf('vouchers', voucher.id)}>
        Ledger and details
      </a>
      {voucher.status !== 'active' && (
        <p className="message">
          {voucher.frozenBy ? VOUCHER_FROZEN[voucher.frozenBy] : UNUSABLE_REASONS[voucher.status]}
        </p>
      )}
    </section>
  )
}

const UNUSABLE_REASONS: Record<Exclude<AdminVoucher['status'], 'active'>, string> = {
  spent: 'All of this voucher has been used.',
  expired: 'The time of this voucher is over. You can extend it in its details.',
  refunding: 'This voucher is being refunded and cannot be used.',
  refunded: 'This voucher has been refunded and cannot be used.',
  void: 'This voucher has been cancelled.',
  disputed: 'This voucher is frozen while its payment is in question.',
}
