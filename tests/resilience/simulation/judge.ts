import type Stripe from 'stripe'
import { OTHER_PRODUCT } from '../../../local/stripe/other-products.ts'
import { brokenBooks } from '../../harness/start-world.ts'
import { emailOf, type Heard, intentOf, type Refused } from './purchase.ts'
import type { Run } from './run.ts'
import { sayError } from './trace.ts'

const A_MINUTE = 60_000

interface Row {
  intent: string
  state: string
  settled: boolean
  thing: string | null
  code: string | null
}

const BOUGHT = `
  select stripe_payment_intent_id as intent, payment.state, payment.settled_at is not null as settled,
    coalesce(voucher.id, orders.id) as thing, voucher.code
  from payment left join gift_voucher voucher on voucher.payment_id = payment.id
    left join orders on orders.payment_id = payment.id`

const LEFT_OVER = `
  select 'is due and was not sent' as what, template || ' to ' || recipient as which from outbox
    where sent_at is null and failed_at is null
  union all
  select 'was given up on', template || ' to ' || recipient from outbox where failed_at is not null
  union all
  select 'has never been asked of Stripe', 'the refund ' || id from refund where state = 'due'
  union all
  select 'is held for nobody', quantity || ' of the shelf for payment ' || payment_id from stock_reservation held
    where state = 'held' and exists (select from payment where id = payment_id and pay_by < $1)
  union all
  select 'was never paid and is still open', 'payment ' || id from payment where settled_at is null and pay_by < $1`

interface Alert {
  stripeId: string
  isOpen: boolean
}

const ALERTS = `select stripe_id as "stripeId", ended_at is null as "isOpen" from fraud_alert`

const AT_DESK = `
  select description as name from voucher_entry where kind in ('redeem', 'adjust')
  union all select recipient_name from gift_voucher where payment_id is null`

interface FailureEmail {
  id: string
  intent: string
}

const FAILURE_EMAILS = `
  select outbox.id, stripe_payment_intent_id as intent from outbox join payment on key = 'failed:' || payment.id`

/** A sentence for each thing that is not as it was promised. `slack`: so many minutes past its deadline a payment may be open. */
export async function judge(run: Run, slack: number): Promise<string[]> {
  const broken = await lookIntoBooks(run)
  const { intents, charges, disputes, refunds } = run.stripe.state()
  const bought = await run.rows<Row>(BOUGHT)
  const left = await run.rows<{ which: string; what: string }>(LEFT_OVER, [
    new Date(run.timeline.now - slack * 60_000),
  ])
  const outbox = await run.rows<{ id: string; recipient: string; sent: boolean }>(
    'select id, recipient, sent_at is not null as sent from outbox',
  )
  const alerts = await run.rows<Alert>(ALERTS)
  const failureEmails = await run.rows<FailureEmail>(FAILURE_EMAILS)
  const atDesk = await run.rows<{ name: string }>(AT_DESK)
  return [
    ...run.wrong,
    ...run.timeline.failures.map(sayError),
    ...broken,
    ...left.map(({ which, what }) => `${which} ${what}`),
    ...intents.flatMap((intent) => judgeMoney(intent, charges, disputes, bought)),
    ...twice(intents.filter(isOurs).map(({ metadata }) => metadata['payment_id'])).map(
      (id) => `payment ${id} has two intents`,
    ),
    ...twice(refunds.map(({ metadata }) => metadata?.['refund_id'])).map(
      (id) => `refund ${id} was made twice`,
    ),
    ...outbox.flatMap((mail) => judgeMail(run, mail)),
    ...judgeAlerts(run, alerts, bought),
    ...intents.flatMap((intent) => judgeFailure(run, intent, failureEmails)),
    ...judgeDesk(run, atDesk),
    ...intents.filter(isPayable).map(({ id }) => `${id} can still be paid, and nobody waits for it`),
    ...run.heard.flatMap((heard) => judgeAnswer(heard, intents, bought, run.paidAt)),
    ...run.refused.flatMap((refused) => judgeRefusal(run, refused, [...refunds, ...disputes])),
  ]
}

/** The database's network is simulated, so whoever asks it for the books needs a process of its own. */
async function lookIntoBooks(run: Run): Promise<string[]> {
  const { timeline, stripe, rows } = run
  let broken = ['nobody could look into the books']
  timeline.begin(async () => {
    const outcome = await run.live('judge', A_MINUTE, ({ services }) =>
      brokenBooks({ rows, services, stripe }),
    )
    if (outcome !== 'dead' && 'answer' in outcome) broken = outcome.answer
  })
  await timeline.runUntil(timeline.now + A_MINUTE)
  return broken
}

/** Whether the site made an intent, and not another product of the account; by who made it, not by its metadata. */
export const isOurs = ({ description }: Pick<Stripe.PaymentIntent, 'description'>) =>
  description !== OTHER_PRODUCT

/** Money taken means exactly one voucher or order, or that all of it went back. */
function judgeMoney(
  { id, amount_received: received, description }: Stripe.PaymentIntent,
  charges: Stripe.Charge[],
  disputes: Stripe.Dispute[],
  bought: Row[],
): string[] {
  if (!isOurs({ description }))
    return bought.some(({ intent }) => intent === id) ? [`${id} of another product is in our books`] : []
  if (received === 0) return []
  const things = bought.filter(({ intent, thing }) => intent === id && thing !== null)
  if (things.length === 1) return []
  const charge = charges.find((one) => one.payment_intent === id && one.paid)
  const moved = disputes.filter((one) => one.payment_intent === id).flatMap((one) => one.balance_transactions)
  const withdrawn = -moved.reduce((sum, { amount }) => sum + amount, 0)
  if (things.length === 0 && received === (charge?.amount_refunded ?? 0) + withdrawn) return []
  return [`${received}p were taken with ${id}, for ${things.length} things`]
}

/** Handed over at least once; a second time only when no process could know of the first. Retention blanks recipients. */
function judgeMail(
  { mailbox }: Run,
  { id, recipient, sent }: { id: string; recipient: string; sent: boolean },
): string[] {
  const deliveries = mailbox.deliveries.filter(({ outboxId }) => outboxId === id)
  if (deliveries.length === 0) return sent ? [`mail ${id} counts as sent and never was`] : []
  const noted = deliveries.filter(({ notedAt }) => notedAt !== undefined)
  const first = Math.min(...noted.map(({ notedAt = Infinity }) => notedAt))
  const needless = noted.length > 1 || deliveries.some(({ at }) => at > first)
  return [
    ...(needless ? [`mail ${id} went out ${deliveries.length} times, ${noted.length} times knowingly`] : []),
    ...deliveries
      .filter(({ to }) => recipient !== '' && to !== recipient)
      .map(({ to }) => `mail ${id} went to ${to}`),
  ]
}

/** Whoever was told that the email will follow, and then did not pay, gets one email about it; nobody else does. */
function judgeFailure(
  { heard, processed, mailbox }: Run,
  { id, status, amount_received: received }: Stripe.PaymentIntent,
  emails: FailureEmail[],
): string[] {
  const own = emails.filter(({ intent }) => intent === id)
  if (received > 0 || !processed.has(id))
    return own.length > 0 ? [`${id} did not fail, and its buyer was told that it did`] : []
  const told = heard.find(({ intentId, answered }) => intentId === id && answered.status === 202)
  if (status !== 'canceled' || !told) return []
  const sent = mailbox.deliveries.filter(({ outboxId }) => own.some((one) => one.id === outboxId))
  const isRight = own.length === 1 && sent.length > 0 && sent.every(({ to }) => to === emailOf(told.wish))
  return isRight ? [] : [`${id} failed late, and ${told.wish.who} got ${own.length} emails about it`]
}

/** A warning or review that is open at Stripe is known here, and none that has ended there is open here. */
function judgeAlerts({ stripe }: Run, alerts: Alert[], bought: Row[]): string[] {
  const { fraudWarnings, reviews } = stripe.state()
  const theirs = [
    ...fraudWarnings.map(({ id, payment_intent, actionable }) => ({
      id,
      payment_intent,
      isOpen: actionable,
    })),
    ...reviews.map(({ id, payment_intent, open }) => ({ id, payment_intent, isOpen: open })),
  ].filter(({ payment_intent: of }) => bought.some(({ intent, settled }) => settled && intent === of))
  return theirs.flatMap(({ id, isOpen }) => {
    const alert = alerts.find(({ stripeId }) => stripeId === id)
    if (isOpen && !alert) return [`nobody knows of ${id}, which is open`]
    return alert?.isOpen && !isOpen ? [`${id} has ended, and is open in our books`] : []
  })
}

/** What the desk was told to be done is, and nothing is twice. */
const judgeDesk = ({ pressed }: Run, done: { name: string }[]): string[] =>
  [...pressed].flatMap(([name, told]) => {
    const times = done.filter((one) => one.name === name).length
    return times > 1 || (told && times === 0)
      ? [
          `one press at the desk, ${name}, was ${told ? 'confirmed' : 'not confirmed'}, and happened ${times} times`,
        ]
      : []
  })

const isPayable = ({ status, description }: Stripe.PaymentIntent) =>
  isOurs({ description }) && status.startsWith('requires_')

/** What a browser was told has to be true. */
function judgeAnswer(
  { wish, intentId, askedAt, answered: { status, body } }: Heard,
  intents: Stripe.PaymentIntent[],
  bought: Row[],
  paidAt: Map<string, number>,
): string[] {
  const intent = intents.find(({ id }) => id === intentId)
  const row = bought.find((one) => one.intent === intentId)
  const paidBefore = (paidAt.get(intentId) ?? Infinity) < askedAt
  const given = body.voucher ?? body.order
  const isTrue =
    status >= 500 ||
    (status === 200 && given?.id === row?.thing && intent?.amount_received === intent?.amount) ||
    (status === 202 && !paidBefore) ||
    (body.code === 'payment_incomplete' && !paidBefore) ||
    (body.code === 'payment_closed' && intent?.status === 'canceled') ||
    body.code === 'too_many_requests'
  return isTrue
    ? []
    : [`${wish.who} was told ${status} ${body.code ?? given?.id} of ${intentId}, which is not true`]
}

/** "Start again" only where nothing is paid or it goes back; "already paid" only where something was. */
function judgeRefusal(
  { begun, paidAt, processed }: Run,
  { requestId, code, askedAt }: Refused,
  wentBack: (Stripe.Refund | Stripe.Dispute)[],
): string[] {
  const secret = begun.get(requestId)?.secret
  if (secret === undefined) return []
  const intent = intentOf(secret)
  const wasPaid = (paidAt.get(intent) ?? Infinity) < askedAt
  const isUntrue =
    (code === 'request_reused' && wasPaid && !wentBack.some((one) => one.payment_intent === intent)) ||
    (code === 'already_paid' && !paidAt.has(intent) && !processed.has(intent))
  return isUntrue ? [`${requestId} was refused with ${code}, which is not true of ${intent}`] : []
}

function twice(names: (string | undefined)[]): string[] {
  const seen = new Set<string>()
  return names.filter((name): name is string => {
    if (name === undefined) return false
    const again = seen.has(name)
    seen.add(name)
    return again
  })
}
