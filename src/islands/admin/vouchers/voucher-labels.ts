import type { AdminVoucher, VoucherEntry } from '#contract/admin-vouchers.ts'
import { dateTime } from '#islands/admin/shared/format.ts'
import { sendTime } from '#islands/checkout/voucher-facts.ts'

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
}

/** Returns the day on which the voucher will be emailed, if its email waits for one. */
export const plannedDay = ({ sendOn, giftEmail }: AdminVoucher): string | undefined =>
  giftEmail?.state === 'waiting' && giftEmail.since === undefined ? sendOn : undefined

/** Says where the last email with the voucher is. */
export function describeGiftEmail(voucher: AdminVoucher): string | undefined {
  const { state, at = '', since } = voucher.giftEmail ?? {}
  const day = plannedDay(voucher)
  switch (state) {
    case 'waiting':
      if (day !== undefined) return `Will be emailed on ${sendTime(day)}`
      return `Waiting to be emailed since ${dateTime(since ?? at)}`
    case 'sending':
      return 'Being emailed at the moment'
    case 'sent':
      return `Emailed on ${dateTime(at)}`
    case 'failed':
      return `Could not be emailed. We stopped trying on ${dateTime(at)}`
    case 'withdrawn':
      return voucher.status === 'disputed'
        ? 'Not emailed while the voucher is frozen'
        : 'Not emailed because the voucher can no longer be used'
    case undefined:
      return undefined
  }
}

export const isAdjustable = ({ status }: AdminVoucher): boolean => status === 'active' || status === 'spent'

export const ENTRY: Record<VoucherEntry['kind'], string> = {
  issue: 'Issue',
  redeem: 'Redeem',
  adjust: 'Adjust',
  refund: 'Refund',
  expire: 'Expire',
  reverse: 'Reverse',
}
