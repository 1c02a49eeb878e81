import { sql, type RawBuilder } from 'kysely'
import { enqueueEmail, OWNER_ADDRESSES } from '#server/email/outbox.ts'

interface Told {
  now: Date
  /** Whether it tells the end of the outage. */
  isOver: boolean
  /** SQL expression: a table with `service`, `cause` and `since`. */
  from: RawBuilder<unknown>
  where: RawBuilder<unknown>
}

/** The key of the email, without the owner's suffix: one email for each begin and each end of an outage. */
export const outageKey = (isOver: boolean) =>
  sql`'outage:' || service || '-' || (extract(epoch from since) * 1000)::bigint || ${isOver ? '-over' : ''}::text`

/** Tells every owner that an outage has begun, or that it is over. */
export const enqueueOutageEmail = ({ now, isOver, from, where }: Told) =>
  enqueueEmail(
    {
      key: sql`${outageKey(isOver)} || suffix`,
      template: 'outage',
      recipient: sql`address`,
      data: {
        service: sql`service`,
        cause: sql`cause`,
        since: sql`since`,
        until: isOver ? sql`${now}::timestamptz` : null,
      },
      at: now,
    },
    sql`from ${from}, ${OWNER_ADDRESSES} where since is not null and ${where}`,
  )
