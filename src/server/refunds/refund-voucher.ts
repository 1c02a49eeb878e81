import type { Pence } from '#contract/money'
import type { RefundState } from '#contract/refunds'
import { sql } from 'kysely'
import { idempotent } from '../db/idempotency.ts'
import { DomainError } from '../domain-error.ts'
import type { Statement } from '../db/db.ts'
import type { Services } from '../clients/services.ts'
import { refundAtDesk } from '../vouchers/refund-at-desk.ts'
import { voucherNotFoundError } from '../vouchers/voucher-detail.ts'
import { amountChangedError, tryRequestRefund, requireAccepted } from './apply-refund.ts'
import { getRefundableAmount, type RefundRow, selectRefundState } from './refund-queries.ts'
import { lockPurchase } from '../payments/our-intents.ts'

type Deps = Pick<Services, 'db' | 'stripe' | 'clock' | 'random'>

/** How a refund divides what is left of a voucher, in pence. */
export interface RefundShare {
  /** Goes back: what is left, or what Stripe still holds, whichever is less. */
  refundedPence: number
  /** The rest of the balance, which is cancelled without money. */
  cancelledPence: number
}

/** What stays of one that was asked for; no refund id where no card is paid back. */
interface StartedRefund extends RefundShare {
  refundId?: string
  state: 'due' | 'recorded' | 'voided'
}

export interface VoucherRefund extends RefundShare {
  /** `due` until the card provider could be asked, `pending` until it has finished. */
  state: StartedRefund['state'] | 'pending' | 'succeeded'
}

export interface VoucherRefundOptions {
  requestId?: string | undefined
  /** What the owner confirmed; any amount if absent. */
  expectedPence?: Pence | undefined
}

/**
 * Gives back what is left of a voucher: to the card, where it was bought online; what was paid at the desk is only
 * recorded, and what was given is void. Written down first, then asked of Stripe: if this dies or Stripe is down in
 * between, the hourly pass asks.
 */
export async function refundVoucher(
  services: Deps,
  voucherId: string,
  actor: string,
  { requestId = services.random.uuid(), expectedPence }: VoucherRefundOptions = {},
): Promise<VoucherRefund> {
  const { db, clock } = services
  const once = idempotent<StartedRefund>(
    { endpoint: 'refundVoucher', target: voucherId, requestId, body: { expectedPence } },
    clock.now(),
  )
  const { vouchers, asked } = await db.batch({ vouchers: selectVoucherPayment(voucherId), asked: once.asked })
  const [voucher] = vouchers
  if (!voucher) throw voucherNotFoundError()
  const earlier = once.read(asked)
  const { refundId, ...share } =
    earlier ?? (await startRefund(services, voucher, { actor, expectedPence, once }))
  const { intentId } = voucher
  if (refundId === undefined || intentId === null) return share
  const refund = { id: refundId, pence: share.refundedPence, intentId, again: earlier !== undefined }
  return { ...share, state: await requestFromStripe(services, refund) }
}

interface VoucherPayment {
  id: string
  intentId: string | null
}

const selectVoucherPayment = (id: string): Statement<VoucherPayment> => sql<VoucherPayment>`
  select voucher.id, stripe_payment_intent_id as intent_id
  from gift_voucher voucher left join payment on payment.id = voucher.payment_id where voucher.id = ${id}`

type Idempotency = ReturnType<typeof idempotent<StartedRefund>>

interface StartOptions {
  actor: string
  expectedPence: Pence | undefined
  once: Idempotency
}

async function startRefund(
  services: Deps,
  { id, intentId }: VoucherPayment,
  wanted: StartOptions,
): Promise<StartedRefund> {
  const refundablePence = intentId === null ? null : await getRefundableAmount(services.stripe, intentId)
  const { asked, now } = await (intentId === null || refundablePence === null
    ? startDeskRefund(services, id, wanted)
    : startOnlineRefund(services, { id, intentId, atStripe: refundablePence }, wanted))
  const begun = wanted.once.read(asked)
  if (begun) return begun
  const [left] = now
  if (left && wanted.expectedPence !== undefined && left.pence !== wanted.expectedPence)
    throw amountChangedError(left.pence)
  throw new DomainError('not_active', 'This voucher cannot be refunded as it is now.')
}

/** What a refund would give back now; no row for a voucher that cannot be refunded. */
const selectRefundable = (id: string, atStripe: Pence | null, at: Date): Statement<{ pence: Pence }> => sql<{
  pence: Pence
}>`
  select case when paid_by = 'complimentary' then 0 else least(balance_pence, ${atStripe}::int) end as pence
  from gift_voucher where id = ${id} and status = 'active' and expires_at > ${at}`

async function startOnlineRefund(
  { db, clock, random }: Deps,
  { id, intentId, atStripe }: { id: string; intentId: string; atStripe: Pence },
  { actor, expectedPence, once }: StartOptions,
) {
  const ids = { refund: random.uuid(), entry: random.uuid(), rest: random.uuid() }
  return await db.batch({
    ...once.begin,
    ...lockPurchase(intentId),
    now: selectRefundable(id, atStripe, clock.now()),
    begun: insertRefund(
      { voucherId: id, atStripe, expectedPence, actor, isFirst: once.isFirst },
      ids,
      clock.now(),
    ),
    ...once.end(sql`
      select jsonb_build_object('refundId', id, 'refundedPence', pence, 'state', 'due', 'cancelledPence',
        coalesce((select -pence from voucher_entry where id = ${ids.rest}), 0)) as answer
      from refund where id = ${ids.refund}`),
  })
}

async function startDeskRefund(
  { db, clock, random }: Deps,
  id: string,
  { actor, expectedPence, once }: StartOptions,
) {
  const entryId = random.uuid()
  return await db.batch({
    ...once.begin,
    lock: sql`select id from gift_voucher where id = ${id} for no key update`,
    now: selectRefundable(id, null, clock.now()),
    begun: refundAtDesk({ voucherId: id, expectedPence, actor, isFirst: once.isFirst }, entryId, clock.now()),
    ...once.end(sql`
      select case kind
          when 'refund' then jsonb_build_object('refundedPence', -pence, 'cancelledPence', 0, 'state', 'recorded')
          else jsonb_build_object('refundedPence', 0, 'cancelledPence', -pence, 'state', 'voided')
        end as answer
      from voucher_entry where id = ${entryId}`),
  })
}

/** What became of the refund. */
async function requestFromStripe(
  services: Deps,
  refund: Pick<RefundRow, 'id' | 'pence' | 'intentId'> & { again: boolean },
): Promise<RefundState> {
  await tryRequestRefund(services, { ...refund, stripeRefundId: null })
  return requireAccepted(await services.db.run(selectRefundState(refund.id)))
}

interface NewRefund {
  voucherId: string
  atStripe: Pence
  expectedPence: Pence | undefined
  actor: string
  isFirst: Idempotency['isFirst']
}

function insertRefund(
  { voucherId, atStripe, expectedPence, actor, isFirst }: NewRefund,
  ids: { refund: string; entry: string; rest: string },
  now: Date,
): Statement {
  return sql`
    with voucher as (
      update gift_voucher set status = 'refunding', balance_pence = 0
      where id = ${voucherId} and ${isFirst} and status = 'active' and balance_pence > 0 and expires_at > ${now} and ${atStripe}::int > 0
        and coalesce(${expectedPence ?? null}::int, least(balance_pence, ${atStripe}::int)) = least(balance_pence, ${atStripe}::int)
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
      select ${ids.entry}::uuid, id, 'refund', -refunded, cancelled, ${actor}, 'Refunded', ${ids.refund}::uuid, ${now}::timestamptz
      from share
      union all
      select ${ids.rest}::uuid, id, 'adjust', -cancelled, 0, ${actor}, 'Cancelled with the refund', ${ids.refund}::uuid, ${now}::timestamptz
      from share where cancelled > 0
    )
    insert into activity (at, actor, action, payment_id, voucher_id, after)
    select ${now}, ${actor}, 'refund_asked', payment_id, id, jsonb_build_object('pence', refunded, 'cancelled', cancelled)
    from share`
}
