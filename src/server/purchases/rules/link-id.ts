import { sql, type RawBuilder } from 'kysely'

/**
 * SQL expression: what the link to "Your purchase" of a payment is signed for. That is the payment's id until the buyer's
 * address is corrected: then the links in emails to the former address open nothing any more.
 */
export const linkIdOf = (paymentId: RawBuilder<unknown>) =>
  sql<string>`(select coalesce(linked.link_id, linked.id) from payment linked where linked.id = ${paymentId})`

/** SQL expression: the id of the payment that a link opens; null if there is none. */
export const paymentOfLink = (linkId: string) =>
  sql<string>`(select linked.id from payment linked where coalesce(linked.link_id, linked.id) = ${linkId})`

/** SQL condition on `payment`: the buyer's address was corrected, so what the former mailbox holds proves nothing any more. */
export const HAS_NEW_LINK = sql<boolean>`(payment.link_id is not null)`
