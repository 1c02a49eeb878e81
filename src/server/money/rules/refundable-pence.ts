import { sql } from 'kysely'
import type { Pence } from '#contract/base/money.ts'

// How much can be paid back: of an order, and of a voucher.

/** SQL expression: the refunds of a payment, except failed ones. */
export const refundedPence = (paymentId: 'payment.id' | 'orders.payment_id') => sql<Pence>`coalesce((
  select sum(made.pence) from refund made where made.payment_id = ${sql.ref(paymentId)} and made.state <> 'failed'
), 0)::int`

/**
 * SQL expression on `payment`: what is neither refunded nor lost in a dispute. An order pays back at most this, and no more than
 * Stripe holds.
 */
export const LEFT_PENCE = sql<Pence>`(payment.amount_pence - payment.lost_pence - ${refundedPence('payment.id')})`

/** SQL expression on `voucher`: what was redeemed, and what was paid back at the desk; negative. */
const USED_PENCE = sql<Pence>`coalesce((
  select sum(entry.pence)::int from voucher_entry entry left join voucher_entry original on original.id = entry.reverses
  where entry.voucher_id = voucher.id and (
    coalesce(original.kind, entry.kind) = 'redeem' or (entry.kind = 'refund' and voucher.payment_id is null)
  )
), 0)`

/** SQL expression on `payment`, and on `voucher` if it bought one: what was paid and is neither refunded, lost nor redeemed. */
export const UNUSED_PENCE = sql<Pence>`(${LEFT_PENCE} + ${USED_PENCE})`

/**
 * SQL expression on `voucher` and its `payment`, if it has one: what a refund pays back, which is paid − redeemed − paid
 * back − lost, but no more than the balance. Redemptions use paid money first. What was added without money is never
 * paid out. `heldPence` is what Stripe holds, which may know of more refunds than our books.
 */
export const refundablePence = (
  heldPence: Pence | null = null,
) => sql<Pence>`greatest(0, least(voucher.balance_pence,
  case
    when voucher.paid_by = 'online' then least(${LEFT_PENCE}, ${heldPence}::int)
    when voucher.paid_by in ('cash', 'card') then voucher.original_pence
    else 0
  end + ${USED_PENCE}))`
