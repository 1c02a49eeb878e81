import { sql } from 'kysely'
import { askOnce } from '../db/once.ts'
import { DomainError } from '../domain-error.ts'
import type { Statement } from '../db/db.ts'
import type { Services } from '../services/services.ts'
import { refundAtDesk } from '../vouchers/refund-at-desk.ts'
import { noSuchVoucher } from '../vouchers/voucher-detail.ts'
import { askRefundSoon } from './apply-refund.ts'
import { heldAtStripe } from './held-at-stripe.ts'
import { lockBought, type RefundRow } from './refund-queries.ts'

type Needs = Pick<Services, 'db' | 'stripe' | 'clock' | 'random'>

/** How a refund divides what is left of a voucher, in pence. */
export interface RefundShare {
  /** Goes back: what is left, or what Stripe still holds, whichever is less. */
  refundedPence: number
  /** The rest of the balance, which is cancelled without money. */
  cancelledPence: number
}

/** What stays of one that was asked for; no refund id where no card is paid back. */
interface Begun extends RefundShare {
  refundId?: string
  state: 'due' | 'recorded' | 'voided'
}

export interface VoucherRefund extends RefundShare {
  /** `due` until the card provider could be asked, `pending` until it has finished. */
  state: Begun['state'] | 'pending' | 'succeeded'
}

/**
 * Gives back what is left of a voucher: to the card, where it was bought online; what was paid at the desk is only
 * recorded, and what was given is void. Written down first, then asked of Stripe: if this dies or Stripe is down in
 * between, the hourly pass asks.
 */
export async function refundVoucher(
  services: Needs,
  voucherId: string,
  actor: string,
  requestId = services.random.uuid(),
): Promise<VoucherRefund> {
  const { db, clock } = services
  const once = askOnce<Begun>(
    { endpoint: 'refundVoucher', target: voucherId, requestId, body: {} },
    clock.now(),
  )
  const { vouchers, asked } = await db.batch({ vouchers: selectPaid(voucherId), asked: once.asked })
  const [voucher] = vouchers
  if (!voucher) throw noSuchVoucher()
  const earlier = once.read(asked)
  const { refundId, ...share } = earlier ?? (await begin(services, voucher, actor, once))
  const { intentId } = voucher
  if (refundId === undefined || intentId === null) return share
  const refund = { id: refundId, pence: share.refundedPence, intentId, again: earlier !== undefined }
  return { ...share, state: await ask(services, refund) }
}

interface PaidVoucher {
  id: string
  intentId: string | null
}

const selectPaid = (id: string): Statement<PaidVoucher> => sql<PaidVoucher>`
  select voucher.id, stripe_payment_intent_id as intent_id
  from gift_voucher voucher left join payment on payment.id = voucher.payment_id where voucher.id = ${id}`

type Once = ReturnType<typeof askOnce<Begun>>

async function begin(services: Needs, voucher: PaidVoucher, actor: string, once: Once): Promise<Begun> {
  const { asked } = await (voucher.intentId === null
    ? beginAtDesk(services, voucher.id, actor, once)
    : beginOnline(services, { id: voucher.id, intentId: voucher.intentId }, actor, once))
  const begun = once.read(asked)
  if (begun) return begun
  throw new DomainError('not_active', 'This voucher cannot be refunded as it is now.')
}

async function beginOnline(
  { db, stripe, clock, random }: Needs,
  { id, intentId }: { id: string; intentId: string },
  actor: string,
  once: Once,
) {
  const atStripe = await heldAtStripe(stripe, intentId)
  const ids = { refund: random.uuid(), entry: random.uuid(), rest: random.uuid() }
  return await db.batch({
    ...once.begin,
    ...lockBought(intentId),
    begun: beginRefund(id, atStripe, actor, ids, once.isFirst, clock.now()),
    ...once.end(sql`
      select jsonb_build_object('refundId', id, 'refundedPence', pence, 'state', 'due', 'cancelledPence',
        coalesce((select -pence from voucher_entry where id = ${ids.rest}), 0)) as answer
      from refund where id = ${ids.refund}`),
  })
}

async function beginAtDesk({ db, clock, random }: Needs, id: string, actor: string, once: Once) {
  const entryId = random.uuid()
  return await db.batch({
    ...once.begin,
    lock: sql`select id from gift_voucher where id = ${id} for no key update`,
    begun: refundAtDesk(id, entryId, actor, once.isFirst, clock.now()),
    ...once.end(sql`
      select case kind
          when 'refund' then jsonb_build_object('refundedPence', -pence, 'cancelledPence', 0, 'state', 'recorded')
          else jsonb_build_object('refundedPence', 0, 'cancelledPence', -pence, 'state', 'voided')
        end as answer
      from voucher_entry where id = ${entryId}`),
  })
}

/** What became of the refund. */
async function ask(
  services: Needs,
  refund: Pick<RefundRow, 'id' | 'pence' | 'intentId'> & { again: boolean },
): Promise<'due' | 'pending' | 'succeeded'> {
  await askRefundSoon(services, { ...refund, stripeRefundId: null })
  const [now] = await services.db.run(
    sql<{
      state: 'due' | 'pending' | 'succeeded' | 'failed'
    }>`select state from refund where id = ${refund.id}`,
  )
  if (!now || now.state === 'failed') {
    throw new DomainError('not_active', 'Our card provider has refused this refund. Nothing has gone back.')
  }
  return now.state
}

function beginRefund(
  voucherId: string,
  atStripe: number,
  actor: string,
  ids: { refund: string; entry: string; rest: string },
  isFirst: Once['isFirst'],
  now: Date,
): Statement {
  return sql`
    with voucher as (
      update gift_voucher set status = 'refunding', balance_pence = 0
      where id = ${voucherId} and ${isFirst} and status = 'active' and balance_pence > 0 and expires_at > ${now} and ${atStripe}::int > 0
        and exists (select from payment where payment.id = payment_id and payment.state = 'fulfilled')
      returning id, payment_id
    ),
    share as (
      select voucher.id, voucher.payment_id, least(before.balance_pence, ${atStripe}::int) as refunded,
        before.balance_pence - least(before.balance_pence, ${atStripe}::int) as cancelled
      from voucher join gift_voucher before on before.id = voucher.id
    ),
    paid as (
      update payment set state = 'refunding' from share where payment.id = share.payment_id
    ),
    refund as (
      insert into refund (id, payment_id, pence, cause, state, created_at)
      select ${ids.refund}, payment_id, refunded, 'voucher', 'due', ${now} from share
    ),
    entries as (
      insert into voucher_entry (id, voucher_id, kind, pence, balance_after, actor, description, refund_id, created_at)
      select ${ids.entry}::uuid, id, 'refund', -refunded, cancelled, ${actor}, 'Refunded to the card', ${ids.refund}::uuid, ${now}::timestamptz
      from share
      union all
      select ${ids.rest}::uuid, id, 'adjust', -cancelled, 0, ${actor}, 'Cancelled with the refund', ${ids.refund}::uuid, ${now}::timestamptz
      from share where cancelled > 0
    )
    insert into activity (at, actor, action, payment_id, voucher_id, after)
    select ${now}, ${actor}, 'refund_asked', payment_id, id, jsonb_build_object('pence', refunded, 'cancelled', cancelled)
    from share`
}
