import { sql } from 'kysely'
import { addDays, londonDay } from '#contract/base/send-date.ts'
import type { Website } from '#contract/website/website.ts'
import type { Services } from '#server/clients/services.ts'
import { query, type Statement } from '#server/db/db.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import { londonDayOf, startOfDay } from '#server/db/london-days.ts'
import { BUILDS, findValid, isNotBuilt, lockWebsite, selectPublished } from '#server/website/website-rows.ts'

type Deps = Pick<Services, 'db' | 'clock' | 'random' | 'buildHook'>

/** Returns whether something of a published website begins on a day, or ended the day before. */
export function isDayOfChange({ opening, notice }: Website, day: string): boolean {
  const spans = [...(opening?.closures ?? []), ...(notice ? [notice] : [])]
  return spans.some(({ from, to }) => from === day || addDays(to, 1) === day)
}

/**
 * Calls the build hook for a publication that waits, or on a day on which something begins or ends, once a day. Does
 * nothing without a hook. One that fails is tried again by the next run.
 */
export async function buildWhenDue(services: Deps): Promise<void> {
  const { db, clock, random, buildHook } = services
  if (!buildHook.isSet) return
  const now = clock.now()
  const id = random.uuid()
  const today = londonDay(now)
  const valid = findValid(await db.run(selectPublished()))
  const changesToday = valid !== undefined && isDayOfChange(valid.website, today)
  const { claimed } = await db.batch({
    locked: lockWebsite(),
    waiting: claimBuild({ id, cause: 'publish', now }),
    ...(changesToday && { day: claimBuild({ id, cause: 'day', now }) }),
    claimed: selectClaimed(id),
  })
  if (claimed.length > 0) await callHook(services, id)
}

/** SQL condition: no build was accepted today (London). */
const isNotBuiltOn = (now: Date) => sql<boolean>`
  not exists (
    select from website_build where accepted
      and at >= ${startOfDay(londonDayOf(now))}
  )`

interface Claim {
  id: string
  cause: 'publish' | 'day'
  now: Date
  /** Only if this is the version that was published last. */
  version?: number
}

/** Takes a turn at the build hook if a build is due and the limits allow it. `selectClaimed` selects it. */
export const claimBuild = ({ id, cause, now, version }: Claim): Statement =>
  insertRows(
    'websiteBuild',
    { id: sql`${id}::uuid`, at: sql`${now}::timestamptz`, cause, version: sql`published.version` },
    sql`
      from (
        select version, published_at from website_version
        where published_at is not null order by version desc limit 1
      ) published
      where ${cause === 'publish' ? isNotBuilt(now) : isNotBuiltOn(now)}
        and ${version === undefined ? sql`true` : sql`published.version = ${version}::int`}
        and not exists (
          select from website_build where at > ${now}::timestamptz - ${BUILDS.minutesBetween} * interval '1 minute')
        and (select count(*) from website_build where at > ${now}::timestamptz - interval '1 day') < ${BUILDS.perDay}`,
  ).onConflict((conflict) => conflict.column('id').doNothing())

/** Selects the turn that was claimed, also by a statement that is sent again. */
export const selectClaimed = (id: string) =>
  query.selectFrom('websiteBuild').select('id').where('id', '=', id).where('accepted', 'is', null)

/** Calls the hook for a claimed turn, and records whether it was accepted. */
export async function callHook(
  { db, buildHook }: Pick<Services, 'db' | 'buildHook'>,
  id: string,
): Promise<boolean> {
  const accepted = await buildHook.start()
  await db.run(query.updateTable('websiteBuild').set({ accepted }).where('id', '=', id))
  return accepted
}
