import type { Pence } from '#contract/money'
import type { differenceKinds } from '#contract/reports'
import { sql } from 'kysely'
import { Stripe } from 'stripe'
import type { Statement } from '../db/db.ts'
import type { Services } from '../clients/services.ts'
import { idOf } from './intent.ts'
import { siteOf } from './our-intents.ts'

// Compares Stripe's lists with the vouchers, orders and ledger that were made of them. It repeats none of the rules by
// which payments move, so it finds a payment that our states call settled while nobody was given anything.

type Deps = Pick<Services, 'db' | 'stripe' | 'clock'>

const MINUTE_MS = 60_000
const DAY_MS = 1440 * MINUTE_MS
/** What moved at Stripe or here within this time is left to the next run: its webhook may still be on its way (ms). */
const QUIET_MS = 10 * MINUTE_MS

/** Where our books and Stripe's lists, or a voucher and its money, differ. */
export interface Difference {
  kind: (typeof differenceKinds)[number]
  /** The intent, or the voucher of `balance_exceeds`. */
  subject: string
  voucherId: string | null
  expectedPence: Pence
  actualPence: Pence
}

export interface Scope {
  /** How far back: what was created, refunded or disputed since then. */
  days: number
  /** Settled payments that Needs attention shows for another reason. */
  shown: string[]
  timeIsUp: () => boolean
}

/** One step of a comparison. */
export interface ComparisonStep {
  /** The intents that were compared, or all vouchers that moved. */
  scope: string[] | 'vouchers'
  found: Difference[]
  /** Where to go on when time is up; null: Stripe's list of intents is at its end. */
  after?: string | null
}

/** Returns what differs, without recording or logging it; `complete` is false if time was up before all was compared. */
export async function findDifferences(
  services: Deps,
  scope: Scope,
): Promise<{ differences: Difference[]; complete: boolean }> {
  const found = new Map<string, Difference>()
  let complete = false
  for await (const compared of compareWithStripe(services, scope, null)) {
    for (const difference of compared.found) found.set(`${difference.kind} ${difference.subject}`, difference)
    complete ||= compared.after === null
  }
  return { differences: [...found.values()], complete }
}

/** Compares vouchers, then what was refunded or disputed, then the intents page by page, beginning behind `after`. */
export async function* compareWithStripe(
  { db, stripe, clock }: Deps,
  { days, shown, timeIsUp }: Scope,
  after: string | null,
): AsyncGenerator<ComparisonStep> {
  const now = clock.now().getTime()
  const since = { created: { gte: Math.floor((now - days * DAY_MS) / 1000) }, limit: 100 }
  const compare = async (paid: PaidIntent[]) => {
    const quietSince = new Date(now - QUIET_MS)
    const rows = paid.length > 0 ? await db.run(selectCompared(paid, shown, quietSince)) : []
    const found = rows.flatMap(({ kind, ...row }) => (kind ? [{ ...row, kind, voucherId: null }] : []))
    return { scope: rows.map(({ subject }) => subject), found }
  }
  yield { scope: 'vouchers', found: await db.run(selectExceedingVouchers(new Date(now - days * DAY_MS))) }
  const moves = await listRecentChanges(stripe, since, timeIsUp)
  if (!moves) return
  yield await compare([...moves.charges.values()].flatMap((charge) => readPaidCharge(moves, charge) ?? []))
  for (let next = after; !timeIsUp();) {
    const page = await listIntents(stripe, since, next)
    const compared = await compare(page.data.flatMap((intent) => readPaidIntent(moves, intent) ?? []))
    const last = page.has_more ? (page.data.at(-1)?.id ?? null) : null
    // A page that leads to itself would be read for ever.
    next = last === next ? null : last
    yield { ...compared, after: next }
    if (next === null) return
  }
}

interface Since {
  created: { gte: number }
  limit: number
}

/** Begins again if Stripe does not know the intent behind which to begin: it may be of another account. */
async function listIntents(stripe: Stripe, since: Since, after: string | null) {
  const params = { ...since, expand: ['data.latest_charge'] }
  if (after === null) return await stripe.paymentIntents.list(params)
  try {
    return await stripe.paymentIntents.list({ ...params, starting_after: after })
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError) || error.code !== 'resource_missing') throw error
    return await stripe.paymentIntents.list(params)
  }
}

/** Payments of any age that were refunded or disputed. */
interface RecentChanges {
  charges: Map<string, Stripe.Charge>
  /** What disputes have taken, by intent. An open one holds the money back, and may yet return it. */
  lost: Map<string, Pence>
  /** When it moved last, by intent, in seconds since 1970. */
  movedAt: Map<string, number>
}

/** Resolves to undefined if time is up before Stripe's lists are at their end. */
async function listRecentChanges(
  stripe: Stripe,
  since: Since,
  timeIsUp: () => boolean,
): Promise<RecentChanges | undefined> {
  const moves: RecentChanges = { charges: new Map(), lost: new Map(), movedAt: new Map() }
  const note = (charge: string | Stripe.Charge | null, at: number) => {
    if (!charge || typeof charge === 'string') return
    moves.charges.set(charge.id, charge)
    const intent = idOf(charge.payment_intent)
    if (intent) moves.movedAt.set(intent, Math.max(at, moves.movedAt.get(intent) ?? 0))
  }
  for await (const refund of stripe.refunds.list({ ...since, expand: ['data.charge'] })) {
    if (timeIsUp()) return undefined
    const failure = idOf(refund.failure_balance_transaction ?? null)
    // A refund itself does not say when it failed.
    const { created } = failure ? await stripe.balanceTransactions.retrieve(failure) : refund
    note(refund.charge, created)
  }
  for await (const dispute of stripe.disputes.list({ ...since, expand: ['data.charge'] })) {
    if (timeIsUp()) return undefined
    addLost(moves.lost, dispute)
    note(
      dispute.charge,
      Math.max(dispute.created, ...dispute.balance_transactions.map(({ created }) => created)),
    )
  }
  for (const charge of moves.charges.values()) {
    const intent = idOf(charge.payment_intent)
    // It may have been disputed before the window as well.
    if (!charge.disputed || !intent || charge.created >= since.created.gte) continue
    moves.lost.delete(intent)
    for await (const dispute of stripe.disputes.list({ payment_intent: intent, limit: 100 }))
      addLost(moves.lost, dispute)
  }
  return moves
}

/** These hold the money back, and may yet return it. */
const UNDECIDED = new Set<Stripe.Dispute.Status>(['needs_response', 'under_review'])

/** Adds what Stripe's balance lost to a dispute. */
function addLost(lost: Map<string, Pence>, dispute: Stripe.Dispute): void {
  const intent = idOf(dispute.payment_intent)
  const moved = UNDECIDED.has(dispute.status) ? [] : dispute.balance_transactions
  if (intent)
    lost.set(
      intent,
      moved.reduce((sum, { amount }) => sum - amount, lost.get(intent) ?? 0),
    )
}

/** What Stripe has of an intent, in the smallest unit of its currency. */
interface PaidIntent {
  intent: string
  /** From the metadata. */
  site: string | null
  received: number
  /** Received − refunded − lost. */
  left: number
  /** The same in pounds: 0 of any other currency, which pays for nothing here. */
  leftPence: Pence
  /** ISO 8601. */
  movedAt: string
}

/** Returns undefined if the lists of refunds and disputes say something else of it: it moved since, or they lack it. */
function readPaidIntent(moves: RecentChanges, intent: Stripe.PaymentIntent): PaidIntent | undefined {
  const { id, latest_charge: charge, amount_received: received, created } = intent
  if (typeof charge === 'string') return undefined
  if (charge?.status !== 'succeeded')
    return toPaidIntent({ ...intent, intent: id, received, left: received, at: created })
  const listed = moves.charges.get(charge.id)?.amount_refunded ?? 0
  return listed === charge.amount_refunded ? readPaidCharge(moves, charge) : undefined
}

function readPaidCharge({ lost, movedAt }: RecentChanges, charge: Stripe.Charge): PaidIntent | undefined {
  const intent = idOf(charge.payment_intent)
  if (!intent || charge.status !== 'succeeded' || (charge.disputed && !lost.has(intent))) return undefined
  const received = charge.amount_captured
  const left = received - charge.amount_refunded - (lost.get(intent) ?? 0)
  return toPaidIntent({
    ...charge,
    intent,
    received,
    left,
    at: Math.max(charge.created, movedAt.get(intent) ?? 0),
  })
}

interface PaidAmounts {
  intent: string
  metadata: Stripe.Metadata
  currency: string
  received: number
  left: number
  at: number
}

const toPaidIntent = ({ intent, metadata, currency, received, left, at }: PaidAmounts): PaidIntent => ({
  intent,
  site: siteOf({ metadata }),
  received,
  left,
  leftPence: currency === 'gbp' ? left : 0,
  movedAt: new Date(at * 1000).toISOString(),
})

type ComparedIntent = Omit<Difference, 'kind' | 'voucherId'> & { kind: Difference['kind'] | null }

/**
 * Returns a row for each intent of ours that has been quiet; `kind` says what differs. An open payment will be settled or
 * stands in Needs attention. An open refund or dispute is in our books: Stripe may already have decided about it.
 */
const selectCompared = (
  paid: PaidIntent[],
  shown: string[],
  quietSince: Date,
): Statement<ComparedIntent> => sql<ComparedIntent>`
  with paid as (
    select distinct on (intent) * from jsonb_to_recordset(${JSON.stringify(paid)}::jsonb) as paid
      (intent text, site text, received bigint, "left" bigint, "leftPence" int, "movedAt" timestamptz)
  ),
  books as (
    select paid.intent, "left" as held, "leftPence" as expected, thing.given, payment.id is not null and payment.settled_at is null as open,
      -- The one of both amounts that is not what was received, if there is one.
      coalesce(nullif(payment.amount_pence, received), thing.pence) - payment.lost_pence - refunds.pence as actual,
      refunds.leaving, case when payment.state = 'disputed' then 0 end as at_risk
    from paid left join payment on payment.stripe_payment_intent_id = paid.intent
      cross join lateral (
        select count(*) as given, sum(pence) as pence from (
          select original_pence as pence from gift_voucher where payment_id = payment.id
          union all select amount_pence from orders where payment_id = payment.id
        ) things
      ) thing
      cross join lateral (
        select coalesce(sum(pence), 0) as pence, coalesce(sum(pence) filter (where settled_at is null), 0) as leaving
        from refund where refund.payment_id = payment.id and refund.state <> 'failed'
      ) refunds
    where (payment.id is not null or paid.site = (select id::text from site)) and "movedAt" <= ${quietSince}
      and not exists (select from activity where payment_id = payment.id and at > ${quietSince})
  )
  select intent as subject, expected as expected_pence, (case when given = 0 then 0 else actual end)::int as actual_pence,
    case
      when given > 1 then 'given_twice'
      when given = 1 and expected not between least(actual, at_risk) and actual + leaving then 'amounts_differ'
      when given = 0 and held > 0 and leaving = 0 and not open and intent <> all(${shown}::text[]) then 'nothing_given'
    end as kind
  from books order by intent`

/** Vouchers whose ledger or payment moved lately and that hold more than their money. */
const selectExceedingVouchers = (since: Date): Statement<Difference> => sql<Difference>`
  select 'balance_exceeds' as kind, voucher.id::text as subject, voucher.id as voucher_id,
    greatest(0, backing.pence) as expected_pence, balance_pence as actual_pence
  from gift_voucher voucher join voucher_backing backing on backing.voucher_id = voucher.id
  where balance_pence > greatest(0, backing.pence) and voucher.id in (
    select voucher_id from voucher_entry where created_at >= ${since}
    union select voucher.id from refund join gift_voucher voucher using (payment_id) where refund.created_at >= ${since}
    union select voucher_id from difference where voucher_id is not null
  )
  order by voucher.id`
