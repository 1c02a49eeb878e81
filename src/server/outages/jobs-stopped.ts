import { sql } from 'kysely'
import type { Statement } from '#server/db/db.ts'
import { enqueueOutageEmail, outageKey } from '#server/outages/outage-email.ts'

/** SQL condition on `reconciliation`: the full run, which comes every hour, has not run for two. */
export const isFullRunLate = (now: Date) =>
  sql<boolean>`full_run_at < ${now}::timestamptz - interval '2 hours'`

const lateJobs = (now: Date) =>
  sql`(select 'jobs' as service, null as cause, full_run_at as since from reconciliation where ${isFullRunLate(now)}) late`

/** Tells every owner, once, that the scheduled jobs have stopped. */
export const tellJobsStopped = (now: Date): Statement =>
  enqueueOutageEmail({ now, isOver: false, from: lateJobs(now), where: sql`true` })

/** Tells the owners who were told of it that the scheduled jobs run again. Belongs before the run is recorded. */
export const tellJobsRun = (now: Date): Statement =>
  enqueueOutageEmail({
    now,
    isOver: true,
    from: lateJobs(now),
    where: sql`exists (select from outbox where key = ${outageKey(false)} || suffix)`,
  })
