import { sql } from 'kysely'
import type { Pence } from '#contract/money.ts'
import type { RefundState } from '#contract/refunds.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import type { Services } from '#server/clients/services.ts'
import { query, type Statement } from '#server/db/db.ts'
import { idempotent } from '#server/db/idempotency.ts'
import { DomainError } from '#server/domain-error.ts'
import { lockPurchase } from '#server/payments/our-intents.ts'
import { amountChangedError, requireAccepted, tryRequestRefund } from '#server/refunds/apply-refund.ts'
import { getRefundableAmount, selectRefundState, type RefundRow } from '#server/refunds/refund-queries.ts'
import { refundAtDesk } from '#server/vouchers/refund-at-desk.ts'
import { voucherNotFoundError } from '#server/vouchers/voucher-detail.ts'
import { lockVoucher } from '#server/vouchers/voucher-rows.ts'

type Deps = Pick<Services, 'db' | 'stripe' | 'clock' | 'random'>

/** How a refund divides the balance of a voucher (pence). */
export interface RefundShare {
  /** Refunded: the balance or Stripe's refundable amount, whichever is less. */
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
 * Refunds the balance of a voucher: to the card if it was bought online. A refund at the desk is only recorded, and a
 * complimentary voucher becomes void. Records the refund first, then requests it from Stripe: if the process dies in
 * between or Stripe is down, the full run requests it.
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
  const refundablePence = intentId === null ? null : await getRefundableAmount(services.stripe, intentId)
  const { stored, refundable } = await (intentId === null || refundablePence === null
    ? startDeskRefund(services, id, options)
    : startOnlineRefund(services, { id, intentId, refundablePence }, options))
  const started = options.idempotency.read(stored)
  if (started) return started
  const [left] = refundable
  if (left && options.expectedPence !== undefined && left.pence !== options.expectedPence)
    throw amountChangedError(left.pence)
  throw new DomainError('not_active', 'This voucher cannot be refunded as it is now.')
}

/** Returns the amount that can be refunded now; no row for a voucher that cannot be refunded. */
const selectRefundable = (id: string, refundablePence: Pence | null, at: Date) =>
  query
    .selectFrom('giftVoucher')
    .select((voucher) =>
      voucher
        .case()
        .when('paidBy', '=', 'complimentary')
        .then(0)
        .else(voucher.fn<Pence>('least', ['balancePence', sql`${refundablePence}::int`]))
        .end()
        .as('pence'),
    )
    .where('id', '=', id)
    .where('status', '=', 'active')
    .where('expiresAt', '>', at)

async function startOnlineRefund(
  { db, clock, random }: Deps,
  { id, intentId, refundablePence }: { id: string; intentId: string; refundablePence: Pence },
  { actor, expectedPence, idempotency }: StartOptions,
) {
  const refundId = random.uuid()
  return await db.batch({
    ...idempotency.begin,
    ...lockPurchase(intentId),
    refundable: selectRefundable(id, refundablePence, clock.now()),
    refund: insertRefund(
      { voucherId: id, refundablePence, expectedPence, actor, isFirst: idempotency.isFirst },
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
  const entryId = random.uuid()
  return await db.batch({
    ...idempotency.begin,
    lock: lockVoucher(id),
    refundable: selectRefundable(id, null, clock.now()),
    refund: refundAtDesk(
      { voucherId: id, expectedPence, actor, isFirst: idempotency.isFirst },
      entryId,
      clock.now(),
    ),
    ...idempotency.end(sql`
      select case kind
          when 'refund' then jsonb_build_object('refundedPence', -pence, 'cancelledPence', 0, 'state', 'recorded')
          else jsonb_build_object('refundedPence', 0, 'cancelledPence', -pence, 'state', 'voided')
        end as answer
      from voucher_entry where id = ${entryId}`),
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
  refundablePence: Pence
  expectedPence: Pence | undefined
  actor: string
  isFirst: Idempotency['isFirst']
}

/**
 * Inserts the refund and empties the voucher. The part of the balance that Stripe cannot refund is cancelled.
 *
 * Locks: none, the batch holds them. Writes: `gift_voucher`, `payment`, `refund`, `voucher_entry`. Emits: `activity`.
 */
function insertRefund(
  { voucherId, refundablePence, expectedPence, actor, isFirst }: NewRefund,
  refundId: string,
  now: Date,
): Statement {
  return sql`
    with voucher as (
      update gift_voucher set status = 'refunding', balance_pence = 0
      where id = ${voucherId} and ${isFirst} and status = 'active' and balance_pence > 0 and expires_at > ${now} and ${refundablePence}::int > 0
        and coalesce(${expectedPence ?? null}::int, least(balance_pence, ${refundablePence}::int)) = least(balance_pence, ${refundablePence}::int)
        and exists (select from payment where payment.id = payment_id and payment.state = 'fulfilled')
      returning id, payment_id
    ),

    share as (
      select voucher.id, voucher.payment_id, least(before.balance_pence, ${refundablePence}::int) as refunded,
        before.balance_pence - least(before.balance_pence, ${refundablePence}::int) as cancelled
      from voucher join gift_voucher before on before.id = voucher.id
    ),

    paid as (
      update payment set state = 'refunding' from share where payment.id = share.payment_id
    ),

    refund as (
      insert into refund (id, payment_id, pence, cause, state, created_at)
      select ${refundId}, payment_id, refunded, 'voucher', 'due', ${now} from share
    ),

    entries as (
      insert into voucher_entry (id, voucher_id, kind, pence, balance_after, actor, description, refund_id, created_at)
      select gen_random_uuid(), id, 'refund', -refunded, cancelled, ${actor}, 'Refunded', ${refundId}::uuid, ${now}::timestamptz
      from share
      union all
      select gen_random_uuid(), id, 'adjust', -cancelled, 0, ${actor}, 'Cancelled with the refund', ${refundId}::uuid, ${now}::timestamptz
      from share where cancelled > 0
    )

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
