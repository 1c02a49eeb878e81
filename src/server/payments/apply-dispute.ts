import { clinic } from '#content/clinic'
import { sql } from 'kysely'
import type { Stripe } from 'stripe'
import type { Statement } from '../db/db.ts'
import type { Services } from '../services/services.ts'
import { followRefunds } from './follow-refunds.ts'
import { askStripe, idOf } from './intent.ts'
import { lockBought } from './refund-queries.ts'
import { settlePayment } from './settle-payment.ts'

type Needs = Pick<Services, 'db' | 'stripe' | 'clock' | 'random'>

/** https://docs.stripe.com/disputes/how-disputes-work: a warning that is closed cost nothing. */
const WON = new Set<Stripe.Dispute.Status>(['won', 'warning_closed'])

/** Brings our books up to what Stripe says of a dispute now: frozen while it lasts, then restored or ended. */
export async function syncDispute(services: Needs, disputeId: string): Promise<void> {
  const { db, stripe, clock, random } = services
  const dispute = await askStripe(() => stripe.disputes.retrieve(disputeId))
  const intentId = idOf(dispute.payment_intent)
  if (!intentId) return
  // Its news may be here before the payment's own.
  await settlePayment(services, intentId)
  const now = clock.now()
  const known = { id: dispute.id, intentId, pence: dispute.amount, reason: dispute.reason }
  await db.batch({
    ...lockBought(intentId),
    opened: openDispute(known, random.uuid(), now),
    ...outcome(),
    ...followRefunds(intentId),
  })

  function outcome() {
    if (WON.has(dispute.status)) return { won: winDispute(known, random.uuid(), now) }
    if (dispute.status === 'lost')
      return { lost: loseDispute(known, { entry: random.uuid(), mail: random.uuid() }, now) }
    return {}
  }
}

interface KnownDispute {
  id: string
  intentId: string
  pence: number
  reason: string
}

function openDispute(dispute: KnownDispute, mailId: string, now: Date): Statement {
  return sql`
    with frozen as (
      update payment set disputed_from = state, state = 'disputed', dispute_id = ${dispute.id}, dispute_outcome = null
      where stripe_payment_intent_id = ${dispute.intentId} and state in ('fulfilled', 'refunding', 'refunded', 'unknown')
        and dispute_id is distinct from ${dispute.id}
      returning id
    ),
    voucher as (
      update gift_voucher set disputed_from = status, status = 'disputed' from frozen
      where payment_id = frozen.id and status <> 'disputed' returning gift_voucher.id
    ),
    mail as (${clinicMail('dispute-opened', dispute, mailId, sql`'reason', ${dispute.reason}::text`, 'frozen', now)})
    insert into activity (at, actor, action, payment_id, voucher_id, order_id, after)
    select ${now}, 'stripe', 'dispute_opened', frozen.id, voucher.id, orders.id,
      jsonb_build_object('pence', ${dispute.pence}::int)
    from frozen left join voucher on true left join orders on orders.payment_id = frozen.id`
}

function winDispute(dispute: KnownDispute, mailId: string, now: Date): Statement {
  return sql`
    with restored as (
      update payment set state = disputed_from, disputed_from = null, dispute_outcome = 'won'
      where stripe_payment_intent_id = ${dispute.intentId} and state = 'disputed' and dispute_id = ${dispute.id}
      returning id
    ),
    voucher as (
      update gift_voucher set status = disputed_from, disputed_from = null from restored
      where payment_id = restored.id and status = 'disputed' returning gift_voucher.id
    ),
    mail as (${clinicMail('dispute-closed', dispute, mailId, sql`'outcome', 'won'`, 'restored', now)})
    insert into activity (at, actor, action, payment_id, voucher_id, order_id, after)
    select ${now}, 'stripe', 'dispute_won', restored.id, voucher.id, orders.id,
      jsonb_build_object('pence', ${dispute.pence}::int)
    from restored left join voucher on true left join orders on orders.payment_id = restored.id`
}

/** Ends it like a refund: the money is gone, and so is what is left of the voucher. */
function loseDispute(dispute: KnownDispute, ids: { entry: string; mail: string }, now: Date): Statement {
  return sql`
    with lost as (
      update payment set state = 'refunded', disputed_from = null, dispute_outcome = 'lost', lost_pence = ${dispute.pence}
      where stripe_payment_intent_id = ${dispute.intentId} and state = 'disputed' and dispute_id = ${dispute.id}
      returning id
    ),
    taken as (
      insert into voucher_entry (id, voucher_id, kind, pence, balance_after, actor, description, created_at)
      select ${ids.entry}, voucher.id, 'refund', -voucher.balance_pence, 0, 'stripe', 'Dispute lost', ${now}
      from lost join gift_voucher voucher on voucher.payment_id = lost.id where voucher.balance_pence > 0
    ),
    voucher as (
      update gift_voucher set status = 'refunded', disputed_from = null, balance_pence = 0 from lost
      where payment_id = lost.id and status = 'disputed' returning gift_voucher.id
    ),
    mail as (${clinicMail('dispute-closed', dispute, ids.mail, sql`'outcome', 'lost'`, 'lost', now)})
    insert into activity (at, actor, action, payment_id, voucher_id, order_id, after)
    select ${now}, 'stripe', 'dispute_lost', lost.id, voucher.id, orders.id,
      jsonb_build_object('pence', ${dispute.pence}::int)
    from lost left join voucher on true left join orders on orders.payment_id = lost.id`
}

function clinicMail(
  template: 'dispute-opened' | 'dispute-closed',
  dispute: KnownDispute,
  mailId: string,
  more: ReturnType<typeof sql>,
  changed: string,
  now: Date,
) {
  return sql`
    insert into outbox (id, key, template, recipient, data, created_at, due_at)
    select ${mailId}, ${`${template}:${dispute.id}`}, ${template}, ${clinic.email},
      jsonb_build_object('pence', ${dispute.pence}::int, 'reference', ${dispute.intentId}::text, ${more}), ${now}, ${now}
    from ${sql.raw(changed)} on conflict (key) do nothing`
}
