import { EXPIRING_DAYS } from '#contract/base/statuses.ts'
import { withCommas } from '#contract/base/text.ts'
import { RETURN_DAYS } from '#contract/purchases/cancellation.ts'
import { purchaseName } from '#contract/purchases/purchase-number.ts'
import { LIMIT_PER_KIND, type Attention, type FullRunStep } from '#contract/reports/reports.ts'
import { hasPassed } from '#islands/admin/cancellations/cancellation-labels.ts'
import { BOUNCE_REASONS } from '#islands/admin/shared/email-labels.ts'
import {
  dateTime,
  dayAndMonth,
  inCurrency,
  longDate,
  pounds,
  shortDate,
  timeOfDay,
} from '#islands/admin/shared/format.ts'

interface AttentionLabel {
  badge: string
  tone: 'bad' | 'wait'
  title: string
  /** The email address that the title is about. */
  address?: string
  more?: string
}

/** The plurals of kinds that may have several items. */
const PLURALS: Partial<Record<Attention['kind'], string>> = {
  mail: 'emails',
  payment_open: 'payments',
  payment_unknown: 'payments',
  difference: 'differences from Stripe',
  shortfall: 'vouchers',
  refund: 'refunds',
  dispute: 'payments',
  fraud_alert: 'payments',
  cancellation: 'cancelled purchases',
  part_lost: 'disputes',
  stock: 'products',
  stock_unpaid: 'products',
  voucher_expiring: `vouchers end within ${EXPIRING_DAYS} days`,
}

/** Puts the items of a kind with the same badge together, in the order of the first of each. */
export function foldItems(items: readonly Attention[]): Attention[][] {
  const groups = new Map<string, Attention[]>()
  for (const item of items) {
    const key = `${item.kind} ${PLURALS[item.kind] ? attentionLabel(item).badge : item.id}`
    groups.set(key, [...(groups.get(key) ?? []), item])
  }
  return [...groups.values()]
}

/** Returns the text of several items of a kind: "5 vouchers end within 30 days". */
export const foldedTitle = (items: readonly Attention[]): string =>
  `${items.length < LIMIT_PER_KIND ? items.length : `At least ${items.length}`} ${PLURALS[items[0]!.kind]}`

/** Returns the text of an attention item. */
export function attentionLabel(item: Attention): AttentionLabel {
  switch (item.kind) {
    case 'mail':
      return describeEmailItem(item)
    case 'outage':
      return describeOutage(item)
    case 'emails_waiting':
      return {
        badge: 'Emails waiting',
        tone: 'bad',
        title: `${item.count === 1 ? 'An email has' : `${item.count} emails have`} been waiting since ${dateTime(item.since)}`,
        more: 'We will keep trying for up to two days. Please tell the person who looks after the website, so that they can find the cause.',
      }
    case 'website':
      return {
        badge: 'Website',
        tone: 'bad',
        title:
          item.what === 'broken'
            ? `Version ${item.version} of the website could not be published`
            : `The changes published on ${dateTime(item.at)} are not on the website yet`,
        more:
          item.what === 'broken'
            ? 'The website still shows the last version that had no mistakes. Please open “Website”, correct what is marked there and publish again.'
            : 'Please open “Website” and publish again. If that does not help, please tell the person who looks after the website.',
      }
    case 'events_undelivered':
      return {
        badge: 'Stripe cannot reach us',
        tone: 'bad',
        title: `Stripe could not pass on news of a payment, refund or dispute on ${dateTime(item.at)}`,
        more: 'This may be news for the website, or for something else in your Stripe account. The website also asks Stripe every hour, so it will still find out. Please press “Open in Stripe”, and show the reason given there to the person who looks after the website.',
      }
    case 'code_guessing':
      return {
        badge: 'Codes guessed',
        tone: 'wait',
        title: `Someone may be guessing voucher codes, because ${withCommas(item.count)} wrong ones have been tried on “Your voucher”`,
        more: `Since ${dateTime(item.at)}, people who enter a wrong code may have to wait before they can try again. Correct codes still work. You do not need to do anything.`,
      }
    case 'payment_open':
      return {
        badge: 'Not settled',
        tone: 'bad',
        title: `A payment of ${inCurrency(item.amount, item.currency)} has not been settled yet`,
        more: `Started ${dateTime(item.at)} · ${item.reference}`,
      }
    case 'payments_open':
      return {
        badge: 'Not settled',
        tone: 'wait',
        title: `${withCommas(item.count)} purchases that were not finished have not been closed yet`,
        more: `The oldest was started ${dateTime(item.at)}. As far as we know nobody has paid for them, and if somebody has, theirs is completed first. You do not need to do anything.`,
      }
    case 'run_late':
      return {
        badge: 'Not checked',
        tone: 'bad',
        title: `We have not been able to check with Stripe since ${dateTime(item.at)}: ${item.what.map((step) => STEPS[step]).join(', ')}`,
        more: 'We keep trying every hour. Please tell the person who looks after the website. Until this has gone, please look in Stripe if you are unsure about a payment.',
      }
    case 'payment_unknown':
      return {
        badge: 'Unknown payment',
        tone: 'bad',
        title: `We have no record of what ${inCurrency(item.amount, item.currency)} was for`,
        more: `${dateTime(item.at)} · ${item.reference}`,
      }
    case 'difference':
      return describeDifference(item)
    case 'shortfall':
      return {
        badge: 'Shortfall',
        tone: 'bad',
        title: `${inCurrency(item.amount, item.currency)} went back after it was redeemed`,
        more: `It was refunded, or lost in a dispute · Voucher for ${item.recipientName || 'someone'} · ${item.reference}`,
      }
    case 'refund':
      return {
        badge: item.state === 'due' ? 'Refund due' : 'Refund failed',
        tone: 'bad',
        title:
          item.state === 'due'
            ? `${inCurrency(item.amount, item.currency)} should have been refunded by now`
            : `${inCurrency(item.amount, item.currency)} could not be refunded`,
        more: `${dateTime(item.at)} · ${item.reference}`,
      }
    case 'dispute':
      return {
        badge: 'Disputed',
        tone: 'bad',
        title: `${item.buyerName || 'A buyer'} disputes ${inCurrency(item.amount, item.currency)}`,
        more: [boughtName(item), `Paid ${dateTime(item.at)}`, item.reference].filter(Boolean).join(' · '),
      }
    case 'fraud_alert':
      return {
        badge: item.what === 'warning' ? 'Fraud warning' : 'Under review',
        tone: 'bad',
        title:
          item.what === 'warning'
            ? `${inCurrency(item.amount, item.currency)} may be fraudulent`
            : `Stripe asks you to review ${inCurrency(item.amount, item.currency)}`,
        more: `${item.what === 'warning' ? 'The bank that issued the card has warned Stripe · ' : ''}${FROZEN[purchaseKind(item)]} until you decide · ${dateTime(item.at)} · ${item.reference}`,
      }
    case 'cancellation':
      return describeCancellation(item)
    case 'part_lost':
      return {
        badge: 'Dispute lost',
        tone: 'wait',
        title: item.voucherId
          ? `${inCurrency(item.amount, item.currency)} of a voucher was returned to the buyer, and ${pounds(item.left)} can still be used`
          : `${inCurrency(item.amount, item.currency)} of an order was returned to the buyer, and you keep the remaining ${pounds(item.left)}`,
        more: `Decided ${dateTime(item.at)} · ${item.reference}`,
      }
    case 'stock':
      return describeStock(item)
    case 'stock_unpaid':
      return {
        badge: 'Reserved, not paid',
        tone: 'wait',
        title: item.name,
        more: `The whole stock was reserved twice within 24 hours but not paid for. Until somebody pays or a day has passed, each new buyer can reserve at most ${item.mostPerBuyer}, and those who have not paid share half of what is free.`,
      }
    case 'voucher_expiring':
      return {
        badge: 'Expires soon',
        tone: 'wait',
        title: `${item.recipientName || 'Voucher'}, ${pounds(item.balance)} left`,
        more: `Last day: ${longDate(item.expiryDate)}`,
      }
  }
}

/** "18:40", or with the date if it was not today. */
const sinceWhen = (time: string) =>
  shortDate(time) === shortDate(new Date().toISOString()) ? timeOfDay(time) : dateTime(time)

function describeOutage({ id, cause, since }: Extract<Attention, { kind: 'outage' }>): AttentionLabel {
  const tell = 'Please tell the person who looks after the website.'
  switch (id) {
    case 'stripe':
      return {
        badge: 'Payments',
        tone: 'bad',
        title: `Since ${sinceWhen(since)} nobody can pay: ${cause === 'refused' ? 'Stripe refuses our key' : 'Stripe cannot be reached'}`,
        more:
          cause === 'refused'
            ? `${tell} A new key is made at Stripe and entered at Netlify.`
            : 'Stripe says on status.stripe.com what it knows. Payments that were made are not lost, and the website finds them as soon as Stripe answers.',
      }
    case 'postmark':
      return {
        badge: 'Emails',
        tone: 'bad',
        title: `Since ${sinceWhen(since)} no emails can be sent: ${cause === 'refused' ? 'Postmark refuses our account' : 'Postmark cannot be reached'}`,
        more: `Nothing is lost: they wait and leave as soon as Postmark takes them, for up to two days.${cause === 'refused' ? ` ${tell}` : ''}`,
      }
    case 'jobs':
      return {
        badge: 'Scheduled jobs',
        tone: 'bad',
        title: `The scheduled jobs have not run since ${sinceWhen(since)}`,
        more: `Refunds, reminders and emails may be late. ${tell}`,
      }
  }
}

function describeEmailItem(item: Extract<Attention, { kind: 'mail' }>): AttentionLabel {
  const { what, recipient: address, state, reason, isReceipt, at } = item
  const post = 'Please print it and post it to the buyer, whose right to cancel may last longer without it.'
  const details = (fact: string) => ({ address, more: isReceipt ? `${fact}. ${post}` : fact })
  switch (state) {
    case 'failed':
      return {
        badge: 'Not delivered',
        tone: 'bad',
        title: `${what} could not be sent`,
        ...details(`We stopped trying on ${dateTime(at)}`),
      }
    case 'bounced':
      return {
        badge: 'Not delivered',
        tone: 'bad',
        title: `${what} came back`,
        ...details(`On ${dateTime(at)}: ${BOUNCE_REASONS[reason ?? 'refused']}`),
      }
    case 'delayed':
      return {
        badge: 'Delayed',
        tone: 'wait',
        title: `${what} is held up`,
        address,
        more: `By the recipient’s mail server since ${dateTime(at)}. We are still trying to deliver it. If it is urgent, please ring the recipient.`,
      }
    case 'elsewhere':
      return {
        badge: 'Wrong address',
        tone: 'bad',
        title: `${what} arrived somewhere else`,
        address,
        more: 'It arrived at an address that it is no longer for. It came back at first, so the voucher kept its code, which somebody there can use now. Please open the voucher and press “Reissue”.',
      }
  }
}

const boughtName = ({ number, voucherId }: Extract<Attention, { kind: 'dispute' }>) =>
  number !== null && purchaseName(voucherId ? 'voucher' : 'order', number)

const FROZEN = {
  voucher: 'The voucher cannot be redeemed',
  order: 'Please do not hand the order over',
  nothing: 'The payment is frozen',
}

function purchaseKind({
  voucherId,
  orderId,
}: Extract<Attention, { kind: 'fraud_alert' }>): keyof typeof FROZEN {
  if (voucherId) return 'voucher'
  return orderId ? 'order' : 'nothing'
}

type Cancelled = Extract<Attention, { kind: 'cancellation' }>

/** Names the purchase. Only one from the desk, which was sold by telephone, has no number. */
export const cancelledName = ({ number, voucherId }: Pick<Cancelled, 'number' | 'voucherId'>): string =>
  number === null ? 'A voucher sold by telephone' : purchaseName(voucherId ? 'voucher' : 'order', number)

function describeCancellation(item: Cancelled): AttentionLabel {
  const { stage, amount, goodsBy, payBy, buyerName, at } = item
  const what = cancelledName(item)
  const sum = amount === null ? 'whatever is still due' : pounds(amount)
  const areGoodsLate = hasPassed(goodsBy)
  const isPaymentLate = hasPassed(payBy)
  const goods = () => `The goods of ${what} ${areGoodsLate ? 'were' : 'are'} due back${by(goodsBy)}`
  const pay = (how = '') =>
    isPaymentLate
      ? `${sum} should have been paid back${how}${by(payBy)}`
      : `Pay ${sum} back${how}${by(payBy)}`
  const label = (badge: string, title: string, ...more: string[]): AttentionLabel => ({
    badge,
    tone: areGoodsLate || isPaymentLate ? 'bad' : 'wait',
    title,
    more: [...more, `${buyerName || 'The buyer'} cancelled on ${dateTime(at)}`].join(' · '),
  })
  switch (stage) {
    case 'frozen':
      return label(
        'Cancelled, frozen',
        `${what} was cancelled, but its payment is frozen`,
        'We will pay back whatever is still due when the freeze ends',
        goodsBy === null ? pay() : goods(),
      )
    case 'at_counter':
      return label(
        'Cancelled',
        `${what} was cancelled. Is it still here?`,
        'If nothing is recorded, we will refund it at the end of your next opening day',
        pay(),
      )
    case 'goods':
      return label(
        areGoodsLate ? 'Goods late' : 'Goods due back',
        goods(),
        `Pay ${sum} back within ${RETURN_DAYS} days of having them, or of proof that they were posted`,
      )
    case 'posted':
      return label(
        isPaymentLate ? 'Pay back late' : 'Goods posted',
        `The goods of ${what} are on their way back`,
        pay(),
      )
    case 'by_hand':
      return label(isPaymentLate ? 'Pay back late' : 'Pay back', pay(' another way'), what)
    case 'refunding':
    // Never listed.
    case 'settled':
      return label('Not refunded', `${what} has not been refunded yet`, 'We try again every hour', pay())
  }
}

/** " by 9 December" */
const by = (day: string | null) => (day === null ? '' : ` by ${dayAndMonth(day)}`)

function describeStock({
  name: title,
  stock,
  reserved,
  lowStock,
}: Extract<Attention, { kind: 'stock' }>): AttentionLabel {
  if (stock === 0) return { badge: 'Sold out', tone: 'bad', title }
  const more = `${stock - reserved} left${reserved > 0 ? `, ${reserved} in checkouts` : ''}`
  return { badge: stock > lowStock ? 'In checkouts' : 'Low stock', tone: 'wait', title, more }
}

function describeDifference(item: Extract<Attention, { kind: 'difference' }>): AttentionLabel {
  const [expected, actual] = [pounds(item.expected), pounds(item.actual)]
  const titles = {
    nothing_given: `${expected} was paid, but nothing was delivered for it`,
    given_twice: `One payment of ${expected} was used for two purchases`,
    amounts_differ: `Stripe shows ${expected} for a payment, but our records show ${actual}`,
    balance_exceeds: `A voucher has a balance of ${actual}, but it should have no more than ${expected}`,
    refunds_exceed: `${actual} was refunded for a voucher, but only ${expected} was left to refund`,
  }
  return {
    badge: 'Difference',
    tone: 'bad',
    title: titles[item.what],
    more: `Found ${dateTime(item.at)}${item.reference ? ` · ${item.reference}` : ''}`,
  }
}

const STEPS: Record<FullRunStep, string> = {
  payments: 'payments',
  due_refunds: 'refunds that are due',
  refunds: 'refunds made in Stripe',
  disputes: 'disputes',
  alerts: 'fraud warnings',
  comparison: 'our records',
}
