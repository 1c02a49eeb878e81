import { formatCurrency, formatPounds, type Pence } from '#contract/base/money.ts'
import type { ActivityRow } from '#server/activity/list-activity.ts'
import { longDay } from '#server/dates.ts'

/** Labels of actors other than admins, in the activity and in a voucher's history. */
export const ACTOR_LABELS: Record<string, string> = {
  visitor: 'Visitor',
  buyer: 'Customer',
  stripe: 'Stripe',
  system: 'System',
}

/** The JSON in `activity.before` and `activity.after`. */
type Values = ActivityRow['after']

const numberIn = (values: Values, name: string): number =>
  typeof values?.[name] === 'number' ? values[name] : 0
const penceOf = (values: Values): Pence => numberIn(values, 'pence')
/** Such as "£12.50". */
const amountOf = ({ after, currency }: ActivityRow, values = after): string =>
  formatCurrency(penceOf(values), currency ?? 'gbp')

/** Such as "refunded as fraud". */
const outcomeOf = (values: Values): string => String(values?.['outcome']).replaceAll('_', ' ')

type Sentence = (row: ActivityRow) => string

const voucher = ({ codeEnd }: ActivityRow) => `Voucher …${codeEnd ?? ''}`
const order = ({ quantity, productName }: ActivityRow) =>
  `Order: ${quantity ?? 0} × ${productName ?? 'product'}`
const product = ({ productName }: ActivityRow) => productName ?? 'Product'
/** Names the voucher, order, product or payment that the activity is about. */
const subjectOf = (row: ActivityRow) => {
  if (row.voucherId) return voucher(row)
  if (row.orderId) return order(row)
  return row.productId ? product(row) : 'Payment'
}
/** Such as "60 vouchers". */
const vouchersOf = ({ after }: ActivityRow) => {
  const count = numberIn(after, 'count')
  return count === 1 ? '1 voucher' : `${count} vouchers`
}
/** The absolute change of a balance. */
const changeOf = ({ before, after }: ActivityRow) => {
  const [from, to] = [penceOf(before), penceOf(after)]
  return `£${formatPounds(Math.abs(to - from))}`
}
const hasRisen = ({ before, after }: ActivityRow) => penceOf(after) >= penceOf(before)

const ENQUIRIES: Record<string, string> = {
  appointment: 'An appointment request',
  message: 'A message',
  question: 'A product question',
}
const enquiryOf = ({ after }: ActivityRow) => ENQUIRIES[String(after?.['kind'])] ?? 'A request'

const FULFILMENTS: Record<string, string> = {
  to_prepare: 'moved back to “To prepare”',
  ready: 'ready',
  collected: 'collected',
  delivered: 'delivered',
}
/** Such as "collected". */
function fulfilmentOf({ before, after, delivery }: ActivityRow): string {
  const step = String(after?.['fulfilment'])
  const isLocal = delivery === 'local'
  // The last step was taken back.
  if (step === 'ready' && before?.['fulfilment'] !== 'to_prepare')
    return `moved back to “${isLocal ? 'Out for delivery' : 'Ready'}”`
  return isLocal && step === 'ready' ? 'sent out for delivery' : (FULFILMENTS[step] ?? 'changed')
}

/** Such as ", from 1 January 2026 to 31 December 2026". */
const daysOf = (values: Values): string => {
  const day = (word: string) =>
    typeof values?.[word] === 'string' ? ` ${word} ${longDay(values[word])}` : ''
  const days = day('from') + day('to')
  return days && `,${days}`
}

/** Names the person whose data was read, unless they were erased since. */
const personOf = ({ customerName, after }: ActivityRow) =>
  `Personal details of ${customerName || (after?.['customer'] ? 'a customer' : 'someone who is not in “Customers”')}`

/** Somebody who signs in, or did. */
const personIn = ({ subjectName }: ActivityRow) => subjectName ?? 'Somebody'
const roleOf = ({ after }: ActivityRow) => (after?.['role'] === 'staff' ? 'staff' : 'an owner')

/** The description of each action, for the owner. */
const SENTENCES = {
  voucher_issued: (row) =>
    row.actor === 'buyer'
      ? `Voucher ${amountOf(row)} bought by ${row.buyerName || 'a customer'} for ${row.recipientName || 'someone'}`
      : `Voucher ${amountOf(row)} made for ${row.recipientName || 'someone'}`,
  vouchers_imported: (row) => `${vouchersOf(row)} brought in, ${amountOf(row)}`,
  import_taken_back: (row) => `Import of ${vouchersOf(row)} taken back, ${amountOf(row)}`,
  voucher_redeemed: (row) => `${voucher(row)} redeemed, ${changeOf(row)}, ${amountOf(row)} left`,
  voucher_adjusted: (row) =>
    `${voucher(row)} ${hasRisen(row) ? 'raised' : 'lowered'} by ${changeOf(row)}, ${amountOf(row)} left`,
  voucher_entry_undone: (row) => `${voucher(row)}: entry undone, ${amountOf(row)} left`,
  voucher_voided: (row) => `${voucher(row)} voided, ${amountOf(row, row.before)} unused`,
  voucher_refunded: (row) => `${voucher(row)} refunded at the desk, ${amountOf(row, row.before)}`,
  voucher_resent: (row) => {
    if (typeof row.after?.['sendOn'] === 'string')
      return `${voucher(row)} to be emailed on ${longDay(row.after['sendOn'])}`
    // A voucher that waits for its day is not sent at once.
    return row.after?.['corrected']
      ? `${voucher(row)}: recipient’s email address changed`
      : `${voucher(row)}: email requested`
  },
  voucher_reissued: (row) =>
    row.after?.['corrected']
      ? `${voucher(row)} reissued with a new code for another address`
      : `${voucher(row)} reissued with a new code`,
  address_corrected: (row) =>
    row.after?.['kind']
      ? `${enquiryOf(row)}: email address corrected`
      : `${subjectOf(row)}: buyer’s email address corrected`,
  gift_changed: (row) => {
    if (row.after?.['corrected']) return `${voucher(row)}: recipient’s email address changed`
    return typeof row.after?.['sendOn'] === 'string'
      ? `${voucher(row)} to be emailed on ${longDay(row.after['sendOn'])}`
      : `${voucher(row)}: email requested`
  },
  voucher_extended: (row) => `${voucher(row)} extended`,
  holder_emails_changed: (row) => `${voucher(row)}: choice of emails to the holder changed`,
  voucher_expired: (row) => `${voucher(row)} expired, ${amountOf(row, row.before)} unused`,
  order_placed: (row) => `${order(row)}, ${amountOf(row)}`,
  fulfilment_changed: (row) => `${order(row)}, ${fulfilmentOf(row)}`,
  product_added: (row) => `${product(row)} added to the shop`,
  product_changed: (row) => `${product(row)} changed`,
  product_archived: (row) => `${product(row)} removed from the shop`,
  product_restocked: (row) => `${product(row)} restocked, ${numberIn(row.after, 'stock')} on the shelf`,
  request_answered: (row) => `${enquiryOf(row)} was answered`,
  request_reopened: (row) => `${enquiryOf(row)} was reopened`,
  appointment_confirmed: () => 'An appointment was confirmed',
  website_saved: ({ after }) => `Changes to the website saved, version ${numberIn(after, 'version')}`,
  website_published: ({ after }) => `Website published, version ${numberIn(after, 'version')}`,
  settings_changed: () => 'The settings were changed',
  customer_erased: () => 'A customer’s details were erased',
  exported: ({ after }) => `Downloaded ${String(after?.['file'])}${daysOf(after)}`,
  packing_slips_opened: ({ after }) => `Packing slips of orders opened: ${numberIn(after, 'count')}`,
  person_found: (row) => `${personOf(row)} opened`,
  person_exported: (row) => `${personOf(row)} exported`,
  purchase_cancelled: (row) => `${subjectOf(row)} cancelled by its buyer`,
  goods_returned: (row) =>
    row.after?.['goods'] === 'posted' ? `${order(row)}, posted back` : `${order(row)}, goods are back`,
  refund_owed_by_hand: (row) => `${subjectOf(row)}: ${amountOf(row)} to be paid back in another way`,
  refund_asked: (row) => `${subjectOf(row)}: refund of ${amountOf(row)} requested`,
  refund_succeeded: (row) => `${subjectOf(row)} refunded, ${amountOf(row)}`,
  refund_failed: (row) => `${subjectOf(row)}: refund of ${amountOf(row)} failed`,
  refund_made_at_stripe: (row) => `${subjectOf(row)}: ${amountOf(row)} refunded at Stripe`,
  dispute_opened: (row) => `${subjectOf(row)}: ${amountOf(row)} disputed by the buyer’s bank`,
  dispute_won: (row) => `${subjectOf(row)}: dispute over ${amountOf(row)} won`,
  dispute_lost: (row) => `${subjectOf(row)}: dispute over ${amountOf(row)} lost`,
  warning_opened: (row) =>
    `${subjectOf(row)}: the cardholder’s bank warned that the payment of ${amountOf(row)} may be fraudulent`,
  warning_released: (row) => `${subjectOf(row)}: payment of ${amountOf(row)} released after a fraud warning`,
  warning_ended: (row) => `${subjectOf(row)}: fraud warning ended, ${amountOf(row)} ${outcomeOf(row.after)}`,
  review_opened: (row) => `${subjectOf(row)}: Stripe is reviewing the payment of ${amountOf(row)}`,
  review_released: (row) => `${subjectOf(row)}: approval requested, ${amountOf(row)}`,
  review_ended: (row) => `${subjectOf(row)}: review ended, ${amountOf(row)} ${outcomeOf(row.after)}`,
  payment_failed: (row) => `Payment of ${amountOf(row)} did not go through, so nothing was charged`,
  payment_returned: (row) =>
    `Payment of ${amountOf(row)} is being returned because nothing was bought with it`,
  payment_unknown: (row) => `Payment of ${amountOf(row)} is not in our records`,
  mail_failed: () => 'An email could not be delivered',
  mail_resent: () => 'An email was sent again',
  mail_dismissed: () => 'An email that did not arrive was marked as dealt with',
  signed_out: () => 'Signed out',
  signed_in: () => 'Signed in',
  sessions_ended: () => 'All devices were signed out by a link in an email',
  reset_requested: () => 'A new password was requested',
  password_reset: () => 'The password was changed',
  password_set: () => 'A password was set outside the portal',
  first_owner_welcomed: () => 'The first owner was added with the setup code',
  admin_invited: (row) => `${personIn(row)} was invited, as ${roleOf(row)}`,
  invitation_accepted: () => 'Accepted the invitation',
  admin_changed: (row) => `${personIn(row)} is in the portal as ${roleOf(row)}`,
  admin_removed: (row) =>
    `${personIn(row)} can no longer sign in${row.actor === 'system' ? ', removed outside the portal' : ''}`,
  passkey_added: () => 'A passkey was added',
  passkey_removed: () => 'A passkey was removed',
  passkey_counted_back: () => 'A passkey may have been copied: its counter went back',
  passkeys_reset: (row) => `The passkeys of ${personIn(row)} were reset`,
  passkeys_required: () => 'Everybody needs a passkey from now on',
  passkeys_optional: () => 'A password is enough again for people without a passkey',
  recovery_codes_made: () => 'New recovery codes were made',
  recovery_code_used: () => 'A recovery code was used',
  recovery_begun: (row) => `The recovery code of Netlify was typed for ${personIn(row)}`,
  recovery_stopped: (row) => `The recovery of ${personIn(row)} was stopped`,
  recovery_done: (row) => `The recovery code of Netlify ended the passkeys of ${personIn(row)}`,
  password_changed: () => 'The password was changed',
  session_ended: () => 'A device was signed out',
  other_sessions_ended: () => 'All other devices were signed out',
} satisfies Record<string, Sentence>

export type ActivityAction = keyof typeof SENTENCES

/** Describes an activity to the owner. An action without a sentence is described by its name. */
export function describeActivity(row: ActivityRow): string {
  const describe: Sentence | undefined = SENTENCES[row.action as ActivityAction]
  if (describe) return describe(row)
  const action = row.action.replaceAll('_', ' ')
  const hasSubject = row.voucherId ?? row.orderId ?? row.productId
  return hasSubject ? `${subjectOf(row)}: ${action}` : action.charAt(0).toUpperCase() + action.slice(1)
}
