import { formatPounds } from '#contract/base/money.ts'
import type { Delivery } from '#contract/orders/admin-orders.ts'

export interface OrderEvent {
  at: Date
  action: string
  before: { fulfilment?: string } | null
  after: { pence?: number; restocked?: number; fulfilment?: string; goods?: string } | null
}

const STEPS: Record<string, string> = {
  to_prepare: 'Moved back to “To prepare”',
  ready: 'Ready',
  collected: 'Collected',
  delivered: 'Delivered',
}

function describeStep({ before, after }: Pick<OrderEvent, 'before' | 'after'>, delivery: Delivery): string {
  const step = after?.fulfilment ?? ''
  const isLocal = delivery === 'local'
  // The last step was taken back.
  if (step === 'ready' && before?.fulfilment !== 'to_prepare')
    return `Moved back to “${isLocal ? 'Out for delivery' : 'Ready'}”`
  return isLocal && step === 'ready' ? 'Sent out for delivery' : (STEPS[step] ?? 'Changed')
}

/** Describes an event of an order to the owner. */
export function describeEvent({ action, before, after }: OrderEvent, delivery: Delivery): string {
  const amount = `£${formatPounds(after?.pence ?? 0)}`
  const descriptions: Record<string, string> = {
    order_placed: `Ordered and paid for, ${amount}`,
    fulfilment_changed: describeStep({ before, after }, delivery),
    refund_asked: `Refund of ${amount} requested${after?.restocked ? `, ${after.restocked} back on the shelf` : ''}`,
    refund_made_at_stripe: `Refund of ${amount} made at Stripe`,
    refund_succeeded: `Refund of ${amount} made`,
    refund_failed: `Refund of ${amount} failed`,
    dispute_opened: `Disputed by the buyer’s bank, ${amount}`,
    dispute_won: `Dispute won, ${amount}`,
    dispute_lost: `Dispute lost, ${amount}`,
    warning_opened: 'The cardholder’s bank warned that the payment may be fraudulent',
    warning_released: 'Payment released after a fraud warning',
    warning_ended: 'Fraud warning ended',
    review_opened: 'Stripe is reviewing the payment',
    review_released: 'Payment approval requested',
    review_ended: 'Payment review ended',
    purchase_cancelled: 'Cancelled by the buyer',
    goods_returned: after?.goods === 'posted' ? 'Goods posted back' : 'Goods are back',
    refund_owed_by_hand: `${amount} to be paid back in another way`,
    address_corrected: 'Buyer’s email address corrected',
    customer_erased: 'The buyer’s name and address were erased',
  }
  return descriptions[action] ?? action.replaceAll('_', ' ')
}
