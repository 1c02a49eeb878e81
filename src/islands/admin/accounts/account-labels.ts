import type {
  AccountFigure,
  ApartReason,
  MoneyFigure,
  OwedFigure,
  VoucherFigure,
} from '#contract/accounts/accounts.ts'
import { addDays } from '#contract/base/send-date.ts'
import type { ChosenPeriod, FigureAtStripe } from '#islands/admin/accounts/chosen-period.ts'
import { shortDate } from '#islands/admin/shared/format.ts'

export const MONEY_LABELS: Record<MoneyFigure, string> = {
  received_online: 'Received online',
  received_cash: 'Received in cash',
  received_card: 'Received by card terminal',
  refunded_online: 'Refunded online',
  refunded_cash: 'Refunded in cash',
  refunded_card: 'Refunded by card terminal',
  refunded_by_hand: 'Refunded in another way',
  lost: 'Lost to disputes',
  received_all: 'Received',
  refunded_all: 'Refunded',
  left: 'Left before card fees',
}

export const VOUCHER_LABELS: Record<VoucherFigure, string> = {
  issued: 'Issued',
  brought_in: 'Brought in from elsewhere',
  added: 'Added by Adjust, without payment',
  used: 'Used',
  refunded: 'Refunded, or lost to disputes',
  cancelled: 'Cancelled, or removed by Adjust',
  expired: 'Expired',
  restored: 'Restored by Extend',
}

/** Returns the evening on which so much is owed, of days that have not ended the present one. */
export function owedOn(figure: OwedFigure, { from, to }: ChosenPeriod, today: string): string {
  if (figure === 'opening') return addDays(from, -1)
  return to < today ? to : today
}

export const APART_LABELS: Record<ApartReason, string> = {
  other_day: 'Stripe counts it on another day than we do',
  dispute_open: 'Stripe keeps it until a bank has decided a dispute',
  refund_due: 'A refund that Stripe has not made yet, or has refused',
  not_ours: 'At Stripe without a record here: of another product in the account, or under Needs attention',
}

const STRIPE_LABELS: Record<FigureAtStripe, string> = {
  fees: 'Card fees',
  net: 'Net, after card fees',
  ...APART_LABELS,
}

export function figureLabel(
  figure: AccountFigure | FigureAtStripe,
  period: ChosenPeriod,
  today: string,
): string {
  if (figure === 'opening' || figure === 'closing')
    return `Owed in vouchers on ${shortDate(owedOn(figure, period, today))}`
  return { ...MONEY_LABELS, ...VOUCHER_LABELS, ...STRIPE_LABELS }[figure]
}

/** Utilities of a table, so that all of them fit on one sheet. */
export const PRINTED_ROWS = 'print:mt-1 print:leading-tight print:[&_:is(th,td)]:py-px'
