import { useSignals } from '@preact/signals-react/runtime'
import type { AdminVoucher } from '#contract/admin-vouchers.ts'
import { purchaseName } from '#contract/purchase-number.ts'
import { hrefOf, route } from '#islands/admin/router.ts'
import { pounds, shortDate } from '#islands/admin/shared/format.ts'
import { StatusBadge } from '#islands/admin/shared/StatusBadge.tsx'
import { describeReminders, isAdjustable, STATUS } from '#islands/admin/vouchers/voucher-labels.ts'
import { list, openDialog } from '#islands/admin/vouchers/vouchers.store.ts'
import { Button } from '#ui/Button.tsx'

export function VoucherItem({ item: voucher }: { item: AdminVoucher }) {
  useSignals()
  const { label, tone } = STATUS[voucher.status]
  return (
    <li className="entry" aria-current={route.value.id === voucher.id || undefined}>
      <div>
        <div className="entry-head">
          <a className="entry-name" href={hrefOf('vouchers', voucher.id)}>
            <span translate="no">{voucher.voucherCode}</span>
          </a>
          <StatusBadge tone={tone}>{label}</StatusBadge>
        </div>
        <p className="entry-text">
          <ForAndFrom voucher={voucher} />
          {voucher.number && (
            <span className="entry-line" translate="no">
              {purchaseName('voucher', voucher.number)}
            </span>
          )}
          {list.filters.value.status === 'expiring' && (
            <span className="entry-line">{describeReminders(voucher)}</span>
          )}
        </p>
      </div>
      <dl className="entry-figures">
        <div>
          <dt>Original amount</dt>
          <dd translate="no">{pounds(voucher.originalAmount)}</dd>
        </div>
        <div>
          <dt>Current balance</dt>
          <dd translate="no">{pounds(voucher.currentBalance)}</dd>
        </div>
        <div>
          <dt>Expiry date</dt>
          <dd>{shortDate(voucher.expiryDate)}</dd>
        </div>
      </dl>
      <Actions voucher={voucher} />
    </li>
  )
}

/** Whom the voucher is for, and who gives it. An imported one may name nobody. */
export function ForAndFrom({ voucher: { recipientName, buyerName, paidBy } }: { voucher: AdminVoucher }) {
  const isNameless = paidBy === 'imported' && recipientName === ''
  return (
    <>
      <span>{isNameless ? 'No name' : 'For '}</span>
      {!isNameless && (
        <strong translate="no">
          <bdi>{recipientName}</bdi>
        </strong>
      )}
      {buyerName && (
        <span>
          , from <bdi translate="no">{buyerName}</bdi>
        </span>
      )}
      {!buyerName && paidBy === 'complimentary' && <span>, given by the clinic</span>}
      {paidBy === 'imported' && <span>, sold elsewhere</span>}
    </>
  )
}

/** The actions in the list and in the details; none if the server would accept neither. */
export function Actions({ voucher }: { voucher: AdminVoucher }) {
  if (!isAdjustable(voucher)) return null
  return (
    <div className="entry-acts">
      <Button
        variant="quiet"
        className="button-compact"
        onClick={() => (openDialog.value = { name: 'adjust', voucher })}
      >
        Adjust Balance
      </Button>
      {voucher.status === 'active' && (
        <Button
          variant="bad"
          className="button-compact"
          onClick={() => (openDialog.value = { name: 'refund', voucher })}
        >
          Issue Refund
        </Button>
      )}
    </div>
  )
}
