import { clinic } from '#clinic/clinic-facts.ts'
import type { Reply } from '#contract/base/endpoint.ts'
import { addressLines, withCommas } from '#contract/base/text.ts'
import { purchaseLabels, purchaseName } from '#contract/purchases/purchase-number.ts'
import { RECORDS_PER_KIND_MAX, type exportCustomerEndpoint } from '#contract/reports/customers.ts'
import { serviceLabel } from '#islands/admin/customers/customer-labels.ts'
import {
  buyerName,
  fulfilmentTexts,
  ORDER_STATUS,
  quantityAndProduct,
} from '#islands/admin/orders/order-labels.ts'
import { BOUNCE_REASONS } from '#islands/admin/shared/email-labels.ts'
import { dateTime, longDate, pounds, signedPounds, weekdayAndTime } from '#islands/admin/shared/format.ts'
import { PAID_BY, STATUS } from '#islands/admin/vouchers/voucher-labels.ts'
import { ADDRESS_LABELS, DELIVERY_NAMES } from '#islands/checkout/order-facts.ts'

type Exported = Reply<typeof exportCustomerEndpoint>
type Kind = Exclude<keyof Exported, 'customer' | 'exportedAt'>
type Entry<Of extends Kind> = Exported[Of][number]

/** Facts without a value are left out. */
type Facts = [label: string, value: string | null | undefined | false][]

/** Markup that holds no text as it was typed. */
class Safe {
  readonly html: string
  constructor(html: string) {
    this.html = html
  }
}

/** Builds markup and escapes every value. */
function markup(parts: TemplateStringsArray, ...values: (string | Safe | Safe[])[]): Safe {
  return new Safe(String.raw({ raw: parts }, ...values.map(toHtml)))
}

function toHtml(value: string | Safe | Safe[]): string {
  if (value instanceof Safe) return value.html
  return typeof value === 'string' ? escape(value) : value.map(({ html }) => html).join('\n')
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escape = (text: string) => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign]!)

/**
 * Returns what is stored about a person as a page for them to read and print: one file that loads nothing. It has what the
 * file for other programs has, except our ids.
 */
export function personPage(exported: Exported): string {
  const { customer, vouchers, orders, cancellations, appointments, messages, inquiries, unfinished, emails } =
    exported
  const { address, email, name, phone } = clinic
  const bought = vouchers.filter(({ buyerEmail }) => buyerEmail === customer.email)
  const received = vouchers.filter((voucher) => !bought.includes(voucher))
  const isCut = Object.values(exported).some(
    (records) => Array.isArray(records) && records.length >= RECORDS_PER_KIND_MAX,
  )
  return markup`<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Personal data of ${customer.name || customer.email}</title>
<style>${STYLES}</style>
</head>
<body>
<h1>Your personal data</h1>
<p>This is what ${name} had stored about you on ${weekdayAndTime(exported.exportedAt)}. All times are London time. If anything is wrong, or you have a question, please ring us on ${phone.display} or email ${email}.</p>
${isCut ? markup`<p>Of each kind, only the newest ${withCommas(RECORDS_PER_KIND_MAX)} are listed.</p>` : ''}
${list([
  ['Name', customer.name],
  ['Email', customer.email],
  ['Phone', customer.phone],
  ['Last seen', dateTime(customer.lastSeen)],
  ['Spent, less refunds', pounds(customer.spent)],
])}
${section('Gift vouchers you bought', bought, voucherEntry)}
${section('Gift vouchers you received', received, voucherEntry)}
${section('Orders', orders, orderEntry)}
${section('Purchases you cancelled', cancellations, cancellationEntry)}
${section('Appointment requests', appointments, appointmentEntry)}
${section('Messages', messages, messageEntry)}
${section('Product questions', inquiries, inquiryEntry)}
${section('Unfinished purchases', unfinished, unfinishedEntry)}
${section('Emails we sent you', emails, emailEntry)}
<footer>${name}, ${address.street}, ${address.city} ${address.postcode}</footer>
</body>
</html>
`.html
}

function section<Item>(heading: string, items: readonly Item[], entryOf: (item: Item) => Safe): Safe {
  if (items.length === 0) return markup``
  return markup`<section>
<h2>${heading} (${withCommas(items.length)})</h2>
${items.map(entryOf)}
</section>`
}

const entry = (title: string, facts: Facts, more = markup``): Safe => markup`<article>
<h3>${title}</h3>
${list(facts)}
${more}
</article>`

const list = (facts: Facts): Safe => markup`<dl>
${facts.flatMap(([label, value]) => (value ? [markup`<div><dt>${label}</dt><dd>${value}</dd></div>`] : []))}
</dl>`

const yesOrNo = (answer: boolean | null) => answer !== null && (answer ? 'Yes' : 'No')
const countOrNothing = (count: number | null | undefined) => (count ? String(count) : null)
const timeOrNothing = (time: string | null) => time && dateTime(time)
const dayOrNothing = (day: string | null | undefined) => day && longDate(day)

const DELIVER_TO: Record<string, string> = {
  recipient: 'By email to the recipient',
  buyer: 'By email to the buyer, for printing',
  print: 'On paper',
}

function voucherEntry(voucher: Entry<'vouchers'>): Safe {
  return entry(
    `Voucher ending ${voucher.codeEnd}`,
    [
      [purchaseLabels.voucher, countOrNothing(voucher.number)],
      ['Date', dateTime(voucher.date)],
      ['Amount', pounds(voucher.originalAmount)],
      ['Paid', PAID_BY[voucher.paidBy]],
      ['Sold by telephone', voucher.byPhone && 'Yes'],
      ['Status', STATUS[voucher.status].label],
      ['Current balance', voucher.currentBalance && pounds(voucher.currentBalance)],
      ['Valid until', longDate(voucher.expiryDate)],
      ['Buyer', voucher.buyerName],
      ["Buyer's email", voucher.buyerEmail],
      ['Recipient', voucher.recipientName],
      ["Recipient's email", voucher.recipientEmail],
      ['How it was given', DELIVER_TO[voucher.deliverTo]],
      ['Day to send it', dayOrNothing(voucher.sendOn)],
      ['Message', voucher.personalMessage],
      ['Email after each use', yesOrNo(voucher.tellHolder)],
      ['Reminders before the last day', yesOrNo(voucher.reminders)],
      ['Reminders stopped', timeOrNothing(voucher.remindersStoppedAt)],
    ],
    historyOf(voucher),
  )
}

const historyOf = ({ entries }: Entry<'vouchers'>): Safe => markup`<table>
<caption>History</caption>
<thead><tr><th scope="col">Date</th><th scope="col">What</th><th scope="col">Amount</th></tr></thead>
<tbody>
${entries.map(
  ({ date, description, adminNotes, amount }) =>
    markup`<tr><td>${dateTime(date)}</td><td>${[description, adminNotes].filter(Boolean).join('\n')}</td><td>${signedPounds(amount)}</td></tr>`,
)}
</tbody>
</table>`

function orderEntry(order: Entry<'orders'>): Safe {
  return entry(order.number ? purchaseName('order', order.number) : purchaseLabels.order, [
    ['Date', dateTime(order.date)],
    ['Product', quantityAndProduct(order)],
    ['Amount', pounds(order.amount)],
    ['Refunded', order.refunded !== '0.00' && pounds(order.refunded)],
    ['Payment', ORDER_STATUS[order.status].label],
    ['Status', fulfilmentTexts(order, order.fulfilment).badge.label],
    ['Collection or delivery', DELIVERY_NAMES[order.delivery]],
    ['Name', buyerName(order)],
    ['Email', order.email],
    ['Phone', order.phone],
    [ADDRESS_LABELS[order.delivery], order.shippingAddress && addressLines(order.shippingAddress)],
    ['Payment reference', order.reference],
  ])
}

const GOODS = { back: 'Goods back', posted: 'Goods posted' }

function cancellationEntry(cancellation: Entry<'cancellations'>): Safe {
  const { bought, number, date, sentOn, goods, goodsOn, deducted, deductionReason } = cancellation
  return entry(number ? purchaseName(bought, number) : 'Gift voucher', [
    ['Cancelled', dateTime(date)],
    ['Day of your notice', longDate(sentOn)],
    [goods ? GOODS[goods] : '', dayOrNothing(goodsOn)],
    ['Deducted', deductionReason && pounds(deducted)],
    ['Why', deductionReason],
  ])
}

/** What every request and message has. */
const enquiryFacts = (
  enquiry: Entry<'messages' | 'appointments' | 'inquiries'>,
  words: string | null,
): Facts => [
  ['Date', dateTime(enquiry.date)],
  ['Name', buyerName(enquiry)],
  ['Phone', enquiry.phone],
  ['What you wrote', words],
  ['Answered', timeOrNothing(enquiry.answeredAt)],
  ['Our note', enquiry.note],
]

const appointmentEntry = (appointment: Entry<'appointments'>): Safe =>
  entry(serviceLabel(appointment.service), [
    ['Preferred date', dayOrNothing(appointment.preferredDate)],
    ['Time of day', appointment.dayPart],
    ['Voucher ending', appointment.voucherEnd],
    ['Insurance', appointment.insurance],
    ['Confirmed for', appointment.confirmedFor && weekdayAndTime(appointment.confirmedFor)],
    ['Minutes', countOrNothing(appointment.confirmedMinutes)],
    ...enquiryFacts(appointment, appointment.reason),
  ])

const messageEntry = (message: Entry<'messages'>): Safe =>
  entry(message.subject, enquiryFacts(message, message.message))

const inquiryEntry = (inquiry: Entry<'inquiries'>): Safe =>
  entry(quantityAndProduct(inquiry), enquiryFacts(inquiry, inquiry.message))

function unfinishedEntry({ date, purpose, amount, productName, state, typed }: Entry<'unfinished'>): Safe {
  const { delivery, quantity, shippingAddress } = typed
  return entry(productName ?? (purpose === 'order' ? 'Order' : 'Gift voucher'), [
    ['Date', dateTime(date)],
    ['Amount', pounds(amount)],
    ['Payment', PAYMENT_STATES[state]],
    ['Quantity', countOrNothing(quantity)],
    ['Buyer', typed.buyerName],
    ["Buyer's email", typed.buyerEmail],
    ['Recipient', typed.recipientName],
    ["Recipient's email", typed.recipientEmail],
    ['How to give it', typed.deliverTo && DELIVER_TO[typed.deliverTo]],
    ['Day to send it', dayOrNothing(typed.sendOn)],
    ['Message', typed.personalMessage],
    ['Name', [typed.firstName, typed.lastName].filter(Boolean).join(' ')],
    ['Email', typed.email],
    ['Phone', typed.phone],
    [
      'Collection or delivery',
      (delivery === 'collection' || delivery === 'local') && DELIVERY_NAMES[delivery],
    ],
    ['Address', shippingAddress && addressLines(shippingAddress)],
  ])
}

/** Of a payment that bought nothing. */
const PAYMENT_STATES: Record<string, string> = {
  created: 'Not paid',
  processing: 'Being processed',
  cancelled: 'Not paid',
  refunding: ORDER_STATUS.refunding.label,
  refunded: ORDER_STATUS.refunded.label,
  disputed: ORDER_STATUS.disputed.label,
}

const emailEntry = ({ what, date, state, acceptedAt, bounce, complainedAt }: Entry<'emails'>): Safe =>
  entry(what, [
    ['Date', dateTime(date)],
    ['Status', bounce ? `${EMAIL_STATES[state]}, because ${BOUNCE_REASONS[bounce]}` : EMAIL_STATES[state]],
    ['Accepted', timeOrNothing(acceptedAt)],
    ['Marked as spam', timeOrNothing(complainedAt)],
  ])

const EMAIL_STATES: Record<Entry<'emails'>['state'], string> = {
  waiting: 'Waiting',
  sending: 'Being sent',
  sent: 'Sent',
  accepted: 'Accepted by your mail server',
  delayed: 'Your mail server has not accepted it yet',
  bounced: 'Came back',
  failed: 'Could not be sent',
  withdrawn: 'Withdrawn before it was sent',
}

const STYLES = new Safe(`
body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; background: white; color: black; font: 1rem/1.5 Arial, Helvetica, sans-serif; overflow-wrap: anywhere; }
h1, h2, h3 { line-height: 1.25; break-after: avoid; }
h2 { margin-top: 2.5rem; padding-top: 1rem; border-top: 2px solid; }
h3 { margin: 1.5rem 0 0.5rem; font-size: 1rem; }
dl { margin: 0; }
dl > div { display: grid; grid-template-columns: 12rem 1fr; gap: 1rem; padding: 0.2rem 0; border-bottom: 1px solid #ccc; break-inside: avoid; }
dt { color: #444; }
dd, td { margin: 0; white-space: pre-line; }
table { width: 100%; margin-top: 0.75rem; border-collapse: collapse; }
caption { text-align: left; color: #444; }
th, td { padding: 0.2rem 0.75rem 0.2rem 0; border-bottom: 1px solid #ccc; text-align: left; vertical-align: top; }
footer { margin-top: 2.5rem; padding-top: 1rem; border-top: 2px solid; }
@media (max-width: 30rem) { dl > div { grid-template-columns: 1fr; gap: 0; } }
@media print { body { max-width: none; margin: 0; padding: 0; font-size: 10.5pt; } @page { margin: 16mm 18mm; } }
`)
