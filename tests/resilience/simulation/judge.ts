import type Stripe from 'stripe'
import { OTHER_PRODUCT } from '#local/stripe/other-products.ts'
import type { StripeReport } from '#local/stripe/stripe-report.ts'
import { brokenBooks } from '#tests/harness/start-world.ts'
import { judgeDelivery } from '#tests/resilience/simulation/judge-delivery.ts'
import type { SimRun } from '#tests/resilience/simulation/run.ts'
import {
  emailOf,
  intentOf,
  type ClaimResponse,
  type Start,
  type StartError,
} from '#tests/resilience/simulation/sim-purchase.ts'
import { describeError } from '#tests/resilience/simulation/trace.ts'

const A_MINUTE = 60_000

interface PaymentRow {
  intent: string
  createdAt: Date
  state: string
  settled: boolean
  bought: string | null
  code: string | null
}

const PAYMENTS = `
  select stripe_payment_intent_id as intent, payment.created_at as "createdAt", payment.state, payment.settled_at is not null as settled,
    coalesce(voucher.id, orders.id) as bought, voucher.code
  from payment left join gift_voucher voucher on voucher.payment_id = payment.id
    left join orders on orders.payment_id = payment.id`

const UNFINISHED = `
  select 'is due and was not sent' as what, template || ' to ' || recipient as which, null as recipient from outbox
    where sent_at is null and failed_at is null and withdrawn_at is null
      -- The hourly job was the last to look, at seven minutes past.
      and due_at <= date_trunc('hour', $2::timestamptz - interval '7 minutes') + interval '7 minutes'
      and (send_before is null or send_before > $2)
      -- An email with a code waits while that cannot be used, and one about a use while nothing can be.
      and not exists (
        select from gift_voucher where id = outbox.about and (
          template in ('voucher-gift', 'voucher-copy') and (status <> 'active' or expires_at <= $2)
          or template = 'voucher-used' and status not in ('active', 'spent'))
      )
  union all
  select 'was not sent after the last attempt', template || ' to ' || recipient, recipient from outbox
    where failed_at is not null and recipient <> ''
  union all
  select 'was never requested from Stripe', 'the refund ' || id, null from refund where state = 'due' and cause <> 'by_hand'
  union all
  select 'are still reserved after the deadline', quantity || ' units for payment ' || payment_id, null from stock_reservation
    where state = 'held' and exists (select from payment where id = payment_id and pay_by < $1)
  union all
  select 'is still open after its deadline', 'payment ' || id, null from payment where settled_at is null and pay_by < $1`

interface RefundRow {
  id: string
  intent: string
  createdAt: Date
}

const REFUNDS = `
  select refund.id, stripe_payment_intent_id as intent, refund.created_at as "createdAt"
  from refund join payment on payment.id = payment_id`

interface Alert {
  stripeId: string
  isOpen: boolean
}

const ALERTS = `select stripe_id as "stripeId", ended_at is null as "isOpen" from fraud_alert`

const AT_DESK = `
  select description as name from voucher_entry where kind in ('redeem', 'adjust')
  union all select recipient_name from gift_voucher where payment_id is null
  union all select import_id::text from gift_voucher where import_id is not null`

interface EmailRow {
  id: string
  recipient: string
  sent: boolean
}

interface FailureEmail {
  id: string
  intent: string
}

const FAILURE_EMAILS = `
  select outbox.id, stripe_payment_intent_id as intent from outbox join payment on key = 'failed:' || payment.id`

/** Returns a sentence for each problem. `slack`: minutes that a payment may stay open after its deadline. */
export async function judge(run: SimRun, slack: number): Promise<string[]> {
  run.isJudged = true
  const broken = await checkBooks(run)
  const delivery = await judgeDelivery(run)
  const { intents, charges, disputes, refunds } = run.stripe.state()
  const payments = await run.rows<PaymentRow>(PAYMENTS)
  const unfinished = await run.rows<{ which: string; what: string; recipient: string | null }>(UNFINISHED, [
    new Date(run.timeline.now - slack * 60_000),
    new Date(run.timeline.now),
  ])
  const outbox = await run.rows<EmailRow>('select id, recipient, sent_at is not null as sent from outbox')
  const claimedTooLate = await run.rows<{ email: string; status: string }>('select * from claimed_too_late')
  const requested = await run.rows<RefundRow>(REFUNDS)
  const alerts = await run.rows<Alert>(ALERTS)
  const failureEmails = await run.rows<FailureEmail>(FAILURE_EMAILS)
  const deskChanges = await run.rows<{ name: string }>(AT_DESK)
  return [
    ...run.problems,
    ...run.timeline.failures.map(describeError),
    ...broken,
    ...delivery,
    ...unfinished
      .filter(({ recipient }) => recipient === null || !run.mailbox.refused.has(recipient))
      .map(({ which, what }) => `${which} ${what}`),
    ...intents.flatMap((intent) => judgeMoney(intent, { charges, disputes, refunds }, payments)),
    ...duplicates(intents.filter(isOwnIntent).map(({ metadata }) => metadata['payment_id'])).map(
      (id) => `payment ${id} has two intents`,
    ),
    ...duplicates(refunds.map(({ metadata }) => metadata?.['refund_id'])).map(
      (id) => `refund ${id} was made twice`,
    ),
    ...outbox.flatMap((email) => judgeEmail(run, email)),
    ...claimedTooLate.map(
      ({ email, status }) => `email ${email} was claimed when it or its voucher or order was ${status}`,
    ),
    ...judgeAlerts(run, alerts, payments),
    ...intents.flatMap((intent) => judgeFailure(run, intent, failureEmails)),
    ...judgeDesk(run, deskChanges),
    ...intents.filter(isPayable).map(({ id }) => `${id} can still be paid after its deadline`),
    ...requested
      .filter(({ id }) => run.refusedRefunds.has(id))
      .flatMap((refund) => judgeRefusedRefund(refund, [...refunds.filter(isFromDashboard), ...disputes])),
    ...run.starts.flatMap((start) => judgeStart(start, payments)),
    ...run.claimResponses.flatMap((claim) =>
      judgeClaimResponse(claim, { intents, refunds }, payments, run.paidAt),
    ),
    ...run.startErrors.flatMap((error) => judgeStartError(run, error, [...refunds, ...disputes])),
  ]
}

/** Checks the invariants in a simulated process, because the network of the database is simulated. */
async function checkBooks(run: SimRun): Promise<string[]> {
  const { timeline, stripe, rows } = run
  let broken = ['the books could not be checked']
  timeline.start(async () => {
    const outcome = await run.runProcess('judge', A_MINUTE, ({ services }) =>
      brokenBooks({ rows, services, stripe }),
    )
    if (outcome !== 'dead' && 'answer' in outcome) broken = outcome.answer
  })
  await timeline.runUntil(timeline.now + A_MINUTE)
  return broken
}

/** Returns whether this site made an intent, judged without its metadata, which may claim anything. */
export const isOwnIntent = ({ description }: Pick<Stripe.PaymentIntent, 'description'>) =>
  description !== OTHER_PRODUCT

/**
 * Checks that money received bought exactly one voucher or order, or was returned in full. A payment that was refunded in
 * the dashboard before it was settled bought nothing; if that refund fails, Needs attention shows it, also while
 * it is frozen.
 */
function judgeMoney(
  { id, amount_received: received, description }: Stripe.PaymentIntent,
  { charges, disputes, refunds }: Pick<StripeReport, 'charges' | 'disputes' | 'refunds'>,
  payments: PaymentRow[],
): string[] {
  if (!isOwnIntent({ description }))
    return payments.some(({ intent }) => intent === id) ? [`${id} of another product is in our books`] : []
  if (received === 0) return []
  const purchases = payments.filter(({ intent, bought }) => intent === id && bought !== null)
  if (purchases.length === 1) return []
  const charge = charges.find((one) => one.payment_intent === id && one.paid)
  const moved = disputes.filter((one) => one.payment_intent === id).flatMap((one) => one.balance_transactions)
  const withdrawn = -moved.reduce((sum, { amount }) => sum + amount, 0)
  if (purchases.length === 0 && received === (charge?.amount_refunded ?? 0) + withdrawn) return []
  const hasFailed = refunds.some(
    (one) => one.payment_intent === id && isFromDashboard(one) && one.status === 'failed',
  )
  if (
    purchases.length === 0 &&
    hasFailed &&
    payments.some((one) => one.intent === id && ['unknown', 'disputed'].includes(one.state))
  )
    return []
  return [`${received}p were paid with ${id}, which has ${purchases.length} purchases`]
}

/** Time after a delivery (ms) in which the email is still claimed: two minutes, less the time to send it. */
const SURELY_CLAIMED = 100_000

/**
 * Checks that an email was delivered at least once, and a second time only if no process could know of the first.
 * Retention blanks recipients. The address of an email whose delivery no process could know of may be corrected.
 */
function judgeEmail({ mailbox }: SimRun, { id, recipient, sent }: EmailRow): string[] {
  const deliveries = mailbox.deliveries.filter(({ outboxId }) => outboxId === id)
  if (deliveries.length === 0) return sent ? [`email ${id} is marked as sent and was never delivered`] : []
  // Once the provider has reported on it, a process that has claimed the email cannot know that it is marked.
  const marked = deliveries.filter(
    ({ markedSentAt = Infinity, reportedAt = Infinity }) => markedSentAt < reportedAt,
  )
  const first = Math.min(...marked.map(({ markedSentAt = Infinity }) => markedSentAt))
  // The first one's claim may have expired before it was marked, if the clock has jumped.
  const isClaimedTwice = marked.some(({ at }, nth) => nth > 0 && at - marked[nth - 1]!.at < SURELY_CLAIMED)
  const needless = isClaimedTwice || deliveries.some(({ at }) => at > first)
  return [
    ...(needless
      ? [`email ${id} was delivered ${deliveries.length} times, ${marked.length} times marked as sent`]
      : []),
    ...deliveries
      .filter(({ to }) => recipient !== '' && to !== recipient)
      .filter(({ markedSentAt }) => markedSentAt !== undefined)
      .map(({ to }) => `email ${id} was delivered to ${to}`),
  ]
}

/** Checks that a buyer whose pending payment failed gets one email about it, and no other buyer does. */
function judgeFailure(
  { claimResponses, processing, mailbox }: SimRun,
  { id, status, amount_received: received }: Stripe.PaymentIntent,
  emails: FailureEmail[],
): string[] {
  const own = emails.filter(({ intent }) => intent === id)
  if (received > 0 || !processing.has(id))
    return own.length > 0 ? [`${id} did not fail, but its buyer got an email that it did`] : []
  const pending = claimResponses.find(({ intentId, response }) => intentId === id && response.status === 202)
  if (status !== 'canceled' || !pending) return []
  const sent = mailbox.deliveries.filter(({ outboxId }) => own.some((one) => one.id === outboxId))
  const isRefused = mailbox.refused.has(emailOf(pending.input))
  const isRight =
    own.length === 1 &&
    (sent.length > 0 || isRefused) &&
    sent.every(({ to }) => to === emailOf(pending.input))
  return isRight
    ? []
    : [`${id} failed after it was pending, and ${pending.input.buyer} got ${own.length} emails about it`]
}

/** Checks that each fraud warning or review has the same state at Stripe and here. */
function judgeAlerts({ stripe }: SimRun, alerts: Alert[], payments: PaymentRow[]): string[] {
  const { fraudWarnings, reviews } = stripe.state()
  const atStripe = [
    ...fraudWarnings.map(({ id, payment_intent, actionable }) => ({
      id,
      payment_intent,
      isOpen: actionable,
    })),
    ...reviews.map(({ id, payment_intent, open }) => ({ id, payment_intent, isOpen: open })),
  ].filter(({ payment_intent: of }) => payments.some(({ intent, settled }) => settled && intent === of))
  return atStripe.flatMap(({ id, isOpen }) => {
    const alert = alerts.find(({ stripeId }) => stripeId === id)
    if (isOpen && !alert) return [`${id} is open at Stripe and not recorded here`]
    return alert?.isOpen && !isOpen ? [`${id} is closed at Stripe and open here`] : []
  })
}

/** Checks that each confirmed change at the desk happened, and none happened twice. */
const judgeDesk = ({ deskActions }: SimRun, done: { name: string }[]): string[] =>
  [...deskActions].flatMap(([name, isConfirmed]) => {
    const times = done.filter((one) => one.name === name).length
    return times > 1 || (isConfirmed && times === 0)
      ? [
          `${name} at the desk was ${isConfirmed ? 'confirmed' : 'not confirmed'}, and happened ${times} times`,
        ]
      : []
  })

const isPayable = ({ status, description }: Stripe.PaymentIntent) =>
  isOwnIntent({ description }) && status.startsWith('requires_')

const isFromDashboard = ({ metadata }: Stripe.Refund) => !metadata?.['refund_id']

/** Checks that Stripe was not asked for more than it held, unless the bank or the dashboard took it meanwhile. */
function judgeRefusedRefund(
  { id, intent, createdAt }: RefundRow,
  takenByOthers: (Stripe.Refund | Stripe.Dispute)[],
): string[] {
  const readAt = createdAt.getTime() - A_MINUTE
  return takenByOthers.some((one) => one.payment_intent === intent && takenAt(one) * 1000 >= readAt)
    ? []
    : [`Stripe was asked for the refund ${id} of ${intent}, which is more than it held`]
}

/** An inquiry takes nothing until it becomes a dispute. */
const takenAt = (one: Stripe.Refund | Stripe.Dispute) =>
  one.object === 'dispute'
    ? Math.max(one.created, ...one.balance_transactions.map(({ created }) => created))
    : one.created

/** Checks that nobody was asked to pay for a purchase that was more than half an hour old. */
function judgeStart({ intentId, requestedAt }: Start, payments: PaymentRow[]): string[] {
  const createdAt = payments.find(({ intent }) => intent === intentId)?.createdAt.getTime() ?? NaN
  const minutes = (requestedAt - createdAt) / A_MINUTE
  return minutes > 30 ? [`${intentId} could still be paid after ${Math.round(minutes)} minutes`] : []
}

/** Checks that the response to a claim was true. */
function judgeClaimResponse(
  { input, intentId, requestedAt, response: { status, body } }: ClaimResponse,
  { intents, refunds }: { intents: Stripe.PaymentIntent[]; refunds: Stripe.Refund[] },
  payments: PaymentRow[],
  paidAt: Map<string, number>,
): string[] {
  const intent = intents.find(({ id }) => id === intentId)
  const row = payments.find((one) => one.intent === intentId)
  const paidBefore = (paidAt.get(intentId) ?? Infinity) < requestedAt
  const claimed = body.voucher ?? body.order
  const isRefunded = refunds.some(({ payment_intent: of }) => of === intentId) && row?.bought === null
  const isTrue =
    status >= 500 ||
    (status === 200 && claimed?.id === row?.bought && intent?.amount_received === intent?.amount) ||
    (status === 202 && !paidBefore) ||
    (body.code === 'payment_incomplete' && !paidBefore) ||
    (body.code === 'payment_closed' && (intent?.status === 'canceled' || isRefunded)) ||
    body.code === 'too_many_requests'
  return isTrue
    ? []
    : [`the response ${status} ${body.code ?? claimed?.id} to ${input.buyer} about ${intentId} is not true`]
}

/** Checks that "request_reused" means not paid or refunded, and "already_paid" means paid. */
function judgeStartError(
  { attempts, paidAt, processing }: SimRun,
  { requestId, code, requestedAt }: StartError,
  returned: (Stripe.Refund | Stripe.Dispute)[],
): string[] {
  const secret = attempts.get(requestId)?.secret
  if (secret === undefined) return []
  const intent = intentOf(secret)
  const wasPaid = (paidAt.get(intent) ?? Infinity) < requestedAt
  const isUntrue =
    (code === 'request_reused' && wasPaid && !returned.some((one) => one.payment_intent === intent)) ||
    (code === 'already_paid' && !paidAt.has(intent) && !processing.has(intent))
  return isUntrue ? [`${requestId} was refused with ${code}, which is not true of ${intent}`] : []
}

function duplicates(names: (string | undefined)[]): string[] {
  const seen = new Set<string>()
  return names.filter((name): name is string => {
    if (name === undefined) return false
    const isDuplicate = seen.has(name)
    seen.add(name)
    return isDuplicate
  })
}
