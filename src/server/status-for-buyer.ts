import type { BoughtVoucher } from '#contract/vouchers/vouchers.ts'

type Status = BoughtVoucher['status']

/**
 * Returns the status of a voucher as its buyer is told it: one that is used up is like one that nobody has used, because a
 * buyer must not learn when somebody visits the clinic. `today`: the day in London.
 */
export const statusForBuyer = (status: Status, lastDay: string, today: string): Status =>
  status !== 'spent' ? status : lastDay < today ? 'expired' : 'active'
