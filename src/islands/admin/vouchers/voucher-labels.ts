import type { AdminVoucher, VoucherEntry } from '#contract/admin-vouchers.ts'

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

export const isAdjustable = ({ status }: AdminVoucher): boolean => status === 'active' || status === 'spent'

export const ENTRY: Record<VoucherEntry['kind'], string> = {
  issue: 'Issue',
  redeem: 'Redeem',
  adjust: 'Adjust',
  refund: 'Refund',
  expire: 'Expire',
  reverse: 'Reverse',
}
