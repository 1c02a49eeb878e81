import { sql, type InferResult } from 'kysely'
import * as v from 'valibot'
import { publishedWebsite } from '#clinic/published.ts'
import {
  NO_WEBSITE,
  WebsiteSchema,
  type SavedWebsite,
  type Website,
  type WebsiteReply,
} from '#contract/website/website.ts'
import { query } from '#server/db/db.ts'

type VersionRow = InferResult<typeof VERSIONS_WITH_CONTENT>[number]

export interface BuildRow {
  at: Date
  accepted: boolean | null
}

/** Versions that are read to find one that passes the schema. */
const TRIED_MAX = 10

/** The limits of the build hook. Netlify counts each build as paid minutes or credits. */
export const BUILDS = { minutesBetween: 5, perDay: 20 }
/** A call that has no answer yet counts for so long: its function may have died. */
const UNANSWERED_MINUTES = 1

/** Selects the saved versions, without their content. */
export const VERSIONS = query
  .selectFrom('websiteVersion')
  .leftJoin('adminUser as admin', (join) => join.on(sql<boolean>`admin.id::text = saved_by`))
  .select(['version', 'savedAt', 'publishedAt'])
  .select(sql<string>`coalesce(admin.name, 'Administrator')`.as('savedBy'))

const VERSIONS_WITH_CONTENT = VERSIONS.select('website')

export const selectVersion = (version: number) => VERSIONS_WITH_CONTENT.where('version', '=', version)

/** Statements of a batch that `toWebsiteState` reads. */
export const selectWebsite = () => ({
  latest: VERSIONS_WITH_CONTENT.orderBy('version', 'desc').limit(TRIED_MAX),
  published: selectPublished(),
  builds: query
    .selectFrom('websiteBuild')
    .select(['at', 'accepted'])
    .orderBy('at', 'desc')
    .limit(BUILDS.perDay),
})

/** Selects what was published, newest first. */
export const selectPublished = () =>
  VERSIONS_WITH_CONTENT.where('publishedAt', 'is not', null).orderBy('version', 'desc').limit(TRIED_MAX)

/** Makes those who save, publish or build wait for each other. */
export const lockWebsite = () => query.selectFrom('site').select('id').forUpdate()

/** SQL condition: a call was accepted, or may still be. */
const mayBeAccepted = (now: Date) => sql<boolean>`
  (accepted or accepted is null and at > ${now}::timestamptz - ${UNANSWERED_MINUTES} * interval '1 minute')`

/** SQL condition: what was published last has not been asked to be built since. `published` is its row. */
export const isNotBuilt = (now: Date) => sql<boolean>`
  not exists (
    select from website_build
    where at >= published.published_at and ${mayBeAccepted(now)}
  )`

/** How long a build may take before pressing Publish again asks for another one. */
const BUILT_WITHIN_MINUTES = 10

/** SQL condition: no build of a version is under way. */
export const isNotUnderWay = (version: number, now: Date) => sql<boolean>`
  not exists (
    select from website_build
    where version = ${version} and at > ${now}::timestamptz - ${BUILT_WITHIN_MINUTES} * interval '1 minute' and ${mayBeAccepted(now)}
  )`

/** Returns the first version that passes the schema. */
export function findValid(rows: readonly VersionRow[]): { version: number; website: Website } | undefined {
  for (const { version, website } of rows) {
    const parsed = v.safeParse(WebsiteSchema, website)
    if (parsed.success) return { version, website: parsed.output }
  }
  return undefined
}

export function toSaved(row: VersionRow): Omit<SavedWebsite, 'website'> & { website: Website | null } {
  return {
    website: findValid([row])?.website ?? null,
    version: row.version,
    savedBy: row.savedBy,
    savedAt: row.savedAt.toISOString(),
  }
}

interface WebsiteRows {
  latest: VersionRow[]
  published: VersionRow[]
  builds: BuildRow[]
}

export type WebsiteState = Pick<
  WebsiteReply,
  'website' | 'version' | 'savedBy' | 'savedAt' | 'published' | 'publishing' | 'brokenVersion'
>

export function toWebsiteState({ latest, published, builds }: WebsiteRows, now: Date): WebsiteState {
  const [newest] = latest
  const [pressed, before] = published
  const valid = findValid(latest)
  return {
    ...(newest ? toSaved(newest) : { version: 0, savedBy: null, savedAt: null }),
    website: valid?.website ?? NO_WEBSITE,
    published: pressed
      ? { version: pressed.version, at: pressed.publishedAt!.toISOString(), before: before?.version ?? 0 }
      : null,
    publishing: pressed ? publishingOf(pressed, builds, now) : null,
    brokenVersion: newest && newest.version !== valid?.version ? newest.version : null,
  }
}

function publishingOf(pressed: VersionRow, builds: BuildRow[], now: Date): WebsiteReply['publishing'] {
  // One that no longer passes the schema is never built in.
  if (pressed.version === publishedWebsite.version || !findValid([pressed])) return null
  const build = builds.find(
    ({ at, accepted }) => at >= pressed.publishedAt! && isUnderWay({ at, accepted }, now),
  )
  if (build) return { state: 'building', at: build.at.toISOString() }
  return { state: 'queued', at: nextBuildAt(builds, now).toISOString() }
}

const isUnderWay = ({ at, accepted }: BuildRow, now: Date) =>
  accepted ?? now.getTime() - at.getTime() < UNANSWERED_MINUTES * 60_000

/** Returns when the hook may be called again: now, or later. */
function nextBuildAt(builds: BuildRow[], now: Date): Date {
  const after = (build: BuildRow | undefined, minutes: number) =>
    build ? build.at.getTime() + minutes * 60_000 : 0
  return new Date(
    Math.max(
      now.getTime(),
      after(builds[0], BUILDS.minutesBetween),
      after(builds[BUILDS.perDay - 1], 24 * 60),
    ),
  )
}
