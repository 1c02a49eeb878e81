import { sql } from 'kysely'
import type { Statement } from '../db/db.ts'

/**
 * Freezes a payment and its voucher while there is a cause (view `freeze_cause`), and returns both to where they were once
 * there is none. Belongs in a batch that has locked them, behind whatever changed a cause, and before `followRefunds`.
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
