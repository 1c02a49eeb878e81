import { useSignals } from '@preact/signals-react/runtime'
import { parsePence } from '#contract/base/money.ts'
import { purchaseName } from '#contract/purchases/purchase-number.ts'
import type { AdminVoucher } from '#contract/vouchers/admin-vouchers.ts'
import { hrefOf, route } from '#islands/admin/router.ts'
import { isOwner } from '#islands/admin/session/session.store.ts'
import { pounds, shortDate } from '#islands/admin/shared/format.ts'
import { StatusBadge } from '#islands/admin/shared/StatusBadge.tsx'
import { redeemedId, startRedeeming } from '#islands/admin/vouchers/redeem.store.ts'
import { describeReminders, isAdjustable, STATUS } from '#islands/admin/vouchers/voucher-labels.ts'
import { list, openDialog } from '#islands/admin/vouchers/vouchers.store.ts'
import { Button } from '#ui/Button.tsx'

export function VoucherItem({ item: voucher }: { item: AdminVoucher }) {
  useSignals()
  const { label, tone } = STATUS[voucher.status]
  const hasReminders = list.filters.value.status === 'expiring'
  return (
    <li
      className="entry"
      aria-current={route.value.id === voucher.id || redeemedId.value === voucher.id || undefined}
    >
      <div className="entry-main">
        <a className="entry-name" href={hrefOf('vouchers', voucher.id)}>
          <span translate="no">{voucher.voucherCode}</span>
        </a>
        <p className="entry-text">
          <ForAndFrom voucher={voucher} />
          {voucher.number && (
            <span className="entry-line" translate="no">
              {purchaseName('voucher', voucher.number)}
            </span>
          )}
          {hasReminders && <span className="block">{describeReminders(voucher)}</span>}
        </p>
      </div>
      <span className="entry-status">
        <StatusBadge tone={tone}>{label}</StatusBadge>
      </span>
      <dl className="entry-figures">
        <div>
          <dt>Balance</dt>
          <dd>
            <Balance voucher={voucher} />
          </dd>
        </div>
        <div>
          <dt>Last day</dt>
          <dd>{shortDate(voucher.expiryDate)}</dd>
        </div>
      </dl>
      {isAdjustable(voucher) && (
        <div className="entry-acts">
          {voucher.status === 'active' && (
            <Button variant="quiet" className="button-compact" onClick={() => startRedeeming(voucher)}>
              Redeem
            </Button>
          )}
          <VoucherActions voucher={voucher} isQuiet />
        </div>
      )}
    </li>
  )
}

const BAR = { width: 64, height: 4 }

/** The balance, with the original amount where they differ, and a bar of what is left. */
function Balance({ voucher: { originalAmount, currentBalance } }: { voucher: AdminVoucher }) {
  const [original, balance] = [parsePence(originalAmount) ?? 0, parsePence(currentBalance) ?? 0]
  const left = original > 0 ? Math.min(1, balance / original) : 0
  return (
    <>
      <span translate="no">{pounds(currentBalance)}</span>
      {balance !== original && (
        <span className="text-label text-soft">
          {' '}
          of <span translate="no">{pounds(originalAmount)}</span>
        </span>
      )}
      <svg
        className="mt-1 block max-w-full fill-rule split:ms-auto"
        {...BAR}
        viewBox={`0 0 ${BAR.width} ${BAR.height}`}
        aria-hidden
      >
        <rect {...BAR} />
        <rect className="fill-sea" {...BAR} width={BAR.width * left} />
      </svg>
    </>
  )
}

/** Whom the voucher is for, and who gives it. An imported one, or one of an erased person, may name nobody. */
export function ForAndFrom({ voucher: { recipientName, buyerName, paidBy } }: { voucher: AdminVoucher }) {
  const isNameless = recipientName === ''
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

interface ActionProps {
  voucher: AdminVoucher
  /** Of a row: a column of red boxes would hide everything else. */
  isQuiet?: boolean
}

/** The owner's actions in the list and in the details; none if the server would accept neither. */
export function VoucherActions({ voucher, isQuiet = false }: ActionProps) {
  useSignals()
  if (!isOwner.value || !isAdjustable(voucher)) return null
  return (
    <>
      <Button
        variant={isQuiet ? 'text' : 'quiet'}
        className={isQuiet ? '' : 'button-compact'}
        onClick={() => void (openDialog.value = { name: 'adjust', voucher })}
      >
        Adjust Balance
      </Button>
      {voucher.status === 'active' && (
        <Button
          variant={isQuiet ? 'text' : 'bad'}
          className={isQuiet ? 'text-button-bad' : 'button-compact'}
          onClick={() => void (openDialog.value = { name: 'refund', voucher })}
        >
          Issue Refund
        </Button>
      )}
    </>
  )
}
