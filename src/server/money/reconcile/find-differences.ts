import { sql } from 'kysely'
import { Stripe } from 'stripe'
import type { Pence } from '#contract/base/money.ts'
import type { differenceKinds } from '#contract/reports/reports.ts'
import type { Services } from '#server/clients/services.ts'
import type { Statement } from '#server/db/db.ts'
import { idOf } from '#server/money/settle/intent.ts'
import { siteOf } from '#server/money/settle/our-intents.ts'

// Compares Stripe's lists with our vouchers, orders and ledger. It is independent of the payment state machine, so it
// also finds a payment that we call settled although the buyer got nothing.

type Deps = Pick<Services, 'db' | 'stripe' | 'clock'>

const MINUTE_MS = 60_000
const DAY_MS = 1440 * MINUTE_MS
/** Payments that changed at Stripe or here within this time (ms) wait for the next run: a webhook may be on its way. */
const QUIET_MS = 10 * MINUTE_MS
/**
 * The same if the full run could not settle everything before: the payments wait for the next run that can, or a day if
 * none can.
 */
const QUIET_BEHIND_MS = DAY_MS

/** A difference between our books and Stripe's lists, or between a voucher and its money. */
export interface Difference {
  kind: (typeof differenceKinds)[number]
  /** Id of the intent, or of the voucher for `balance_exceeds` and `refunds_exceed`. */
  subject: string
  voucherId: string | null
  expectedPence: Pence
  actualPence: Pence
}

export interface Scope {
  /** Compares payments that were created, refunded or disputed within this many days. */
  days: number
  /** Intents of settled payments that Needs attention shows for another reason. */
  shown: string[]
  /** Whether something that Stripe has decided could not be recorded here just before. */
  isBehind?: boolean
  timeIsUp: () => boolean
}

/** One step of a comparison. */
export interface ComparisonStep {
  /** The intents that were compared, or all vouchers that changed. */
  scope: string[] | 'vouchers'
  differences: Difference[]
  /** The intent after which the next run continues; null: the end of Stripe's list is reached. */
  after?: string | null
}

/** Returns the differences without recording or logging them. `complete` is false if time was up first. */
export async function findDifferences(
  services: Deps,
  scope: Scope,
): Promise<{ differences: Difference[]; complete: boolean }> {
  const found = new Map<string, Difference>()
  let complete = false
  for await (const compared of compareWithStripe(services, scope, null)) {
    for (const difference of compared.differences)
      found.set(`${difference.kind} ${difference.subject}`, difference)
    complete ||= compared.after === null
  }
  return { differences: [...found.values()], complete }
}

/** Compares vouchers, then refunded and disputed payments, then the intents page by page, starting after `after`. */
export async function* compareWithStripe(
  { db, stripe, clock }: Deps,
  { days, shown, isBehind = false, timeIsUp }: Scope,
  after: string | null,
): AsyncGenerator<ComparisonStep> {
  const now = clock.now().getTime()
  const since = { created: { gte: Math.floor((now - days * DAY_MS) / 1000) }, limit: 100 }
  const compare = async (paid: PaidIntent[]) => {
    const quietSince = new Date(now - (isBehind ? QUIET_BEHIND_MS : QUIET_MS))
    const rows = paid.length > 0 ? await db.run(selectCompared(paid, shown, quietSince)) : []
    const differences = rows.flatMap(({ kind, ...row }) => (kind ? [{ ...row, kind, voucherId: null }] : []))
    return { scope: rows.map(({ subject }) => subject), differences }
  }
  const { balances, refunds } = await db.batch({
    balances: selectExceedingVouchers(new Date(now - days * DAY_MS)),
    refunds: selectExceedingRefunds(new Date(now - days * DAY_MS)),
  })
  yield { scope: 'vouchers', differences: [...balances, ...refunds] }
  const changes = await listRecentChanges({ stripe, clock }, since, timeIsUp)
  if (!changes) return
  yield await compare(
    [...changes.charges.values()].flatMap((charge) => readPaidCharge(changes, charge) ?? []),
  )
  for (let next = after; !timeIsUp();) {
    const page = await listIntents(stripe, since, next)
    const compared = await compare(page.data.flatMap((intent) => readPaidIntent(changes, intent) ?? []))
    const last = page.has_more ? (page.data.at(-1)?.id ?? null) : null
    // Guards against an endless loop if a page ends with the intent it started after.
    next = last === next ? null : last
    yield { ...compared, after: next }
    if (next === null) return
  }
}

interface Since {
  created: { gte: number }
  limit: number
}

/** Starts from the beginning if Stripe does not know the intent `after`: it may belong to another account. */
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

/** Payments of any age that were refunded or disputed within the window. */
interface RecentChanges {
  charges: Map<string, Stripe.Charge>
  /**
   * Pence lost to disputes, by intent. An open dispute is not a loss yet: Stripe withholds the money until it is
   * decided.
   */
  lost: Map<string, Pence>
  /** Time of the last change, by intent, in seconds since 1970. */
  movedAt: Map<string, number>
}

/** Resolves to undefined if time is up before the end of Stripe's lists. */
async function listRecentChanges(
  { stripe, clock }: Pick<Deps, 'stripe' | 'clock'>,
  since: Since,
  timeIsUp: () => boolean,
): Promise<RecentChanges | undefined> {
  const changes: RecentChanges = { charges: new Map(), lost: new Map(), movedAt: new Map() }
  const addCharge = (charge: string | Stripe.Charge | null, at: number) => {
    if (!charge || typeof charge === 'string') return
    const listed = changes.charges.get(charge.id) ?? charge
    // A refund may fail between the two lists.
    const movedAt = listed.amount_refunded === charge.amount_refunded ? at : clock.now().getTime() / 1000
    changes.charges.set(charge.id, charge)
    const intent = idOf(charge.payment_intent)
    if (intent) changes.movedAt.set(intent, Math.max(movedAt, changes.movedAt.get(intent) ?? 0))
  }
  for await (const refund of stripe.refunds.list({ ...since, expand: ['data.charge'] })) {
    if (timeIsUp()) return undefined
    const failure = idOf(refund.failure_balance_transaction ?? null)
    // A refund does not have the time of its failure; its balance transaction does.
    const { created } = failure ? await stripe.balanceTransactions.retrieve(failure) : refund
    addCharge(refund.charge, created)
  }
  for await (const dispute of stripe.disputes.list({ ...since, expand: ['data.charge'] })) {
    if (timeIsUp()) return undefined
    addLost(changes.lost, dispute)
    addCharge(
      dispute.charge,
      Math.max(dispute.created, ...dispute.balance_transactions.map(({ created }) => created)),
    )
  }
  for (const charge of changes.charges.values()) {
    const intent = idOf(charge.payment_intent)
    // Older disputes are not in the list above, which covers the window only.
    if (!charge.disputed || !intent || charge.created >= since.created.gte) continue
    changes.lost.delete(intent)
    for await (const dispute of stripe.disputes.list({ payment_intent: intent, limit: 100 }))
      addLost(changes.lost, dispute)
  }
  return changes
}

/** Stripe withholds the money during these, and may still return it. */
const UNDECIDED = new Set<Stripe.Dispute.Status>(['needs_response', 'under_review'])

/** Adds the amount that a decided dispute took from Stripe's balance. */
function addLost(lost: Map<string, Pence>, dispute: Stripe.Dispute): void {
  const intent = idOf(dispute.payment_intent)
  const moved = UNDECIDED.has(dispute.status) ? [] : dispute.balance_transactions
  if (intent)
    lost.set(
      intent,
      moved.reduce((sum, { amount }) => sum - amount, lost.get(intent) ?? 0),
    )
}

/** The amounts of an intent at Stripe, in the smallest unit of its currency. */
interface PaidIntent {
  intent: string
  /** Our site's id, from the metadata. */
  site: string | null
  received: number
  /** Received − refunded − lost. */
  left: number
  /** `left` in pence; 0 for other currencies, which pay for nothing here. */
  leftPence: Pence
  /** ISO 8601. */
  movedAt: string
}

/**
 * Returns undefined if the lists of refunds and disputes disagree with the charge: it has changed since they were
 * read.
 */
function readPaidIntent(changes: RecentChanges, intent: Stripe.PaymentIntent): PaidIntent | undefined {
  const { id, latest_charge: charge, amount_received: received, created } = intent
  if (typeof charge === 'string') return undefined
  if (charge?.status !== 'succeeded')
    return toPaidIntent({ ...intent, intent: id, received, left: received, at: created })
  const listed = changes.charges.get(charge.id)?.amount_refunded ?? 0
  return listed === charge.amount_refunded ? readPaidCharge(changes, charge) : undefined
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
 * Returns a row for each of our intents without recent changes; `kind` is the difference, if any. Open payments are
 * left out: they will be settled, or Needs attention shows them. For an open refund or dispute both outcomes are
 * accepted, because Stripe may have decided it already.
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
      -- The amount of the payment, or that of the purchase if the payment's equals the amount received.
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
        from refund where refund.payment_id = payment.id and refund.state <> 'failed' and refund.cause <> 'by_hand'
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

/** Vouchers that changed since `since` and whose balance exceeds the money paid for them. */
const selectExceedingVouchers = (since: Date): Statement<Difference> => sql<Difference>`
  select 'balance_exceeds' as kind, voucher.id::text as subject, voucher.id as voucher_id,
    greatest(0, backing.pence) as expected_pence, balance_pence as actual_pence
  from gift_voucher voucher join voucher_backing backing on backing.voucher_id = voucher.id
  where balance_pence > greatest(0, backing.pence) and voucher.id in (
    select voucher_id from voucher_entry where effective_at >= ${since}
    union select voucher.id from refund join gift_voucher voucher using (payment_id) where refund.created_at >= ${since}
    union select voucher_id from difference where voucher_id is not null
  )
  order by voucher.id`

/**
 * Refunds in the portal since `since` that paid back more than had been paid for the voucher and was neither redeemed nor
 * returned before. An admin may refund a payment under a fraud warning or review in full.
 */
const selectExceedingRefunds = (since: Date): Statement<Difference> => sql<Difference>`
  select distinct on (voucher.id) 'refunds_exceed' as kind, voucher.id::text as subject, voucher.id as voucher_id,
    greatest(0, paid.pence + moved.pence) as expected_pence, -refund.pence as actual_pence
  from voucher_entry refund
    join gift_voucher voucher on voucher.id = refund.voucher_id
    left join payment on payment.id = voucher.payment_id
    cross join lateral (
      select case when voucher.paid_by = 'online' then payment.amount_pence when voucher.paid_by in ('cash', 'card') then voucher.original_pence else 0 end as pence
    ) paid
    cross join lateral (
      select coalesce(sum(entry.pence), 0)::int as pence
      from voucher_entry entry left join voucher_entry original on original.id = entry.reverses
      where entry.voucher_id = voucher.id and entry.position < refund.position and coalesce(original.kind, entry.kind) in ('redeem', 'refund')
    ) moved
  where refund.kind = 'refund' and refund.actor <> 'stripe' and -refund.pence > greatest(0, paid.pence + moved.pence)
    and not exists (select from voucher_entry reversal where reversal.reverses = refund.id)
    and not exists (select from fraud_alert where fraud_alert.refund_id = refund.refund_id)
    and voucher.id in (
      select voucher_id from voucher_entry where effective_at >= ${since}
      union select voucher_id from difference where voucher_id is not null
    )
  order by voucher.id, refund.position desc`
