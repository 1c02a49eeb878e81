import { sql, type RawBuilder } from 'kysely'
import { CHANGE_EMAIL_HOURS } from '#contract/purchases/purchase-changes.ts'

/**
 * SQL condition on `payment`: its buyer may correct their address. Once, and not after the clinic has: either makes another
 * link. `newLink`: that of the change itself, while it is made.
 */
export const canChangeEmail = (paidAt: RawBuilder<unknown>, now: Date, newLink: string | null = null) =>
  sql<boolean>`(
    ${paidAt} > ${now}::timestamptz - ${CHANGE_EMAIL_HOURS} * interval '1 hour'
    and coalesce(payment.link_id, ${newLink}::uuid) is not distinct from ${newLink}::uuid)`
