import { sql, type InferResult, type RawBuilder } from 'kysely'
import { clinic } from '#clinic/current-clinic.ts'
import { formatPounds } from '#contract/base/money.ts'
import { londonDay } from '#contract/base/send-date.ts'
import type { FreezeCause } from '#contract/money/frozen.ts'
import { ADDRESSES_MAX, HELD_HOURS, REISSUE_DAYS } from '#contract/purchases/purchase-changes.ts'
import type { Purchased, PurchasedOrder, PurchasedVoucher } from '#contract/purchases/purchases.ts'
import { formatVoucherCode } from '#contract/vouchers/voucher-code.ts'
import type { Services } from '#server/clients/services.ts'
import { londonTime } from '#server/dates.ts'
import { query } from '#server/db/db.ts'
import { countRequest, requireWithinLimit, type RateLimit } from '#server/db/rate-limit.ts'
import { DomainError } from '#server/domain-error.ts'
import { emailStateColumns, toEmailState, type EmailStateRow } from '#server/email/rules/email-state.ts'
import { readPurchaseToken } from '#server/links/purchase-link.ts'
import { LEFT_PENCE, refundablePence, refundedPence } from '#server/money/rules/refundable-pence.ts'
import { canChangeEmail } from '#server/purchases/rules/can-change-email.ts'
import {
  isCancellable,
  ORDER_CANCEL_UNTIL,
  VOUCHER_CANCEL_UNTIL,
} from '#server/purchases/rules/cancellation-facts.ts'
import { paymentOfLink } from '#server/purchases/rules/link-id.ts'
import {
  selectCancellations,
  toCancellation,
  type CancellationRow,
} from '#server/purchases/rules/read-cancellations.ts'
import { RATE_LIMITS } from '#server/rate-limits.ts'
import { statusForBuyer } from '#server/status-for-buyer.ts'
import { HAS_LEFT, IS_GIFT_EMAIL, JOIN_GIFT_EMAIL } from '#server/vouchers/giving/gift-email.ts'
import { LAST_DAY, statusAt } from '#server/vouchers/rules/voucher-facts.ts'

type Deps = Pick<Services, 'db' | 'clock'>

export const purchaseRateLimit = (addressKey: string): RateLimit => ({
  ...RATE_LIMITS.findPurchase,
  key: addressKey,
})

/** Returns the purchase that a token opens. Every other token gets the same 404 after the same queries. */
export async function findPurchase(
  { db, clock }: Deps,
  token: string,
  addressKey: string,
): Promise<Purchased> {
  const now = clock.now()
  const results = await db.batch({
    rateLimit: countRequest(purchaseRateLimit(addressKey), now),
    ...selectPurchase(paymentOfLink(readPurchaseToken(token)), now),
  })
  requireWithinLimit(results.rateLimit[0], now)
  return readPurchase(results, now)
}

const purchaseNotFoundError = () =>
  new DomainError(
    'not_found',
    'We could not find a purchase with this link. Please use the link in our latest email to you, or ring us.',
  )

interface SharedRow {
  number: number
  reference: string
  paidAt: Date
  amountPence: number
  refundedPence: number
  buyerName: string
  buyerEmail: string
  canCancel: boolean
  cancelUntil: string | null
  refundablePence: number
  frozenBy: FreezeCause | null
  canChangeEmail: boolean
}

interface VoucherRow
  extends SharedRow, EmailStateRow, Pick<PurchasedVoucher, 'status' | 'recipientName' | 'deliverTo'> {
  id: string
  code: string
  isUsed: boolean
  /** The last valid day in London, YYYY-MM-DD. */
  lastDay: string
  recipientEmail: string | null
  personalMessage: string | null
  sendOn: string | null
  hasLeft: boolean
  /** Whether the buyer may give one more address. */
  hasAddressLeft: boolean
  isReissuable: boolean
  heldUntil: Date | null
}

type OrderRow = InferResult<ReturnType<typeof selectPurchase>['order']>[number]

/** SQL condition: the buyer may give one more address. */
export const HAS_ADDRESS_LEFT = sql<boolean>`voucher.corrections < ${ADDRESSES_MAX - 1}`

/**
 * SQL condition on `voucher`: the buyer has not replaced it yet, nothing was spent or changed, and the first email with
 * the present code that did not come back left at most `REISSUE_DAYS` ago. Later ones, which anybody can ask for, do not
 * count.
 */
export const isReissuable = (now: Date) => sql<boolean>`coalesce(
  (
    select min(outbox.sent_at) from outbox where ${IS_GIFT_EMAIL} and outbox.bounced_at is null
      and outbox.sent_at >= all (select retired_at from retired_code where voucher_id = voucher.id)
  ) > ${now}::timestamptz - ${REISSUE_DAYS} * interval '1 day'
  and not exists (select from retired_code where voucher_id = voucher.id and by_buyer)
  and not exists (select from voucher_entry where voucher_id = voucher.id and kind <> 'issue'), false)`

/**
 * SQL expression: until when the link of a purchase changes nothing, because the clinic has corrected the buyer's address;
 * else null. The former buyer, whom an email tells of it, may not have wanted that.
 */
const heldUntil = (now: Date, isOf = sql`activity.voucher_id = voucher.id`) => sql<Date | null>`(
  select max(activity.at) + ${HELD_HOURS} * interval '1 hour' from activity
  where ${isOf} and activity.action = 'address_corrected' and activity.after ->> 'corrected' = 'true'
    and activity.actor <> 'buyer' and activity.at > ${now}::timestamptz - ${HELD_HOURS} * interval '1 hour')`

/** SQL condition on `voucher`, or what `isOf` says: its link changes nothing now. */
export const isHeld = (now: Date, isOf?: RawBuilder<unknown>) =>
  sql<boolean>`${heldUntil(now, isOf)} is not null`

export const heldError = (until: string) =>
  new DomainError(
    'not_active',
    `We have recently changed your email address. To keep the voucher safe, it can be changed here from ${londonTime(new Date(until))} on. If it is urgent, please ring us on ${clinic.phone.display}.`,
  )

/** SQL expression on `payment`: why it is frozen. */
const FROZEN_BY = sql<FreezeCause | null>`case payment.state when 'disputed' then (
  select min(cause) from freeze_cause where freeze_cause.payment_id = payment.id) end`

/** SQL condition on `voucher`: something was used, or taken off for a use that was not recorded, and not undone. */
const IS_USED = sql<boolean>`exists (
  select from voucher_entry entry where entry.voucher_id = voucher.id
    and (entry.kind = 'redeem' or entry.kind = 'adjust' and entry.pence < 0 and entry.refund_id is null)
    and not exists (select from voucher_entry undone where undone.reverses = entry.id))`

/** Returns the statements that read a purchase. That of an erased buyer is not found. */
export const selectPurchase = (paymentId: RawBuilder<string>, now: Date) => ({
  voucher: sql<VoucherRow>`
    select voucher.id, voucher.number, payment.stripe_payment_intent_id as reference, issued_at as paid_at,
      original_pence as amount_pence, ${refundedPence('payment.id')} as refunded_pence, buyer_name, buyer_email,
      ${canChangeEmail(sql`voucher.issued_at`, now)} as can_change_email, code,
      ${isCancellable(now, 'voucher')} as can_cancel, ${VOUCHER_CANCEL_UNTIL} as cancel_until, ${refundablePence()} as refundable_pence, ${FROZEN_BY} as frozen_by, ${IS_USED} as is_used,
      recipient_name, recipient_email, personal_message, deliver_to, send_on, ${emailStateColumns('gift', now, sql`voucher.status <> 'active'`)}, ${HAS_LEFT} as has_left,
      ${HAS_ADDRESS_LEFT} as has_address_left, ${isReissuable(now)} as is_reissuable, ${heldUntil(now)} as held_until,
      ${statusAt(now)} as status, ${LAST_DAY} as last_day
    from gift_voucher voucher join payment on payment.id = voucher.payment_id ${JOIN_GIFT_EMAIL}
    where voucher.payment_id = ${paymentId} and buyer_email <> ''`,
  order: query
    .selectFrom('orders')
    .innerJoin('payment', 'payment.id', 'orders.paymentId')
    .select([
      'orders.id',
      'number',
      'reference',
      'placedAt as paidAt',
      'orders.amountPence',
      'email as buyerEmail',
    ])
    .select(canChangeEmail(sql`orders.placed_at`, now).as('canChangeEmail'))
    .select([refundedPence('payment.id').as('refundedPence'), 'status', 'fulfilment', 'delivery'])
    .select([sql<string>`concat_ws(' ', first_name, last_name)`.as('buyerName'), 'productName', 'quantity'])
    .select([isCancellable(now, 'order').as('canCancel'), ORDER_CANCEL_UNTIL.as('cancelUntil')])
    .select([LEFT_PENCE.as('refundablePence'), FROZEN_BY.as('frozenBy')])
    .select(sql<PurchasedOrder['shippingAddress']>`shipping_address`.as('shippingAddress'))
    .where('orders.paymentId', '=', paymentId)
    .where('email', '<>', ''),
  cancellation: selectCancellations(sql`payment.id = ${paymentId}`),
})

/** Returns the purchase, or throws `not_found`. */
export function readPurchase(
  {
    voucher,
    order,
    cancellation,
  }: { voucher: VoucherRow[]; order: OrderRow[]; cancellation: CancellationRow[] },
  now: Date,
): Purchased {
  const cancelled = cancellation[0] && { cancellation: toCancellation(cancellation[0]) }
  if (voucher[0]) return { ...toVoucher(voucher[0], now, cancelled !== undefined), ...cancelled }
  if (order[0]) return { ...toOrder(order[0]), ...cancelled }
  throw purchaseNotFoundError()
}

const toShared = (row: SharedRow) => ({
  number: row.number,
  reference: row.reference,
  paidAt: row.paidAt.toISOString(),
  amount: formatPounds(row.amountPence),
  refunded: formatPounds(row.refundedPence),
  buyerName: row.buyerName,
  buyerEmail: row.buyerEmail,
  canCancel: row.canCancel,
  ...(row.cancelUntil !== null && { cancelUntil: row.cancelUntil }),
  ...(row.canCancel && row.frozenBy === null && { refundableAmount: formatPounds(row.refundablePence) }),
  ...(row.frozenBy !== null && { frozenBy: row.frozenBy }),
  canChangeEmail: row.canChangeEmail,
})

function toVoucher(row: VoucherRow, now: Date, isCancelled: boolean): PurchasedVoucher {
  const giftEmail = toEmailState(row)
  const status = statusForBuyer(row.status, row.lastDay, londonDay(now))
  const isForRecipient = row.status === 'active' && row.deliverTo === 'recipient'
  const isUnsent = giftEmail?.state === 'waiting' || giftEmail?.state === 'failed'
  const changes = {
    canCorrect:
      isForRecipient && row.hasAddressLeft && !row.hasLeft && (isUnsent || giftEmail?.state === 'bounced'),
    canReschedule: isForRecipient && isUnsent,
    canReissue: isForRecipient && row.hasAddressLeft && row.isReissuable,
  }
  const isPossible = Object.values(changes).includes(true)
  return {
    kind: 'voucher',
    ...toShared(row),
    status,
    ...(status === 'active' && !isCancelled && { voucherCode: formatVoucherCode(row.code) }),
    isUsed: row.isUsed,
    expiryDate: row.lastDay,
    recipientName: row.recipientName,
    ...(row.recipientEmail && { recipientEmail: row.recipientEmail }),
    ...(row.personalMessage && { personalMessage: row.personalMessage }),
    deliverTo: row.deliverTo,
    ...(row.sendOn && { sendOn: row.sendOn }),
    ...(giftEmail && { giftEmail }),
    ...(row.heldUntil && isPossible ? { ...NO_CHANGES, heldUntil: row.heldUntil.toISOString() } : changes),
  }
}

const NO_CHANGES = { canCorrect: false, canReschedule: false, canReissue: false }

const toOrder = (row: OrderRow): PurchasedOrder => ({
  kind: 'order',
  ...toShared(row),
  status: row.status,
  fulfilment: row.fulfilment,
  delivery: row.delivery,
  productName: row.productName,
  quantity: row.quantity,
  shippingAddress: row.shippingAddress,
})
