import { londonDay } from '#contract/base/send-date.ts'
import type { OrderDetail } from '#contract/orders/admin-orders.ts'
import {
  RETURN_DAYS,
  type AdminCancellation,
  type CancellationStage,
} from '#contract/purchases/cancellation.ts'
import type { AdminVoucher } from '#contract/vouchers/admin-vouchers.ts'
import { isOwner } from '#islands/admin/session/session.store.ts'
import { pounds } from '#islands/admin/shared/format.ts'
import { serverNow } from '#lib/server-time.ts'

/** What the owner records about a cancelled purchase. */
export type CancellationAction = 'still_here' | 'back' | 'posted' | 'paid_back'

export const ACTION_LABELS: Record<CancellationAction, string> = {
  still_here: 'Still here',
  back: 'Goods are back',
  posted: 'Proof of posting',
  paid_back: 'Paid back',
}

const ACTIONS_AT: Record<CancellationStage, CancellationAction[]> = {
  frozen: [],
  at_counter: ['still_here'],
  goods: ['back', 'posted'],
  posted: ['back'],
  refunding: [],
  by_hand: ['paid_back'],
  settled: [],
}

/** Returns what one can record, the most likely first. Goods come back while a payment is frozen, too. */
export const actionsAt = ({
  stage,
  goodsBy,
}: {
  stage: CancellationStage
  goodsBy?: string | null | undefined
}): CancellationAction[] => {
  const actions = ACTIONS_AT[stage === 'frozen' && goodsBy ? 'goods' : stage]
  return isOwner.value ? actions : actions.filter((action) => action === 'still_here')
}

/** Returns whether the last day for something has passed. */
export const hasPassed = (day: string | null | undefined): boolean =>
  typeof day === 'string' && day < londonDay(serverNow())

/** Says what a cancelled purchase waits for, and what comes next. */
export function describeStage({
  stage,
  amount = '0.00',
}: Pick<AdminCancellation, 'stage' | 'amount'>): string {
  switch (stage) {
    case 'frozen':
      return 'The payment is frozen. When that ends, we will work out what is to be paid back, and tell the buyer.'
    case 'at_counter':
      return `Please check whether the order is still at the clinic. If nobody records anything, we will refund ${pounds(amount)} at the end of your next opening day.`
    case 'goods':
      return `The goods are due back. We will refund ${pounds(amount)} once you record that they are here.`
    case 'posted':
      return `The buyer has posted the goods. We will refund ${pounds(amount)} once you record that they are here. If they have not come by the last day for paying back, please press “Issue Refund” all the same.`
    case 'refunding':
      return `${pounds(amount)} is being returned the way it was paid.`
    case 'by_hand':
      return `Please pay ${pounds(amount)} back yourself, such as in cash or by bank transfer, and record it here.`
    case 'settled':
      return amount === '0.00' ? 'There was nothing to pay back.' : `${pounds(amount)} has been paid back.`
  }
}

const WHEN_FROZEN =
  'The payment is frozen. The cancellation counts from now, and when the freeze ends we will work out what is to be paid back.'

/** Says what recording a cancellation does to a voucher. */
export function describeVoucherCancelling({
  frozenBy,
  paidBy,
  refundableAmount,
}: Pick<AdminVoucher, 'frozenBy' | 'paidBy' | 'refundableAmount'>): string {
  if (frozenBy) return WHEN_FROZEN
  const ended = 'The voucher will stop working straight away.'
  if (refundableAmount === '0.00') return `${ended} There is nothing left to pay back.`
  return paidBy === 'online'
    ? `${ended} ${pounds(refundableAmount)} will be returned the way it was paid, which takes 5 to 10 working days.`
    : `${ended} Please then pay ${pounds(refundableAmount)} back yourself, and record it here.`
}

/** Says what recording a cancellation does to an order. */
export function describeOrderCancelling(order: OrderDetail): string {
  const { frozenBy, fulfilment, delivery, refundable } = order
  if (frozenBy) return WHEN_FROZEN
  const sum = pounds(refundable)
  if (fulfilment === 'to_prepare')
    return `${sum} will be returned the way it was paid, which takes 5 to 10 working days, and the goods will go back on the shelf.`
  return fulfilment === 'ready' && delivery === 'collection'
    ? `The order is ready for collection. Please check whether it is still here: “Still here” refunds ${sum}, and “Mark as collected” means that the goods are to come back.`
    : `The goods are to come back within ${RETURN_DAYS} days. We will refund ${sum} once you record that they are here.`
}
