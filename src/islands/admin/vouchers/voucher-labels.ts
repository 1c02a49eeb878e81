import { longPounds, type Pence } from '#contract/base/money.ts'
import { withCommas } from '#contract/base/text.ts'
import type { AdminVoucher, VoucherEntry } from '#contract/vouchers/admin-vouchers.ts'
import { describeEmail } from '#islands/admin/shared/email-labels.ts'
import { longDate } from '#islands/admin/shared/format.ts'
import { comingDay } from '#islands/checkout/voucher-facts.ts'

type Status = AdminVoucher['status']

export const STATUS: Record<Status, { label: string; tone: 'good' | 'wait' | 'bad' | 'off' }> = {
  active: { label: 'Active', tone: 'good' },
  spent: { label: 'Redeemed', tone: 'off' },
  expired: { label: 'Expired', tone: 'off' },
  refunding: { label: 'Refunding', tone: 'wait' },
  refunded: { label: 'Refunded', tone: 'off' },
  void: { label: 'Cancelled', tone: 'off' },
  disputed: { label: 'Frozen', tone: 'bad' },
}

export const PAID_BY: Record<AdminVoucher['paidBy'], string> = {
  online: 'Online',
  cash: 'Cash, at the clinic',
  card: 'Card, at the clinic',
  complimentary: 'Free (from the clinic)',
  imported: 'Sold elsewhere',
}

/** Returns the day on which the voucher will be emailed, if its email waits for one. */
export const plannedDay = ({ sendOn, giftEmail }: AdminVoucher): string | undefined =>
  giftEmail?.state === 'waiting' && giftEmail.since === undefined ? sendOn : undefined

/** Says that sending now changes the day. */
export const arrivesToday = (planned: string): string =>
  `It will arrive today instead of on ${comingDay(planned)}, the day that was chosen for it.`

/** Says how the voucher is given: on paper, or where the last email with it is. */
export function describeGiving({ deliverTo, giftEmail, status }: AdminVoucher): string | undefined {
  if (deliverTo === 'print') return 'On paper. It has not been emailed.'
  if (giftEmail?.state !== 'withdrawn') return giftEmail && describeEmail(giftEmail)
  return status === 'disputed'
    ? 'The email is on hold while the voucher is frozen'
    : 'The email was withdrawn, because the voucher cannot be used'
}

/** Says whom a voucher's reminders go to, or why nobody gets one. */
export function describeReminders({ reminders, nextReminder }: AdminVoucher): string {
  if (nextReminder) return `We will remind the ${nextReminder.to} on ${longDate(nextReminder.on)}`
  if (reminders === 'stopped')
    return 'There are no reminders, because the holder has stopped them or marked one as spam'
  return reminders === 'off' ? 'Reminders are turned off' : 'No reminders are planned'
}

/** The address that the voucher goes to; '' once it is erased, and if it is on paper. */
export const addressOf = ({ deliverTo, recipientEmail, buyerEmail }: AdminVoucher): string =>
  recipientEmail ?? (deliverTo === 'print' ? undefined : buyerEmail) ?? ''

/** "1 voucher", "1,200 vouchers" */
export const countVouchers = (count: number): string =>
  count === 1 ? '1 voucher' : `${withCommas(count)} vouchers`

/** Begins a sentence: "60 vouchers worth £2,915.00 have". */
export const countWorth = (count: number, pence: Pence): string =>
  `${countVouchers(count)} worth ${longPounds(pence)} ${count === 1 ? 'has' : 'have'}`

export const isAdjustable = ({ status }: AdminVoucher): boolean => status === 'active' || status === 'spent'

/** Returns whether it may be used now or again, so that it is worth having on paper, and its whole code is known. */
export const isPrintable = ({ status, voucherCode }: AdminVoucher): boolean =>
  !voucherCode.startsWith('…') && status !== 'refunding' && status !== 'refunded' && status !== 'void'

/** What an entry of the ledger did. */
export const ENTRY: Record<VoucherEntry['kind'], string> = {
  issue: 'Issued',
  import: 'Imported',
  redeem: 'Redeemed',
  adjust: 'Adjusted',
  refund: 'Refunded',
  expire: 'Expired',
  reverse: 'Undone',
}
