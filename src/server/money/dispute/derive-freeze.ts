import { sql } from 'kysely'
import type { Statement } from '#server/db/db.ts'

/**
 * Freezes a payment and its voucher while a cause exists (view `freeze_cause`), and restores their former states when
 * none does. Runs in a batch that has locked them, after the statements that change a cause and before
 * `deriveRefundStatus`.
 */
export const deriveFreeze = (intentId: string): Statement => sql`
  with books as (
    select id, exists (select from freeze_cause where payment_id = payment.id) as is_frozen
    from payment where stripe_payment_intent_id = ${intentId}
      and state in ('fulfilled', 'refunding', 'refunded', 'unknown', 'disputed')
  ),
  moved as (
    update payment set state = case when is_frozen then 'disputed' else disputed_from end,
      disputed_from = case when is_frozen then state end
    from books where payment.id = books.id and is_frozen <> (state = 'disputed')
  )
  update gift_voucher voucher set status = case when is_frozen then 'disputed' else disputed_from end,
    disputed_from = case when is_frozen then status end
  from books where voucher.payment_id = books.id and is_frozen <> (status = 'disputed')`
