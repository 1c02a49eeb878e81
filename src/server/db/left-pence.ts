import { sql } from 'kysely'
import type { Pence } from '#contract/money.ts'

/** SQL expression: the refunds of a payment, except failed ones. */
export const refundedPence = (paymentId: 'payment.id' | 'orders.payment_id') => sql<Pence>`coalesce((
  select sum(made.pence) from refund made where made.payment_id = ${sql.ref(paymentId)} and made.state <> 'failed'
), 0)::int`

/** SQL expression on `payment`: what is neither refunded nor lost in a dispute. */
export const LEFT_PENCE = sql<Pence>`(payment.amount_pence - payment.lost_pence - ${refundedPence('payment.id')})`
