import { isOpenDispute, type Dispute, type DisputeStatus } from '#tests/resilience/ledger/dispute-status.ts'
import {
  cap,
  isByRefund,
  isUnderWay,
  moneyGone,
  refundedAtStripe,
  reverseOf,
  reviseByHand,
  setStatusFrom,
  statusAfter,
  write,
  type Voucher,
} from '#tests/resilience/ledger/model.ts'

/** Returns the pence that are neither disputed nor refunded. */
export const undisputed = (voucher: Voucher): number =>
  voucher.disputes.reduce(
    (left, { status, pence, withdrawn }) => left - (isOpenDispute(status) ? pence : withdrawn),
    voucher.paid - refundedAtStripe(voucher),
  )

export function addDispute(voucher: Voucher, pence: number, inquiry: boolean): void {
  const status = inquiry ? 'warning_needs_response' : 'needs_response'
  const withdrawn = inquiry ? 0 : pence
  voucher.disputes.push({ pence, status, withdrawn, lost: 0, decided: 0 })
  applyDisputes(voucher)
}

export function moveDispute(voucher: Voucher, dispute: Dispute, status: DisputeStatus): void {
  const { disputes } = voucher
  dispute.status = status
  if (status === 'won') dispute.withdrawn = 0
  if (status === 'needs_response') {
    const taken = disputes.reduce((sum, { withdrawn }) => sum + withdrawn, refundedAtStripe(voucher))
    dispute.withdrawn = Math.min(dispute.pence, voucher.paid - taken)
  }
  applyDisputes(voucher)
}

/** Freezes the voucher while a dispute is open, and takes what lost disputes have withdrawn at Stripe. */
function applyDisputes(voucher: Voucher): void {
  let moved = false
  for (const dispute of voucher.disputes) {
    const lost = isOpenDispute(dispute.status) ? 0 : dispute.withdrawn
    if (lost === dispute.lost) continue
    moved = true
    reverseOf(voucher, dispute)
    const taken = Math.min(lost, voucher.balance)
    if (taken > 0) write(voucher, 'refund', -taken, { by: 'dispute', cause: dispute })
    const decided = 1 + Math.max(...voucher.disputes.map((one) => one.decided))
    Object.assign(dispute, { lost, decided })
  }
  reviseByHand(voucher)
  freeze(
    voucher,
    voucher.disputes.some(({ status }) => isOpenDispute(status)),
  )
  cap(
    voucher,
    voucher.disputes.findLast(({ lost }) => lost > 0),
  )
  if (moved) followBalance(voucher)
}

function freeze(voucher: Voucher, frozen: boolean): void {
  if (frozen === (voucher.status === 'disputed')) return
  if (frozen) voucher.frozen = voucher.status
  voucher.status = frozen ? 'disputed' : voucher.frozen!
  if (!frozen) delete voucher.frozen
}

function followBalance(voucher: Voucher): void {
  const last = voucher.entries.at(-1)!
  if (voucher.balance > 0)
    return setStatusFrom(voucher, ['spent', 'refunding', 'refunded', 'expired'], 'active')
  if (moneyGone(voucher) >= voucher.paid)
    return setStatusFrom(
      voucher,
      ['active', 'spent', 'expired', 'refunding'],
      voucher.refunds.some(isUnderWay) ? 'refunding' : 'refunded',
    )
  setStatusFrom(voucher, ['active'], 'spent')
  if (!isByRefund(last)) setStatusFrom(voucher, ['refunding', 'refunded'], statusAfter(last))
}
