import { sql } from 'kysely'
import type { Services } from '#server/clients/services.ts'
import type { Db, Statement } from '#server/db/db.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import { uniqueTime } from '#server/db/rate-limit.ts'
import { enqueueOutageEmail } from '#server/outages/outage-email.ts'
import { takeStripeCall, type StripeCall } from '#server/watched-run.ts'

type Deps = Pick<Services, 'db' | 'clock'>
type Service = 'stripe' | 'postmark'

interface Failure {
  service: Service
  cause: Exclude<StripeCall['outcome'], 'ok'>
  /** Whether only starts of payments may fail. */
  isStart?: boolean
}

/** So many failures without a success in between are an outage. */
const FAILURES = 3
/**
 * Within ten minutes, and one because a run of `settle-payments` may be late: after a purchase that failed, the next two
 * runs are enough.
 */
const WINDOW = sql`interval '11 minutes'`

/**
 * Counts a request or a run of a job that failed because of a service. The last of three makes it an outage, and every owner
 * is told, once: concurrent failures queue on the row. That emails cannot be sent is told when it is over.
 */
export function recordFailure({ service, cause, isStart = false }: Failure, now: Date): Statement {
  const failure = uniqueTime(now)
  const earlier = sql`array(
    select at from unnest(outage.failures) at where at > ${now}::timestamptz - ${WINDOW} and at <> ${failure} order by at
  )`
  const latest = sql`(${earlier} || ${failure})[greatest(1, cardinality(${earlier}) - ${FAILURES}::int + 2):]`
  return sql`
    with failed as (
      ${insertRows('outage', { service, failures: sql`array[${failure}]`, cause, startsOnly: isStart })}
      on conflict (service) do update set cause = excluded.cause, failures = ${latest},
        starts_only = excluded.starts_only and
          (outage.starts_only or outage.since is null and cardinality(${earlier}) = 0),
        since = coalesce(outage.since, case when cardinality(${latest}) = ${FAILURES} then (${latest})[1] end)
      returning service, cause, since
    )
    ${enqueueOutageEmail({ now, isOver: false, from: sql`failed`, where: sql`service = 'stripe'` })}`
}

/**
 * Forgets the failures of a service, because a call of it has succeeded, and tells every owner if it had been an outage.
 * Only a start of a payment ends one in which nothing else failed.
 */
export const endOutage = (service: Service, now: Date, isStart = true): Statement => sql`
  with outage_before as (
    select * from outage where service = ${service} and failures <> '{}' and (${isStart} or not starts_only) for update
  ),
  ended as (
    update outage set failures = '{}', since = null from outage_before before where outage.service = before.service
  )
  ${enqueueOutageEmail({ now, isOver: true, from: sql`outage_before`, where: sql`true` })}`

/** The databases of instances that have seen a failure of Stripe, and no success since. */
const failing = new WeakSet<Db>()

/** Records that the last call of Stripe of a request or a job has failed. */
export async function recordStripeFailure({ db, clock }: Deps, failure: Omit<Failure, 'service'>) {
  failing.add(db)
  await db.run(recordFailure({ service: 'stripe', ...failure }, clock.now()))
}

/**
 * Records how the last call of Stripe of a job ended. A success wakes no database for it, unless this instance has seen a
 * failure. Returns whether it asked the database.
 */
export async function recordSeenCall({ db, clock }: Deps, isAwake: boolean): Promise<boolean> {
  const call = takeStripeCall()
  if (!call) return false
  const { outcome, isStart } = call
  if (outcome !== 'ok') await recordStripeFailure({ db, clock }, { cause: outcome, isStart })
  else if (isAwake || failing.has(db)) {
    await db.run(endOutage('stripe', clock.now(), isStart))
    failing.delete(db)
  } else return false
  return true
}
