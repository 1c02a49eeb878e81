import { sql } from 'kysely'
import { DomainError } from '../domain-error.ts'
import type { Statement } from '../db/db.ts'
import type { Services } from '../services/services.ts'
import { findVoucher } from '../vouchers/find-voucher.ts'
import { askRefund } from './apply-refund.ts'
import { heldAtStripe } from './held-at-stripe.ts'
import { lockBought } from './refund-queries.ts'

type Needs = Pick<Services, 'db' | 'stripe' | 'clock' | 'random'>

/** How a refund divides what is left of a voucher, in pence. */
export interface RefundShare {
  /** Goes back to the card: what is left, or what Stripe still holds, whichever is less. */
  refundedPence: number
  /** The rest of the balance, which is cancelled without money. */
  cancelledPence: number
}

/**
 * Gives back what is left of a voucher that was bought online. Written down first, then asked of Stripe: if this dies in
 * between, the hourly pass asks.
 */
export async function refundVoucher(services: Needs, voucherId: string, actor: string): Promise<RefundShare> {
  const { db, stripe, clock, random } = services
  const voucher = await findVoucher(db, voucherId)
  if (!voucher) throw new DomainError('not_found', 'There is no such voucher.')
  const { intentId } = voucher
  if (voucher.status !== 'active' || !intentId) throw notActive()
  const atStripe = await heldAtStripe(stripe, intentId)
  const ids = { refund: random.uuid(), entry: random.uuid(), rest: random.uuid() }
  const { begun } = await db.batch({
    ...lockBought(intentId),
    begun: beginRefund(voucherId, atStripe, actor, ids, clock.now()),
  })
  const [share] = begun
  if (!share) throw notActive()
  await askRefund(services, { id: ids.refund, pence: share.refundedPence, intentId, stripeRefundId: null })
  return share
}

const notActive = () => new DomainError('not_active', 'This voucher cannot be refunded as it is now.')

function beginRefund(
  voucherId: string,
  atStripe: number,
  actor: string,
  ids: { refund: string; entry: string; rest: string },
  now: Date,
): Statement<RefundShare> {
  return sql<RefundShare>`
    with voucher as (
      update gift_voucher set status = 'refunding', balance_pence = 0
      where id = ${voucherId} and status = 'active' and balance_pence > 0 and expires_at > ${now} and ${atStripe}::int > 0
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
    ),
    noted as (
      insert into activity (at, actor, action, payment_id, voucher_id, after)
      select ${now}, ${actor}, 'refund_asked', payment_id, id, jsonb_build_object('pence', refunded, 'cancelled', cancelled)
      from share
    )
    select refunded as refunded_pence, cancelled as cancelled_pence from share`
}
