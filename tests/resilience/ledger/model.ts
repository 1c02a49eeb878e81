import { addDays, londonDay } from '#contract/base/send-date.ts'
import { BALANCE_MAX, UNDO_DAYS } from '#contract/vouchers/change-balance.ts'
import { isOpenDispute, type Dispute } from '#tests/resilience/ledger/dispute-status.ts'

type Status = 'active' | 'spent' | 'expired' | 'refunding' | 'refunded' | 'void' | 'disputed'
export type RefusalCode =
  'not_active' | 'insufficient_balance' | 'invalid_request' | 'changed_meanwhile' | 'too_late'

interface Entry {
  kind: 'issue' | 'import' | 'redeem' | 'adjust' | 'refund' | 'expire' | 'reverse'
  pence: number
  after: number
  /** When the desk wrote it. */
  at?: Date
  /** Cannot be undone: it has been, or only its refund may reverse it. */
  final?: true
  /** What wrote it, if not the desk. */
  by?: 'refund' | 'dispute'
  /** Removes a restored balance that no money backs. */
  cap?: true
  /** The refund or dispute that wrote it. */
  cause?: Refund | Dispute | undefined
  /** Reversed by a failed refund or a changed dispute. */
  reversed?: true
}

export interface Refund {
  pence: number
  state: 'pending' | 'succeeded' | 'failed'
  /** `by hand`: the clinic pays it in another way than by Stripe. */
  from: 'portal' | 'dashboard' | 'by hand'
  /** Made after the purchase was cancelled. */
  isLater?: true | undefined
}

/** The expected state of a voucher and, if it was bought online, of its payment at Stripe. Amounts in pence. */
export interface Voucher {
  paidBy: 'online' | 'cash' | 'card' | 'complimentary' | 'imported'
  status: Status
  /** The status before a dispute froze it. */
  frozen?: Status
  balance: number
  until: Date
  entries: Entry[]
  paid: number
  /** Whether refunds stay pending. */
  slowBank: boolean
  refunds: Refund[]
  disputes: Dispute[]
  /** Sum of redemptions, adjustments and reversals at the desk. */
  desk: number
  /** Whether its import was taken back. */
  takenBack?: true
  isExtended?: true
  /** Sold at a distance, so that its buyer may cancel. */
  isDistant: boolean
  isCancelled?: true
}

export function issue(from: Pick<Voucher, 'paidBy' | 'paid' | 'slowBank' | 'until' | 'isDistant'>): Voucher {
  const voucher: Voucher = {
    ...from,
    status: 'active',
    balance: 0,
    entries: [],
    refunds: [],
    disputes: [],
    desk: 0,
  }
  write(voucher, from.paidBy === 'imported' ? 'import' : 'issue', from.paid)
  return voucher
}

type Marks = Pick<Entry, 'at' | 'final' | 'by' | 'cap' | 'cause'>

export function write(voucher: Voucher, kind: Entry['kind'], pence: number, marks: Marks = {}): void {
  voucher.balance += pence
  voucher.entries.push({ kind, pence, after: voucher.balance, ...marks })
}

export const refunded = ({ refunds }: Pick<Voucher, 'refunds'>): number =>
  refunds.reduce((sum, { pence, state }) => (state === 'failed' ? sum : sum + pence), 0)

/** Returns what Stripe has refunded or is refunding. */
export const refundedAtStripe = ({ refunds }: Voucher): number =>
  refunds.reduce(
    (sum, { pence, state, from }) => (state === 'failed' || from === 'by hand' ? sum : sum + pence),
    0,
  )

export const moneyGone = (voucher: Voucher): number =>
  voucher.disputes.reduce(
    (sum, { status, withdrawn }) => sum + (isOpenDispute(status) ? 0 : withdrawn),
    refunded(voucher),
  )

/** The invariant of every step: money backs the balance of a voucher bought online. */
export const isBacked = (voucher: Voucher): boolean =>
  voucher.paidBy !== 'online' ||
  voucher.balance <= Math.max(0, voucher.paid + voucher.desk - moneyGone(voucher))

/** Limits the balance to the money: a restored amount may have been refunded or lost meanwhile. */
export function cap(voucher: Voucher, lost = latestLost(voucher)): void {
  if (voucher.paidBy !== 'online') return
  const excess = voucher.balance - Math.max(0, voucher.paid + voucher.desk - moneyGone(voucher))
  if (excess <= 0) return
  const cause = voucher.refunds.findLast(({ state }) => state !== 'failed')
  write(voucher, 'refund', -excess, { by: cause ? 'refund' : 'dispute', cap: true, cause: cause ?? lost })
  if (voucher.balance > 0) return
  const status = moneyGone(voucher) >= voucher.paid ? 'refunded' : 'spent'
  if (voucher.status === 'disputed') voucher.frozen = status
  else voucher.status = status
}

const latestLost = ({ disputes }: Voucher): Dispute | undefined =>
  disputes
    .filter(({ lost }) => lost > 0)
    .toSorted((one, other) => one.decided - other.decided)
    .at(-1)

/** Returns the displayed status: expired from the expiry on, even before the ledger says so. */
export const shownStatus = (voucher: Voucher, now: Date): Status =>
  voucher.status === 'active' && voucher.until <= now ? 'expired' : voucher.status

const isOneOf = (voucher: Voucher, now: Date, from: Status[]) =>
  from.includes(voucher.status) && now < voucher.until

export const mayUndo = (voucher: Voucher, entry: Entry, now: Date): boolean =>
  ['active', 'spent'].includes(shownStatus(voucher, now)) &&
  (entry.kind === 'redeem' || entry.kind === 'adjust') &&
  !entry.final &&
  !isTooLate(entry, now)

/** Returns whether it took from the balance so long ago that it stands. */
const isTooLate = ({ pence, at }: Entry, now: Date) =>
  pence < 0 && at !== undefined && addDays(londonDay(at), UNDO_DAYS) < londonDay(now)

export function redeem(voucher: Voucher, now: Date, pence: number): RefusalCode | undefined {
  return isOneOf(voucher, now, ['active']) ? move(voucher, 'redeem', -pence, now) : 'not_active'
}

export function adjust(voucher: Voucher, now: Date, pence: number): RefusalCode | undefined {
  if (!isOneOf(voucher, now, ['active', 'spent']) || (voucher.isCancelled && pence > 0)) return 'not_active'
  return move(voucher, 'adjust', pence, now)
}

export function undo(voucher: Voucher, now: Date, nth: number): RefusalCode | undefined {
  const entry = voucher.entries[nth]!
  if (!isOneOf(voucher, now, ['active', 'spent'])) return 'not_active'
  if (entry.kind !== 'redeem' && entry.kind !== 'adjust') return 'not_active'
  if (entry.final) return 'changed_meanwhile'
  if (isTooLate(entry, now)) return 'too_late'
  const refused = move(voucher, 'reverse', -entry.pence, now)
  if (!refused) entry.final = true
  return refused
}

function move(voucher: Voucher, kind: Entry['kind'], pence: number, at: Date): RefusalCode | undefined {
  if (voucher.balance + pence < 0) return 'insufficient_balance'
  if (pence > 0 && voucher.balance + pence > BALANCE_MAX) return 'invalid_request'
  write(voucher, kind, pence, { at })
  voucher.desk += pence
  voucher.status = voucher.balance === 0 ? 'spent' : unlessCancelled(voucher, 'active')
  cap(voucher)
  return undefined
}

/** Returns what Stripe would refund. */
export function refundableAtStripe(voucher: Voucher): number {
  if (voucher.disputes.some(({ status }) => status === 'needs_response' || status === 'under_review'))
    return 0
  return voucher.paid - moneyGone(voucher) + refunded(voucher) - refundedAtStripe(voucher)
}

/** Whether Stripe may still pay it out, or it may still fail. */
export const mayBeDecided = ({ state, from }: Refund, arrives: boolean): boolean =>
  from !== 'by hand' && (state === 'pending' || (state === 'succeeded' && !arrives))

export const isUnderWay = ({ state }: Refund) => state === 'pending'

/** Returns what was redeemed and not undone. */
const redeemed = ({ entries }: Voucher): number =>
  entries.reduce((sum, { kind, pence, final }) => (kind === 'redeem' && !final ? sum - pence : sum), 0)

/** Nothing was paid for it here. */
const isUnpaid = ({ paidBy }: Voucher): boolean => paidBy === 'complimentary' || paidBy === 'imported'

/** Returns what a refund in the portal would return: paid money that was not redeemed, and no goodwill. */
export const refundable = (voucher: Voucher): number =>
  voucher.paidBy === 'online' && refundableAtStripe(voucher) === 0 ? 0 : refundableByBooks(voucher)

/** Returns the same whether Stripe would refund it now or not. */
export const refundableByBooks = (voucher: Voucher): number =>
  isUnpaid(voucher)
    ? 0
    : Math.max(0, Math.min(voucher.balance, voucher.paid - moneyGone(voucher) - redeemed(voucher)))

/** Refunds paid money in the portal and cancels the rest of the balance. */
export function refund(voucher: Voucher, now: Date, confirmed?: number): RefusalCode | undefined {
  const isToPayBack = voucher.isCancelled && voucher.status === 'refunding' && voucher.balance > 0
  if (!isOneOf(voucher, now, ['active']) && !isToPayBack) return 'not_active'
  const refundPence = refundable(voucher)
  if (refundPence === 0 && !isUnpaid(voucher) && refundableAtStripe(voucher) > 0) return 'not_active'
  if (confirmed !== undefined && confirmed !== refundPence) return 'changed_meanwhile'
  if (voucher.paidBy !== 'online') return endAtDesk(voucher)
  if (refundPence === 0 || voucher.refunds.some(isUnderWay)) return 'not_active'
  trackRefund(voucher, emptyBy(voucher, refundPence, 'portal'), true)
  return undefined
}

/** Empties a voucher by a refund and returns that. */
export function emptyBy(voucher: Voucher, pence: number, from: Refund['from']): Refund {
  const cancelled = voucher.balance - pence
  const cause: Refund = { pence, state: 'pending', from, isLater: voucher.isCancelled }
  write(voucher, 'refund', -pence, { by: 'refund', cause })
  if (cancelled > 0) write(voucher, 'adjust', -cancelled, { final: true, by: 'refund', cause })
  return cause
}

export function endAtDesk(voucher: Voucher): undefined {
  const refundPence = refundable(voucher)
  const cancelled = voucher.balance - refundPence
  if (refundPence > 0) write(voucher, 'refund', -refundPence)
  if (cancelled > 0) write(voucher, 'adjust', -cancelled)
  voucher.status = isUnpaid(voucher) ? 'void' : 'refunded'
}

/** Records a refund made in Stripe's dashboard, which takes at most the balance. */
export function refundAtStripe(voucher: Voucher, pence: number): void {
  const taken = Math.min(pence, voucher.balance)
  const cause: Refund = { pence, state: 'pending', from: 'dashboard', isLater: voucher.isCancelled }
  if (taken > 0) write(voucher, 'refund', -taken, { by: 'refund', cause })
  trackRefund(voucher, cause, taken > 0)
  reviseByHand(voucher)
}

export function trackRefund(voucher: Voucher, refund: Refund, hasTaken: boolean): void {
  voucher.refunds.push(refund)
  if (hasTaken && voucher.balance === 0) setStatusFrom(voucher, ['active'], 'refunding')
  if (!hasTaken && moneyGone(voucher) >= voucher.paid)
    setStatusFrom(voucher, ['spent', 'expired'], 'refunding')
  if (!voucher.slowBank) succeedRefund(voucher, refund)
}

/** Marks a refund as paid out. */
export function succeedRefund(voucher: Voucher, refund: Refund): void {
  refund.state = 'succeeded'
  if (voucher.balance === 0) setStatusFrom(voucher, ['refunding'], 'refunded')
}

/** Marks a refund as failed and restores what it took; the voucher becomes active, or ends again. */
export function failRefund(voucher: Voucher, refund: Refund): void {
  refund.state = 'failed'
  const emptiedBy = voucher.entries.at(-1)!
  if (reverseOf(voucher, refund))
    setStatusFrom(voucher, ['spent', 'refunding', 'refunded', 'expired'], 'active')
  else if (voucher.balance === 0 && !isByRefund(emptiedBy))
    setStatusFrom(voucher, ['refunding', 'refunded'], statusAfter(emptiedBy))
  cap(voucher)
  oweByHand(voucher, refund)
}

/** Reverses what a refund or a dispute took, and all caps. Returns whether there was anything to reverse. */
export function reverseOf(voucher: Voucher, cause: Refund | Dispute): boolean {
  const taken = voucher.entries.filter((one) => !one.reversed && (one.cause === cause || one.cap))
  for (const one of taken.toReversed()) {
    one.reversed = true
    write(voucher, 'reverse', -one.pence, one.by && { by: one.by })
  }
  return taken.length > 0
}

/** When our side’s refund of a cancelled purchase has failed, the clinic owes all that is left in another way. */
function oweByHand(voucher: Voucher, failed: Refund): void {
  if (!failed.isLater || failed.from === 'dashboard' || voucher.refunds.some(isUnderWay)) return
  const pence = toPay(voucher)
  if (pence > 0) voucher.refunds.push(emptyBy(voucher, pence, 'by hand'))
}

/** The clinic no longer owes in another way what the dashboard or a bank has paid back. */
export function reviseByHand(voucher: Voucher): void {
  const owed = owedByHand(voucher)
  if (owed && moneyGone(voucher) + redeemed(voucher) > voucher.paid) failRefund(voucher, owed)
}

/** Returns what a cancelled purchase is still to be paid back and has no refund for. */
export const toPay = (voucher: Voucher): number =>
  voucher.isCancelled && voucher.status === 'refunding' ? refundableByBooks(voucher) : 0

export const owedByHand = ({ refunds }: Voucher) =>
  refunds.find((one) => one.from === 'by hand' && isUnderWay(one))

/** Sets the status, or the one after the freeze, if it is one of `from`. */
export function setStatusFrom(voucher: Voucher, from: Status[], to: Status): void {
  const field = voucher.status === 'disputed' ? 'frozen' : 'status'
  if (from.includes(voucher[field]!)) voucher[field] = unlessCancelled(voucher, to)
}

/** The voucher of a cancelled purchase never works again. */
const unlessCancelled = ({ isCancelled }: Voucher, to: Status): Status =>
  isCancelled && to === 'active' ? 'refunding' : to

export const isByRefund = ({ by }: Entry): boolean => by === 'refund'

export const statusAfter = ({ kind }: Entry): Status => (kind === 'expire' ? 'expired' : 'spent')

/** Takes the import of the voucher back, while nothing else happened to it. */
export function takeBack(voucher: Voucher): RefusalCode | undefined {
  if (voucher.takenBack) return undefined
  if (voucher.status !== 'active' || voucher.entries.length > 1 || voucher.isExtended) return 'not_active'
  write(voucher, 'reverse', -voucher.paid)
  voucher.status = 'void'
  voucher.takenBack = true
  return undefined
}

/** Expires the voucher if its time is over. Returns whether it did. */
export function expire(voucher: Voucher, now: Date): boolean {
  if (voucher.status !== 'active' || now < voucher.until) return false
  write(voucher, 'expire', -voucher.balance)
  voucher.status = 'expired'
  return true
}

/** Reverses the expiries. The caller sets `until`. */
export function extend(voucher: Voucher): RefusalCode | undefined {
  if (!['active', 'spent', 'expired'].includes(voucher.status)) return 'not_active'
  voucher.isExtended = true
  for (const end of voucher.entries.filter(({ kind, final }) => kind === 'expire' && !final)) {
    write(voucher, 'reverse', -end.pence)
    end.final = true
  }
  setStatusFrom(voucher, ['expired'], 'active')
  cap(voucher)
  return undefined
}
