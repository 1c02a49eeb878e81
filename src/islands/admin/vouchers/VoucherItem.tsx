import { useSignals } from '@preact/signals-react/runtime'
import type { AdminVoucher } from '#contract/admin-vouchers.ts'
import { parsePence } from '#contract/money.ts'
import { purchaseName } from '#contract/purchase-number.ts'
import { hrefOf, route } from '#islands/admin/router.ts'
import { pounds, shortDate } from '#islands/admin/shared/format.ts'
import { StatusBadge } from '#islands/admin/shared/StatusBadge.tsx'
import { redeemedId, redeemListed } from '#islands/admin/vouchers/redeem.store.ts'
import { describeReminders, isAdjustable, STATUS } from '#islands/admin/vouchers/voucher-labels.ts'
import { list, openDialog } from '#islands/admin/vouchers/vouchers.store.ts'
import { Button } from '#ui/Button.tsx'

export function VoucherItem({ item: voucher }: { item: AdminVoucher }) {
  useSignals()
  const { label, tone } = STATUS[voucher.status]
  const hasReminders = list.filters.value.status === 'expiring'
  return (
    <li
      className={`entry voucher-row ${hasReminders ? 'voucher-row-tall' : ''}`}
      aria-current={route.value.id === voucher.id || redeemedId.value === voucher.id || undefined}
    >
      <a className="entry-name" href={hrefOf('vouchers', voucher.id)}>
        <span translate="no">{voucher.voucherCode}</span>
      </a>
      <StatusBadge tone={tone}>{label}</StatusBadge>
      <p className="entry-text">
        <ForAndFrom voucher={voucher} />
        {voucher.number && (
          <span className="entry-line" translate="no">
            {purchaseName('voucher', voucher.number)}
          </span>
        )}
        {hasReminders && <span className="entry-line voucher-reminder">{describeReminders(voucher)}</span>}
      </p>
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
      {voucher.status === 'active' && (
        <Button
          variant="quiet"
          className="button-compact voucher-redeem"
          onClick={() => void redeemListed(voucher)}
        >
          Redeem
        </Button>
      )}
      <Actions voucher={voucher} isQuiet />
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
        <span className="voucher-original">
          of <span translate="no">{pounds(originalAmount)}</span>
        </span>
      )}
      <svg className="voucher-bar" {...BAR} viewBox={`0 0 ${BAR.width} ${BAR.height}`} aria-hidden>
        <rect {...BAR} />
        <rect className="voucher-bar-left" {...BAR} width={BAR.width * left} />
      </svg>
    </>
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

interface ActionProps {
  voucher: AdminVoucher
  /** Of a row: a column of red boxes would hide everything else. */
  isQuiet?: boolean
}

/** The actions in the list and in the details; none if the server would accept neither. */
export function Actions({ voucher, isQuiet = false }: ActionProps) {
  if (!isAdjustable(voucher)) return null
  return (
    <div className="entry-acts">
      <VoucherAction isQuiet={isQuiet} onPress={() => (openDialog.value = { name: 'adjust', voucher })}>
        Adjust Balance
      </VoucherAction>
      {voucher.status === 'active' && (
        <VoucherAction
          isBad
          isQuiet={isQuiet}
          onPress={() => (openDialog.value = { name: 'refund', voucher })}
        >
          Issue Refund
        </VoucherAction>
      )}
    </div>
  )
}

interface VoucherActionProps {
  children: string
  isQuiet: boolean
  isBad?: boolean
  onPress: () => void
}

function VoucherAction({ children, isQuiet, isBad = false, onPress }: VoucherActionProps) {
  return isQuiet ? (
    <button type="button" className={`text-button ${isBad ? 'text-button-bad' : ''}`} onClick={onPress}>
      {children}
    </button>
  ) : (
    <Button variant={isBad ? 'bad' : 'quiet'} className="button-compact" onClick={onPress}>
      {children}
    </Button>
  )
}
