import { formatPounds } from '#contract/base/money.ts'
import { addDays, londonDay } from '#contract/base/send-date.ts'
import { CANCEL_DAYS, type CancellationStage } from '#contract/purchases/cancellation.ts'
import { isUnderWay, refunded, type Refund, type RefusalCode } from '#tests/resilience/ledger/model.ts'

/** The expected state of an order of goods. Amounts in pence. */
export interface GoodsOrder {
  paid: number
  /** The day (London) on which its buyer collected it; undefined while it is to be prepared. */
  collectedOn: string | undefined
  /** Whether refunds stay pending. */
  slowBank: boolean
  refunds: Refund[]
  isCancelled?: true
  areGoodsBack?: true
  /** Kept back of the price when the goods came back. */
  deducted: number
}

const toPay = (order: GoodsOrder): number => Math.max(0, order.paid - refunded(order) - order.deducted)

const owedByHand = ({ refunds }: GoodsOrder) =>
  refunds.find((one) => one.from === 'by hand' && isUnderWay(one))

function stageOf(order: GoodsOrder): CancellationStage {
  if (owedByHand(order)) return 'by_hand'
  if (order.refunds.some(isUnderWay)) return 'refunding'
  if (toPay(order) === 0) return 'settled'
  return order.collectedOn === undefined || order.areGoodsBack ? 'refunding' : 'goods'
}

export function cancelOrder(order: GoodsOrder, by: 'buyer' | 'clinic', now: Date): RefusalCode | undefined {
  if (order.isCancelled) return undefined
  const until = order.collectedOn && addDays(order.collectedOn, CANCEL_DAYS)
  if (by === 'buyer' && until !== undefined && londonDay(now) > until) return 'too_late'
  order.isCancelled = true
  payOrderBack(order)
  return undefined
}

/** Pays a cancelled order back, unless its goods are still to come back. */
export function payOrderBack(order: GoodsOrder): void {
  if (stageOf(order) !== 'refunding' || order.refunds.some(isUnderWay)) return
  const state = order.slowBank ? 'pending' : 'succeeded'
  order.refunds.push({ pence: toPay(order), state, from: 'portal', isLater: true })
}

export function takeGoodsBack(order: GoodsOrder, deduct: number): RefusalCode | undefined {
  if (order.areGoodsBack) return deduct === order.deducted ? undefined : 'changed_meanwhile'
  if (stageOf(order) !== 'goods') return 'not_active'
  order.areGoodsBack = true
  order.deducted = deduct
  payOrderBack(order)
  return undefined
}

/** What Stripe could not pay back, the clinic owes in another way. */
export function failOrderRefund(order: GoodsOrder, refund: Refund): void {
  refund.state = 'failed'
  if (order.refunds.some(isUnderWay)) return
  const pence = Math.min(refund.pence, toPay(order))
  if (pence > 0) order.refunds.push({ pence, state: 'pending', from: 'by hand', isLater: true })
}

export function markOrderPaidBack(order: GoodsOrder): RefusalCode | undefined {
  const stage = stageOf(order)
  if (stage === 'by_hand') owedByHand(order)!.state = 'succeeded'
  return stage === 'by_hand' || stage === 'settled' ? undefined : 'not_active'
}

/** Returns the order as the portal shows it. */
export function shownOrder(order: GoodsOrder) {
  const { isCancelled, refunds, paid } = order
  const amount = formatPounds(owedByHand(order)?.pence ?? toPay(order) + refunded(order))
  return {
    status: refunds.some(isUnderWay)
      ? 'refunding'
      : refunded(order) === paid
        ? 'refunded'
        : refunded(order) > 0
          ? 'part_refunded'
          : 'completed',
    refunded: formatPounds(refunded(order)),
    cancellation: isCancelled && { stage: stageOf(order), amount },
  }
}
