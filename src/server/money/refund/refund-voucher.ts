import { sql } from 'kysely'
import type { Pence } from '#contract/base/money.ts'
import type { RefundState } from '#contract/money/refunds.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import { acknowledge } from '#server/cancelling/acknowledge.ts'
import type { Services } from '#server/clients/services.ts'
import { query, type Statement } from '#server/db/db.ts'
import { idempotent } from '#server/db/idempotency.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import { DomainError } from '#server/domain-error.ts'
import { amountChangedError, requireAccepted, tryRequestRefund } from '#server/money/refund/apply-refund.ts'
import { getHeldAtStripe } from '#server/money/refund/held-at-stripe.ts'
import { selectRefundState, type RefundRow } from '#server/money/refund/refund-queries.ts'
import { refundablePence } from '#server/money/rules/refundable-pence.ts'
import { lockPurchase } from '#server/money/settle/our-intents.ts'
import { enqueueVoucherEnded } from '#server/vouchers/giving/enqueue-voucher-ended.ts'
import { insertRefundEntries } from '#server/vouchers/ledger/insert-refund-entries.ts'
import { lockVoucher, voucherNotFoundError } from '#server/vouchers/ledger/lock-voucher.ts'
import { refundAtDesk } from '#server/vouchers/ledger/refund-at-desk.ts'
import { isRefundable } from '#server/vouchers/rules/voucher-facts.ts'

type Deps = Pick<Services, 'db' | 'stripe' | 'clock' | 'random'>

/** How a refund divides the balance of a voucher (pence). */
export interface RefundShare {
  /** Refunded: what was paid and neither redeemed nor returned, but no more than the balance. */
  refundedPence: number
  /** The rest of the balance, which is cancelled without money. */
  cancelledPence: number
}

/** The stored result of a request. Has a refund id only if money returns to a card. */
interface StartedRefund extends RefundShare {
  refundId?: string
  state: 'due' | 'recorded' | 'voided'
}

export interface VoucherRefund extends RefundShare {
  /** `due` until the refund is requested from Stripe, `pending` until Stripe has finished it. */
  state: StartedRefund['state'] | 'pending' | 'succeeded'
}

export interface VoucherRefundOptions {
  requestId?: string | undefined
  /** The amount that the owner confirmed; any amount if absent. */
  expectedPence?: Pence | undefined
}

/**
 * Refunds what was paid for a voucher and not redeemed, and cancels the rest of its balance. One bought online is
 * refunded the way it was paid; a refund at the desk is only recorded; a complimentary voucher becomes void. Records the
 * refund first, then requests it from Stripe: if the process dies in between or Stripe is down, the full run requests it.
 */
export async function refundVoucher(
  services: Deps,
  voucherId: string,
  actor: string,
  { requestId = services.random.uuid(), expectedPence }: VoucherRefundOptions = {},
): Promise<VoucherRefund> {
  const { db, clock } = services
  const idempotency = idempotent<StartedRefund>(
    { endpoint: 'refundVoucher', target: voucherId, requestId, body: { expectedPence } },
    clock.now(),
  )
  const { vouchers, stored } = await db.batch({
    vouchers: selectVoucherPayment(voucherId),
    stored: idempotency.stored,
  })
  const [voucher] = vouchers
  if (!voucher) throw voucherNotFoundError()
  const earlier = idempotency.read(stored)
  const { refundId, ...share } =
    earlier ?? (await startRefund(services, voucher, { actor, expectedPence, idempotency }))
  const { intentId } = voucher
  if (refundId === undefined || intentId === null) return share
  const refund = { id: refundId, pence: share.refundedPence, intentId, isRetry: earlier !== undefined }
  return { ...share, state: await requestFromStripe(services, refund) }
}

interface VoucherPayment {
  id: string
  intentId: string | null
}

const selectVoucherPayment = (id: string): Statement<VoucherPayment> =>
  query
    .selectFrom('giftVoucher as voucher')
    .leftJoin('payment', 'payment.id', 'voucher.paymentId')
    .select(['voucher.id', 'stripePaymentIntentId as intentId'])
    .where('voucher.id', '=', id)

type Idempotency = ReturnType<typeof idempotent<StartedRefund>>

interface StartOptions {
  actor: string
  expectedPence: Pence | undefined
  idempotency: Idempotency
}

async function startRefund(
  services: Deps,
  { id, intentId }: VoucherPayment,
  options: StartOptions,
): Promise<StartedRefund> {
  const heldPence = intentId === null ? null : await getHeldAtStripe(services.stripe, intentId)
  const { stored, refundable } = await (intentId === null || heldPence === null
    ? startDeskRefund(services, id, options)
    : startOnlineRefund(services, { id, intentId, heldPence }, options))
  const started = options.idempotency.read(stored)
  if (started) return started
  const [left] = refundable
  // While a bank decides, Stripe refunds nothing.
  if (left?.pence === 0 && heldPence !== 0)
    throw new DomainError(
      'not_active',
      'There is nothing left to pay back on this voucher, because the money paid for it has been used or returned. To cancel what is left, please adjust its balance.',
    )
  if (left && options.expectedPence !== undefined && left.pence !== options.expectedPence)
    throw amountChangedError(left.pence)
  throw new DomainError('not_active', 'This voucher cannot be refunded at the moment.')
}

/** Returns the amount that can be refunded now; no row for a voucher that cannot be refunded. */
const selectRefundable = (id: string, heldPence: Pence | null, at: Date): Statement<{ pence: Pence }> =>
  query
    .selectFrom('giftVoucher as voucher')
    .leftJoin('payment', 'payment.id', 'voucher.paymentId')
    .select(refundablePence(heldPence).as('pence'))
    .where('voucher.id', '=', id)
    .where(isRefundable(at))

async function startOnlineRefund(
  { db, clock, random }: Deps,
  { id, intentId, heldPence }: { id: string; intentId: string; heldPence: Pence },
  { actor, expectedPence, idempotency }: StartOptions,
) {
  const refundId = random.uuid()
  return await db.batch({
    ...idempotency.begin,
    ...lockPurchase(intentId),
    refundable: selectRefundable(id, heldPence, clock.now()),
    refund: insertRefund(
      { voucherId: id, heldPence, expectedPence, actor, isFirst: idempotency.isFirst },
      refundId,
      clock.now(),
    ),
    ...idempotency.end(sql`
      select jsonb_build_object('refundId', id, 'refundedPence', pence, 'state', 'due', 'cancelledPence',
        coalesce((select -pence from voucher_entry where refund_id = ${refundId} and kind = 'adjust'), 0)) as answer
      from refund where id = ${refundId}`),
  })
}

async function startDeskRefund(
  { db, clock, random }: Deps,
  id: string,
  { actor, expectedPence, idempotency }: StartOptions,
) {
  const entries = { refundId: random.uuid(), cancellationId: random.uuid() }
  return await db.batch({
    ...idempotency.begin,
    lock: lockVoucher(id),
    refundable: selectRefundable(id, null, clock.now()),
    refund: refundAtDesk(
      { voucherId: id, expectedPence, actor, isFirst: idempotency.isFirst },
      entries,
      clock.now(),
    ),
    ended: enqueueVoucherEnded(sql<{ id: string }>`select ${id}::uuid`, clock.now()),
    paidBack: acknowledge(
      'paid-back',
      sql`voucher.id = ${id} and exists (select from voucher_entry where id = ${entries.refundId})`,
      clock.now(),
    ),
    ...idempotency.end(sql`
      select jsonb_build_object('refundedPence', coalesce(-sum(pence) filter (where kind = 'refund'), 0),
        'cancelledPence', coalesce(-sum(pence) filter (where kind = 'adjust'), 0),
        'state', case when bool_or(kind = 'refund') then 'recorded' else 'voided' end) as answer
      from voucher_entry where id in (${entries.refundId}, ${entries.cancellationId}) having count(*) > 0`),
  })
}

/** Requests the refund from Stripe and returns its state. */
async function requestFromStripe(
  services: Deps,
  refund: Pick<RefundRow, 'id' | 'pence' | 'intentId'> & { isRetry: boolean },
): Promise<RefundState> {
  await tryRequestRefund(services, { ...refund, stripeRefundId: null })
  return requireAccepted(await services.db.run(selectRefundState(refund.id)))
}

interface NewRefund {
  voucherId: string
  /** What Stripe holds of the payment. */
  heldPence: Pence
  expectedPence: Pence | undefined
  actor: string
  isFirst: Idempotency['isFirst']
}

/**
 * Inserts the refund and empties the voucher. The part of the balance that is not refunded is cancelled; of a cancelled purchase
 * not what was paid.
 *
 * Locks: none, the batch holds them. Writes: `gift_voucher`, `payment`, `refund`, `voucher_entry`. Emits: `activity`.
 */
function insertRefund(
  { voucherId, heldPence, expectedPence, actor, isFirst }: NewRefund,
  refundId: string,
  now: Date,
): Statement {
  return sql`
    with refundable as (
      select voucher.id, payment.id as payment_id, balance_pence, ${refundablePence(heldPence)} as refunded,
        -- What Stripe does not hold now may come back to it: of a cancelled purchase its buyer gets that, too.
        case when voucher.status = 'refunding' then ${refundablePence()} - ${refundablePence(heldPence)} else 0 end as rest
      from gift_voucher voucher join payment on payment.id = voucher.payment_id
      where voucher.id = ${voucherId} and ${isFirst} and ${isRefundable(now)} and payment.state = 'fulfilled'
    ),

    share as (
      select *, balance_pence - refunded - rest as cancelled from refundable
      where refunded > 0 and coalesce(${expectedPence ?? null}::int, refunded) = refunded
    ),

    voucher as (
      update gift_voucher set status = 'refunding', balance_pence = share.rest from share where gift_voucher.id = share.id
    ),

    paid as (
      update payment set state = 'refunding' from share where payment.id = share.payment_id
    ),

    refund as (${insertRows(
      'refund',
      {
        id: refundId,
        paymentId: sql`payment_id`,
        pence: sql`refunded`,
        cause: 'voucher',
        state: 'due',
        createdAt: now,
      },
      sql`from share`,
    )}),

    entries as (${insertRefundEntries(
      sql`select id as voucher_id, refunded, cancelled, rest from share`,
      { refundId, actor },
      now,
    )})

    ${recordActivity(
      {
        at: now,
        actor,
        action: 'refund_asked',
        paymentId: sql`payment_id`,
        voucherId: sql`id`,
        after: { pence: sql`refunded`, cancelled: sql`cancelled` },
      },
      sql`from share`,
    )}`
}
