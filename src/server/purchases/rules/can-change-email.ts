import { sql, type RawBuilder } from 'kysely'
import { CHANGE_EMAIL_HOURS } from '#contract/purchases/purchase-changes.ts'

/**
 * SQL condition on `payment`: its buyer may correct their address. Once, and not after the clinic has: either makes another
 * link. `newLink`: that of the change itself, while it is made.
 */
export const canChangeEmail = (paidAt: RawBuilder<unknown>, now: Date, newLink: string | null = null) =>
  sql<boolean>`(
    ${paidAt} > ${now}::timestamptz - ${CHANGE_EMAIL_HOURS} * interval '1 hour'
    -- Its receipt, which is sent again, would say that the purchase can be cancelled.
    and not exists (
      select from cancellation left join gift_voucher on gift_voucher.id = voucher_id left join orders on orders.id = order_id
      where coalesce(gift_voucher.payment_id, orders.payment_id) = payment.id)
    and coalesce(payment.link_id, ${newLink}::uuid) is not distinct from ${newLink}::uuid)`
