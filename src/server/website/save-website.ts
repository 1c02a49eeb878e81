import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import * as v from 'valibot'
import type { Body } from '#contract/base/endpoint.ts'
import { londonDay } from '#contract/base/send-date.ts'
import { mergeClosures } from '#contract/website/merge-closures.ts'
import {
  CLOSURES_MAX,
  NO_WEBSITE,
  websiteProblems,
  WebsiteSchema,
  type saveWebsiteEndpoint,
  type Website,
  type WebsitePart,
  type WebsiteParts,
  type WebsiteReply,
} from '#contract/website/website.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import type { Services } from '#server/clients/services.ts'
import type { Statement } from '#server/db/db.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import { DomainError } from '#server/domain-error.ts'
import { toReply } from '#server/website/get-website.ts'
import {
  lockWebsite,
  selectVersion,
  selectWebsite,
  toWebsiteState,
  type WebsiteState,
} from '#server/website/website-rows.ts'

type Deps = Pick<Services, 'db' | 'clock' | 'buildHook'>

/** What "Somebody else changed" names. */
const PART_NAMES: Record<WebsitePart, string> = {
  opening: 'the opening hours',
  notice: 'the notice',
  contact: 'the contact details',
  gettingHere: 'the directions',
  prices: 'the prices',
}

/**
 * Saves a version: the newest one with the given parts, unless nothing changes. Throws `changed_meanwhile` if one of the
 * parts has changed since `version`, unless it has the given value already: a repeat after a lost response is no conflict.
 */
export async function saveWebsite(
  deps: Deps,
  { website: given, version }: Body<typeof saveWebsiteEndpoint>,
  actor: string,
): Promise<WebsiteReply> {
  const { db, clock, buildHook } = deps
  const now = clock.now()
  const today = londonDay(now)
  const { based, ...rowsBefore } = await db.batch({ based: selectVersion(version), ...selectWebsite() })
  const before = toWebsiteState(rowsBefore, now)
  requireTimely(given, before, today)
  const parts = tidy(given, today)
  requireUnchanged(parts, based[0]?.website, rowsBefore.latest[0]?.website)
  const wanted = { ...before.website, ...parts }
  requireReadable(wanted)
  const { isSaved, ...rows } = await db.batch({
    locked: lockWebsite(),
    saved: insertVersion(wanted, { version: before.version, actor, now }),
    isSaved: sql<{ isSaved: boolean }>`select ${LATEST} = ${JSON.stringify(wanted)}::jsonb as is_saved`,
    ...selectWebsite(),
  })
  // Somebody else has saved in between, perhaps another part.
  if (!isSaved[0]?.isSaved) return saveWebsite(deps, { website: given, version }, actor)
  return toReply(toWebsiteState(rows, now), buildHook)
}

function requireTimely(parts: WebsiteParts, before: WebsiteState, today: string): void {
  const problems = Object.entries(websiteProblems(parts, before.website, today))
  const [first] = problems
  if (!first) return
  const fields = Object.fromEntries(problems.map(([path, problem]) => [`website.${path}`, problem]))
  throw new DomainError('invalid_request', first[1], { fields })
}

/** Merges closures and drops those that have ended. */
function tidy({ opening, ...rest }: WebsiteParts, today: string): WebsiteParts {
  if (!opening) return opening === undefined ? rest : { opening, ...rest }
  const closures = mergeClosures(opening.closures.filter(({ to }) => to >= today))
  return { opening: { ...opening, closures }, ...rest }
}

/** `based` and `newest` are as stored, so they may be broken. */
function requireUnchanged(parts: WebsiteParts, based: unknown = NO_WEBSITE, newest: unknown = NO_WEBSITE) {
  for (const [part, value] of Object.entries(parts) as [WebsitePart, unknown][]) {
    const [before, after] = [based, newest].map((website) => (website as Website)[part])
    if (isDeepStrictEqual(before, after) || isDeepStrictEqual(after, value)) continue
    throw new DomainError(
      'changed_meanwhile',
      `Somebody else changed ${PART_NAMES[part]}. Your changes have not been saved.`,
    )
  }
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

/** SQL: the newest version. */
const LATEST = sql`
  coalesce((select website from website_version order by version desc limit 1), ${JSON.stringify(NO_WEBSITE)}::jsonb)`

/** Inserts the version after `version`, if that is still the newest. */
const insertVersion = (website: Website, { version, actor, now }: Save): Statement =>
  recordActivity(
    (saved) => ({ at: now, actor, action: 'website_saved', after: { version: saved.ref('version') } }),
    insertRows(
      'websiteVersion',
      { version: sql`${version}::int + 1`, website: sql`wanted`, savedBy: actor, savedAt: now },
      sql`
        from (select ${JSON.stringify(website)}::jsonb as wanted) given
        where coalesce((select max(version) from website_version), 0) = ${version}::int
          and ${LATEST} <> wanted`,
    ).returning('version'),
  )
