import { type ActivityRow, amountOf } from './activity.ts'

type Sentence = (row: ActivityRow) => string

const voucher = ({ lastFour }: ActivityRow) => `Voucher …${lastFour ?? ''}`
const order = ({ quantity, productName }: ActivityRow) =>
  `Order: ${quantity ?? 0} × ${productName ?? 'product'}`
const product = ({ productName }: ActivityRow) => productName ?? 'Product'
/** What it is about, where several things may be. */
const thing = (row: ActivityRow) => {
  if (row.voucherId) return voucher(row)
  if (row.orderId) return order(row)
  return row.productId ? product(row) : 'Payment'
}
const balance = ({ after }: ActivityRow) => {
  const left = amountOf(after, 'balance')
  return left ? `, ${left} left` : ''
}

/** What each action of the record says to the owner. */
const SENTENCES: Record<string, Sentence> = {
  voucher_issued: (row) =>
    `Voucher ${amountOf(row.after)} bought by ${row.buyerName || 'a customer'} for ${row.recipientName || 'somebody'}`,
  voucher_expired: (row) => `${voucher(row)} expired, ${amountOf(row.before)} unused`,
  order_placed: (row) => `${order(row)}, ${amountOf(row.after)}`,
  refund_asked: (row) => `${thing(row)}: refund of ${amountOf(row.after)} asked for`,
  refund_succeeded: (row) => `${thing(row)} refunded, ${amountOf(row.after)}`,
  refund_failed: (row) => `${thing(row)}: refund of ${amountOf(row.after)} failed`,
  refund_made_at_stripe: (row) => `${thing(row)}: ${amountOf(row.after)} refunded at Stripe`,
  dispute_opened: (row) => `${thing(row)}: ${amountOf(row.after)} disputed by the buyer's bank`,
  dispute_won: (row) => `${thing(row)}: dispute over ${amountOf(row.after)} won`,
  dispute_lost: (row) => `${thing(row)}: dispute over ${amountOf(row.after)} lost`,
  payment_returned: (row) => `Payment of ${amountOf(row.after)} bought nothing and goes back`,
  payment_unknown: (row) => `Payment of ${amountOf(row.after)} that we have no record of`,
  mail_failed: () => 'A mail could not be delivered',
  mail_resent: () => 'A mail was sent again',
}

/** A sentence for a line of the record. An action without one says its own name, so that nothing goes untold. */
export function describeActivity(row: ActivityRow): string {
  const say = SENTENCES[row.action]
  if (say) return say(row)
  const words = row.action.replaceAll('_', ' ')
  const about = row.voucherId ?? row.orderId ?? row.productId
  return about ? `${thing(row)}: ${words}${balance(row)}` : words.charAt(0).toUpperCase() + words.slice(1)
}
