import { formatPounds } from '#contract/base/money.ts'
import { addDays, londonDay } from '#contract/base/send-date.ts'
import { CANCEL_DAYS, type CancellationStage } from '#contract/purchases/cancellation.ts'
import {
  emptyBy,
  endAtDesk,
  isUnderWay,
  owedByHand,
  refundable,
  setStatusFrom,
  succeedRefund,
  toPay,
  trackRefund,
  write,
  type RefusalCode,
  type Voucher,
} from '#tests/resilience/ledger/model.ts'

const isOpen = ({ status, frozen = status, isCancelled }: Voucher) =>
  !isCancelled && (frozen === 'active' || frozen === 'spent')

/** Ends the voucher at once; what is paid back follows. The clinic records a notice that was sent on the day of the sale. */
export function cancelVoucher(
  voucher: Voucher,
  { by, now, issuedOn }: { by: 'buyer' | 'clinic'; now: Date; issuedOn: string },
): RefusalCode | undefined {
  if (voucher.isCancelled) return undefined
  if (by === 'buyer' && londonDay(now) > addDays(issuedOn, CANCEL_DAYS)) return 'too_late'
  if (!isOpen(voucher) || !voucher.isDistant) return 'not_active'
  const isFrozen = voucher.status === 'disputed'
  voucher.isCancelled = true
  setStatusFrom(voucher, ['active'], 'refunding')
  // Stripe is not asked while a bank decides.
  if (!isFrozen || by === 'clinic') payVoucherBack(voucher, now)
  return undefined
}

/** Returns what the buyer's page says that cancelling pays back. */
export const dueToBuyer = (voucher: Voucher): number =>
  voucher.status === 'disputed' ? 0 : refundable(voucher)

/** Pays a cancelled purchase back as soon as nothing is waited for: what was paid, and neither used nor paid back yet. */
export function payVoucherBack(voucher: Voucher, now: Date): void {
  if (voucher.status !== 'refunding') return
  const stage = stageOf(voucher)
  if (stage === 'settled') return endWithoutRefund(voucher, now)
  if (stage === 'refunding' && !voucher.refunds.some(isUnderWay))
    trackRefund(voucher, emptyBy(voucher, refundable(voucher), 'portal'), true)
}

/** Cancels what was added without money, where nothing that was paid is left. */
function endWithoutRefund(voucher: Voucher, at: Date): void {
  if (voucher.balance > 0) {
    voucher.desk -= voucher.balance
    write(voucher, 'adjust', -voucher.balance, { at })
  }
  voucher.status = voucher.refunds.some(({ state }) => state === 'succeeded') ? 'refunded' : 'void'
}

/** Marks what the clinic owes in another way as paid. */
export function markVoucherPaidBack(voucher: Voucher): RefusalCode | undefined {
  const stage = stageOf(voucher)
  if (stage === 'settled') return undefined
  if (stage !== 'by_hand') return 'not_active'
  if (voucher.paidBy === 'online') succeedRefund(voucher, owedByHand(voucher)!)
  else endAtDesk(voucher)
  return undefined
}

function stageOf(voucher: Voucher): CancellationStage {
  if (voucher.status === 'disputed') return 'frozen'
  if (owedByHand(voucher)) return 'by_hand'
  if (voucher.refunds.some(isUnderWay)) return 'refunding'
  if (toPay(voucher) === 0) return 'settled'
  return voucher.paidBy === 'online' ? 'refunding' : 'by_hand'
}

/**
 * Returns the cancellation as the portal shows it: what it waits for, and what the clinic owes in another way, or else what
 * is paid back from the notice on.
 */
export function shownCancellation(voucher: Voucher) {
  if (!voucher.isCancelled) return undefined
  const stage = stageOf(voucher)
  if (stage === 'frozen') return { stage, amount: undefined }
  const pence = owedByHand(voucher)?.pence ?? toPay(voucher) + paidSinceNotice(voucher)
  return { stage, amount: formatPounds(pence) }
}

const paidSinceNotice = ({ paidBy, refunds, entries }: Voucher): number =>
  paidBy === 'online'
    ? refunds.reduce(
        (sum, { pence, state, isLater }) => (isLater && state !== 'failed' ? sum + pence : sum),
        0,
      )
    : entries.reduce((sum, { kind, pence }) => (kind === 'refund' ? sum - pence : sum), 0)
