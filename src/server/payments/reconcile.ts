import type { Pence } from '#contract/money'
import type { differenceKinds } from '#contract/reports'
import { sql } from 'kysely'
import type { Stripe } from 'stripe'
import { log } from '../log.ts'
import type { Services } from '../services/services.ts'
import { askStripe, idOf } from './intent.ts'

// Compares Stripe's lists with the vouchers, orders and ledger that were made of them. It repeats none of the rules by
// which payments move, so it finds a payment that our states call settled while nobody was given anything.

type Needs = Pick<Services, 'db' | 'stripe' | 'clock' | 'random'>

const DAY = 86_400_000
const HOUR = 3_600_000

/** What Stripe has of a succeeded intent. */
interface PaidIntent {
  intent: string
  /** Our payment's id, from the metadata; null if there is none. */
  payment: string | null
  received: Pence
  refunded: Pence
  lost: Pence
  /** ISO 8601. */
  paidAt: string
}

/** Where our books and Stripe's lists, or a voucher and its money, differ. */
export interface Difference {
  id: string
  kind: (typeof differenceKinds)[number]
  /** The intent, or the voucher of `balance_exceeds`. */
  subject: string
  voucherId: string | null
  expectedPence: Pence
  actualPence: Pence
}

interface Scope {
  /** How far back: what was created, refunded or disputed since then. */
  days: number
  /** Intents that Needs attention shows for another reason. */
  shown: string[]
  timeIsUp: () => boolean
}

/**
 * Compares everything that was paid, refunded or disputed in the last `days`, and returns the differences that stand
 * after it. Goes on where the last run ran out of time. A difference that is new is logged as an error; one that is gone
 * is deleted.
 */
export async function reconcile(services: Needs, { days, shown, timeIsUp }: Scope): Promise<Difference[]> {
  const { db, stripe, clock } = services
  const since = { created: { gte: Math.floor((clock.now().getTime() - days * DAY) / 1000) }, limit: 100 }
  const lost = await lostByIntent(stripe, since)
  let after = (await db.run(sql<{ afterIntent: string | null }>`select after_intent from reconciliation`))[0]
    ?.afterIntent
  for (let more = true; more && !timeIsUp();) {
    const page = await askStripe(() =>
      stripe.paymentIntents.list({
        ...since,
        ...(after && { starting_after: after }),
        expand: ['data.latest_charge'],
      }),
    )
    await compare(
      services,
      page.data.flatMap((intent) => asPaid(intent.latest_charge, lost) ?? []),
      shown,
    )
    more = page.has_more
    after = more ? page.data.at(-1)?.id : undefined
    await db.run(sql`update reconciliation set after_intent = ${after ?? null}`)
  }
  if (!timeIsUp()) await compare(services, await refundedOrDisputed(stripe, since, lost), shown)
  await compareBalances(services, days)
  return await db.run(sql<Difference>`
    select id, kind, subject, voucher_id, expected_pence, actual_pence from difference order by found_at, id`)
}

type Since = Stripe.RefundListParams & Stripe.DisputeListParams

/** What disputes have taken, by intent. An open one holds the money back, and may yet return it. */
async function lostByIntent(stripe: Stripe, since: Since): Promise<Map<string, Pence>> {
  const lost = new Map<string, Pence>()
  for await (const dispute of stripe.disputes.list(since)) addLost(lost, dispute)
  return lost
}

function addLost(lost: Map<string, Pence>, dispute: Stripe.Dispute): void {
  const intent = idOf(dispute.payment_intent)
  if (intent) lost.set(intent, (lost.get(intent) ?? 0) + (dispute.status === 'lost' ? dispute.amount : 0))
}

/** Payments of any age that were refunded or disputed since then. */
async function refundedOrDisputed(
  stripe: Stripe,
  since: Since,
  lost: Map<string, Pence>,
): Promise<PaidIntent[]> {
  const charges = new Map<string, Stripe.Charge>()
  const note = (charge: string | Stripe.Charge | null) => {
    if (charge && typeof charge !== 'string') charges.set(charge.id, charge)
  }
  for await (const { charge } of stripe.refunds.list({ ...since, expand: ['data.charge'] })) note(charge)
  for await (const { charge } of stripe.disputes.list({ ...since, expand: ['data.charge'] })) note(charge)
  for (const charge of charges.values()) {
    const intent = idOf(charge.payment_intent)
    // Disputed before the window.
    if (!charge.disputed || !intent || lost.has(intent)) continue
    for await (const dispute of stripe.disputes.list({ payment_intent: intent })) addLost(lost, dispute)
  }
  return [...charges.values()].flatMap((charge) => asPaid(charge, lost) ?? [])
}

function asPaid(charge: string | Stripe.Charge | null, lost: Map<string, Pence>): PaidIntent | undefined {
  if (!charge || typeof charge === 'string' || !charge.paid) return undefined
  const intent = idOf(charge.payment_intent)
  if (!intent) return undefined
  return {
    intent,
    payment: charge.metadata['payment_id'] ?? null,
    received: charge.amount_captured,
    refunded: charge.amount_refunded,
    lost: lost.get(intent) ?? 0,
    paidAt: new Date(charge.created * 1000).toISOString(),
  }
}

/** A payment that is open here is settled within this time, or stands in Needs attention. */
const OPEN_FOR = HOUR

async function compare({ db, clock, random }: Needs, paid: PaidIntent[], shown: string[]): Promise<void> {
  if (paid.length === 0) return
  const openSince = new Date(clock.now().getTime() - OPEN_FOR)
  const found = await db.run(sql<Omit<Difference, 'id'>>`
    with paid as (
      select * from jsonb_to_recordset(${JSON.stringify(paid)}::jsonb)
        as paid (intent text, payment text, received int, refunded int, lost int, "paidAt" timestamptz)
    ),
    books as (
      select intent, received - refunded - lost as expected, "paidAt" as paid_at, payment.settled_at is null and payment.id is not null as open,
        (select count(*) from gift_voucher where payment_id = payment.id) + (select count(*) from orders where payment_id = payment.id) as given,
        payment.amount_pence - payment.lost_pence
          - coalesce((select sum(pence) from refund where refund.payment_id = payment.id and refund.state <> 'failed'), 0) as actual
      from paid left join payment on payment.stripe_payment_intent_id = paid.intent
      where paid.payment is not null or payment.id is not null
    )
    select case when given > 1 then 'given_twice' when given = 1 then 'amounts_differ' else 'nothing_given' end as kind,
      intent as subject, null::uuid as voucher_id, expected as expected_pence, (case when given = 0 then 0 else actual end)::int as actual_pence
    from books
    where given > 1 or given = 1 and expected <> actual
      or given = 0 and expected > 0 and intent <> all(${shown}::text[]) and not (open and paid_at > ${openSince})`)
  await record(
    { db, clock, random },
    found,
    sql`
    voucher_id is null and subject in (select intent from jsonb_to_recordset(${JSON.stringify(paid)}::jsonb) as paid (intent text))`,
  )
}

/** Vouchers whose ledger or payment moved lately and that hold more than their money. */
async function compareBalances({ db, clock, random }: Needs, days: number): Promise<void> {
  const since = new Date(clock.now().getTime() - days * DAY)
  const moved = sql`
    select voucher_id from voucher_entry where created_at >= ${since}
    union select voucher.id from refund join gift_voucher voucher using (payment_id) where refund.created_at >= ${since}
    union select voucher_id from difference where voucher_id is not null`
  const found = await db.run(sql<Omit<Difference, 'id'>>`
    select 'balance_exceeds' as kind, voucher.id::text as subject, voucher.id as voucher_id,
      greatest(0, backing.pence) as expected_pence, balance_pence as actual_pence
    from gift_voucher voucher join voucher_backing backing on backing.voucher_id = voucher.id
    where voucher.id in (${moved}) and balance_pence > greatest(0, backing.pence)`)
  await record({ db, clock, random }, found, sql`voucher_id is not null`)
}

/** Replaces the recorded differences of one scope by those that were found now. */
async function record(
  { db, clock, random }: Pick<Services, 'db' | 'clock' | 'random'>,
  found: Omit<Difference, 'id'>[],
  scope: ReturnType<typeof sql>,
): Promise<void> {
  const rows = JSON.stringify(found.map((difference) => ({ id: random.uuid(), ...difference })))
  const { added } = await db.batch({
    gone: sql`
      delete from difference where ${scope} and (kind, subject) not in (
        select kind, subject from jsonb_to_recordset(${rows}::jsonb) as found (kind text, subject text)
      )`,
    added: sql<{ kind: string; subject: string }>`
      insert into difference (id, kind, subject, voucher_id, expected_pence, actual_pence, found_at)
      select id, kind, subject, "voucherId", "expectedPence", "actualPence", ${clock.now()}
      from jsonb_to_recordset(${rows}::jsonb)
        as found (id uuid, kind text, subject text, "voucherId" uuid, "expectedPence" int, "actualPence" int)
      on conflict (kind, subject) do update set expected_pence = excluded.expected_pence, actual_pence = excluded.actual_pence
      where (difference.expected_pence, difference.actual_pence) <> (excluded.expected_pence, excluded.actual_pence)
      returning kind, subject`,
  })
  for (const { kind, subject } of added) log('error', 'our books differ from Stripe', { kind, subject })
}
