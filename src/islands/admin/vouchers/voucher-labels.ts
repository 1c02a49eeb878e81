import type { AdminVoucher, VoucherEntry } from '#contract/admin-vouchers'

type Status = AdminVoucher['status']

export const STATUS: Record<Status, { words: string; tone: 'good' | 'wait' | 'bad' | 'off' }> = {
  active: { words: 'Active', tone: 'good' },
  spent: { words: 'Redeemed', tone: 'off' },
  expired: { words: 'Expired', tone: 'off' },
  refunding: { words: 'Refunding', tone: 'wait' },
  refunded: { words: 'Refunded', tone: 'off' },
  void: { words: 'Cancelled', tone: 'off' },
  disputed: { words: 'Frozen', tone: 'bad' },
}

export const PAID_BY: Record<AdminVoucher['paidBy'], string> = {
  online: 'Online',
  cash: 'Cash, at the clinic',
  card: 'Card, at the clinic',
  complimentary: 'Nothing: given by the clinic',
}

/** ", from Buyer Name" */
export function fromBuyer({ buyerName, paidBy }: AdminVoucher): string {
  if (buyerName) return `, from ${buyerName}`
  return paidBy === 'complimentary' ? ', given by the clinic' : ''
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
