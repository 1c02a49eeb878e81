import { sql } from 'kysely'
import * as v from 'valibot'
import type { Body } from '#contract/endpoint.ts'
import { mergeClosures } from '#contract/merge-closures.ts'
import { londonDay } from '#contract/send-date.ts'
import {
  CLOSURES_MAX,
  websiteProblems,
  WebsiteSchema,
  type saveWebsiteEndpoint,
  type Website,
  type WebsiteReply,
} from '#contract/website.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import type { Services } from '#server/clients/services.ts'
import type { Statement } from '#server/db/db.ts'
import { DomainError } from '#server/domain-error.ts'
import { changedMeanwhile } from '#server/website/changed-meanwhile.ts'
import { toReply } from '#server/website/get-website.ts'
import {
  lockWebsite,
  selectWebsite,
  toWebsiteState,
  type WebsiteState,
} from '#server/website/website-rows.ts'

type Deps = Pick<Services, 'db' | 'clock' | 'buildHook'>

/**
 * Saves a version with merged closures, unless nothing has changed. Throws `changed_meanwhile` with the other's values if
 * there is a newer one, unless that has the same values: a repeat after a lost response is not a conflict.
 */
export async function saveWebsite(
  { db, clock, buildHook }: Deps,
  { website, version }: Body<typeof saveWebsiteEndpoint>,
  actor: string,
): Promise<WebsiteReply> {
  const now = clock.now()
  const today = londonDay(now)
  const before = toWebsiteState(await db.batch(selectWebsite()), now)
  requireTimely(website, before, today)
  const wanted = tidy(website, today)
  requireReadable(wanted)
  const { isSaved, ...rows } = await db.batch({
    locked: lockWebsite(),
    saved: insertVersion(wanted, { version, actor, now }),
    isSaved: sql<{ isSaved: boolean }>`
      select website = ${JSON.stringify(wanted)}::jsonb as is_saved from website_version order by version desc limit 1`,
    ...selectWebsite(),
  })
  const state = toWebsiteState(rows, now)
  if (!isSaved[0]?.isSaved) throw changedMeanwhile(state, 'Your changes have not been saved.')
  return toReply(state, buildHook)
}

function requireTimely(website: Website, before: WebsiteState, today: string): void {
  const problems = Object.entries(websiteProblems(website, before.website, today))
  const [first] = problems
  if (!first) return
  const fields = Object.fromEntries(problems.map(([path, problem]) => [`website.${path}`, problem]))
  throw new DomainError('invalid_request', first[1], { fields })
}

/** Merges closures and drops those that have ended. */
function tidy({ opening, ...rest }: Website, today: string): Website {
  if (!opening) return { opening, ...rest }
  const closures = mergeClosures(opening.closures.filter(({ to }) => to >= today))
  return { opening: { ...opening, closures }, ...rest }
}

/** Merging divides special hours by the closed days among them, so there may be more closures than were sent. */
function requireReadable(merged: Website): void {
  if (v.is(WebsiteSchema, merged)) return
  const problem = `Closed days divide special hours, so these would become more than ${CLOSURES_MAX} entries. Please remove some of them`
  throw new DomainError('invalid_request', problem, { fields: { 'website.opening.closures': problem } })
}

interface Save {
  version: number
  actor: string
  now: Date
}

const insertVersion = (website: Website, { version, actor, now }: Save): Statement => sql`
  with latest as (select version, website from website_version order by version desc limit 1),
  saved as (
    insert into website_version (version, website, saved_by, saved_at)
    select ${version}::int + 1, wanted, ${actor}, ${now}
    from (select ${JSON.stringify(website)}::jsonb as wanted) given
    where coalesce((select version from latest), 0) = ${version}::int
      and (select website from latest) is distinct from wanted
    returning version
  )
  ${recordActivity(
    { at: now, actor, action: 'website_saved', after: { version: sql`version` } },
    sql`from saved`,
  )}`
