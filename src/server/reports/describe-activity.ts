import { formatPounds, type Pence } from '#contract/money'
import type { ActivityRow } from './activity.ts'

type Values = Record<string, unknown> | null

const numberIn = (held: Values, name: string): number => (typeof held?.[name] === 'number' ? held[name] : 0)
const penceOf = (held: Values): Pence => numberIn(held, 'pence')
/** Such as "£12.50". */
const amountOf = (held: Values): string => `£${formatPounds(penceOf(held))}`

/** "refunded as fraud" */
const outcomeOf = (held: Values): string => String(held?.['outcome']).replaceAll('_', ' ')

type Sentence = (row: ActivityRow) => string

const voucher = ({ lastFour }: ActivityRow) => `Voucher …${lastFour ?? ''}`
const order = ({ quantity, productName }: ActivityRow) =>
  `Order: ${quantity ?? 0} × ${productName ?? 'product'}`
const product = ({ productName }: ActivityRow) => productName ?? 'Product'
/** What it is about, where several things may be. */
const subjectOf = (row: ActivityRow) => {
  if (row.voucherId) return voucher(row)
  if (row.orderId) return order(row)
  return row.productId ? product(row) : 'Payment'
}
/** By how much a balance fell or rose. */
const changeOf = ({ before, after }: ActivityRow) => {
  const [from, to] = [penceOf(before), penceOf(after)]
  return `£${formatPounds(Math.abs(to - from))}`
}
const hasRisen = ({ before, after }: ActivityRow) => penceOf(after) >= penceOf(before)

const FULFILMENTS: Record<string, string> = {
  to_prepare: 'to prepare',
  ready: 'ready',
  collected: 'collected',
  delivered: 'delivered',
}

/** What each action of the record says to the owner. */
const SENTENCES: Record<string, Sentence> = {
  voucher_issued: (row) =>
    row.actor === 'buyer'
      ? `Voucher ${amountOf(row.after)} bought by ${row.buyerName || 'a customer'} for ${row.recipientName || 'somebody'}`
      : `Voucher ${amountOf(row.after)} made for ${row.recipientName || 'somebody'}`,
  voucher_redeemed: (row) => `${voucher(row)} redeemed, ${changeOf(row)}, ${amountOf(row.after)} left`,
  voucher_adjusted: (row) =>
    `${voucher(row)} ${hasRisen(row) ? 'raised' : 'lowered'} by ${changeOf(row)}, ${amountOf(row.after)} left`,
  voucher_entry_undone: (row) => `${voucher(row)}: an entry undone, ${amountOf(row.after)} left`,
  voucher_voided: (row) => `${voucher(row)} voided, ${amountOf(row.before)} unused`,
  voucher_refunded: (row) => `${voucher(row)} refunded at the desk, ${amountOf(row.before)}`,
  voucher_resent: (row) => `${voucher(row)} sent again`,
  voucher_extended: (row) => `${voucher(row)} extended`,
  voucher_expired: (row) => `${voucher(row)} expired, ${amountOf(row.before)} unused`,
  order_placed: (row) => `${order(row)}, ${amountOf(row.after)}`,
  fulfilment_changed: (row) =>
    `${order(row)}, ${FULFILMENTS[String(row.after?.['fulfilment'])] ?? 'changed'}`,
  product_added: (row) => `${product(row)} added to the shop`,
  product_changed: (row) => `${product(row)} changed`,
  product_archived: (row) => `${product(row)} taken out of the shop`,
  product_restocked: (row) => `${product(row)} restocked, ${numberIn(row.after, 'stock')} on the shelf`,
  customer_erased: () => 'A customer was erased',
  refund_asked: (row) => `${subjectOf(row)}: refund of ${amountOf(row.after)} asked for`,
  refund_succeeded: (row) => `${subjectOf(row)} refunded, ${amountOf(row.after)}`,
  refund_failed: (row) => `${subjectOf(row)}: refund of ${amountOf(row.after)} failed`,
  refund_made_at_stripe: (row) => `${subjectOf(row)}: ${amountOf(row.after)} refunded at Stripe`,
  dispute_opened: (row) => `${subjectOf(row)}: ${amountOf(row.after)} disputed by the buyer's bank`,
  dispute_won: (row) => `${subjectOf(row)}: dispute over ${amountOf(row.after)} won`,
  dispute_lost: (row) => `${subjectOf(row)}: dispute over ${amountOf(row.after)} lost`,
  warning_opened: (row) =>
    `${subjectOf(row)}: the card's bank warns that the payment may be fraud, ${amountOf(row.after)}`,
  warning_released: (row) => `${subjectOf(row)}: fraud warning released, ${amountOf(row.after)}`,
  warning_ended: (row) =>
    `${subjectOf(row)}: fraud warning ended, ${amountOf(row.after)} ${outcomeOf(row.after)}`,
  review_opened: (row) => `${subjectOf(row)}: Stripe reviews the payment of ${amountOf(row.after)}`,
  review_released: (row) => `${subjectOf(row)}: approval asked for, ${amountOf(row.after)}`,
  review_ended: (row) => `${subjectOf(row)}: review ended, ${amountOf(row.after)} ${outcomeOf(row.after)}`,
  payment_failed: (row) => `Payment of ${amountOf(row.after)} did not go through, nothing was charged`,
  payment_returned: (row) => `Payment of ${amountOf(row.after)} bought nothing and goes back`,
  payment_unknown: (row) => `Payment of ${amountOf(row.after)} that we have no record of`,
  mail_failed: () => 'A mail could not be delivered',
  mail_resent: () => 'A mail was sent again',
  signed_out: () => 'Signed out',
  signed_in: () => 'Signed in',
  sessions_ended: () => 'All sessions were ended by the link in an email',
  sign_in_failed: () => 'A sign-in failed',
  reset_requested: () => 'A new password was asked for',
  password_reset: () => 'The password was changed',
  password_set: () => 'A password was set at the terminal',
}

/** A sentence for a line of the record. An action without one says its own name, so that nothing goes untold. */
export function describeActivity(row: ActivityRow): string {
  const say = SENTENCES[row.action]
  if (say) return say(row)
  const words = row.action.replaceAll('_', ' ')
  const about = row.voucherId ?? row.orderId ?? row.productId
  return about ? `${subjectOf(row)}: ${words}` : words.charAt(0).toUpperCase() + words.slice(1)
}
