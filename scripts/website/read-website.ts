import { sql } from 'kysely'
import { getDotPath, safeParse } from 'valibot'
import {
  NO_WEBSITE,
  PublishedWebsiteSchema,
  WebsiteSchema,
  type PublishedWebsite,
} from '#contract/website/website.ts'
import { createDb, type Db } from '#server/db/db.ts'
import { isMalformed } from '#server/env.ts'

/** Nothing has been published: the site is as in src/content. */
const NOTHING: PublishedWebsite = { version: 0, publishedAt: null, builtAt: null, website: NO_WEBSITE }

/** Published versions that are tried, newest first. */
const TRIED_MAX = 50
const LIVE_TIMEOUT_MS = 15_000
/** Postgres: there is no such table, because the migrations have not been applied. */
const NO_TABLE = '42P01'
const NOT_FOUND = 'status 404'

interface Sources {
  databaseUrl: string | undefined
  /** The live site, whose /website.json counts if the database is out of reach. */
  siteUrl: string | undefined
  now: Date
  /** For the log of the build. */
  report: (line: string) => void
}

/**
 * Returns what was published last in the portal and passes the schema: from the database, or else from the live site.
 * Throws if both are out of reach, because a stopped deploy leaves the true site. Without an address of a database, a live
 * site that has no /website.json is one that has never been published.
 */
export async function readWebsite({ databaseUrl, siteUrl, now, report }: Sources): Promise<PublishedWebsite> {
  if (!databaseUrl) return NOTHING
  if (isMalformed('DATABASE_URL', databaseUrl)) {
    report(
      'DATABASE_URL is not an address: copy it from Neon → Connect, with connection pooling on. Reading the website.json of the live site instead.',
    )
    return await readLive(siteUrl, now, NOTHING)
  }
  try {
    return await readDatabase(databaseUrl, now, report)
  } catch (error) {
    report(`The database is out of reach (${reasonOf(error)}): reading the website.json of the live site.`)
    return await readLive(siteUrl, now)
  }
}

interface VersionRow {
  version: number
  website: unknown
  publishedAt: Date
}

async function readDatabase(
  databaseUrl: string,
  now: Date,
  report: (line: string) => void,
): Promise<PublishedWebsite> {
  const rows = await selectPublished(databaseUrl)
  for (const { version, website, publishedAt } of rows) {
    const parsed = safeParse(WebsiteSchema, website)
    if (parsed.success) {
      report(`Building version ${version} of the website.`)
      return {
        version,
        publishedAt: publishedAt.toISOString(),
        builtAt: now.toISOString(),
        website: parsed.output,
      }
    }
    const faults = parsed.issues.map((issue) => getDotPath(issue) ?? 'the whole')
    report(
      `Version ${version} of the website is left out: it does not match the schema at ${faults.join(', ')}.`,
    )
  }
  return NOTHING
}

/** Tries twice: a database that sleeps may need more than one call to wake. */
async function selectPublished(databaseUrl: string): Promise<VersionRow[]> {
  const db = createDb(databaseUrl)
  try {
    return await select(db)
  } catch (error) {
    if (codeOf(error) === NO_TABLE) return []
    return await select(db)
  }
}

const select = (db: Db) =>
  db.run(sql<VersionRow>`
  select version, website, published_at from website_version
  where published_at is not null order by version desc limit ${TRIED_MAX}`)

/** Returns `ifMissing` if the live site has no /website.json. */
async function readLive(
  siteUrl: string | undefined,
  now: Date,
  ifMissing?: PublishedWebsite,
): Promise<PublishedWebsite> {
  const stopped = 'The build stops, so that the live site stays as it is.'
  if (!siteUrl) throw new Error(`URL is not set, so the live site cannot be read either. ${stopped}`)
  const live = await fetchWebsite(siteUrl, LIVE_TIMEOUT_MS).catch((error: unknown) => {
    if (ifMissing && error instanceof Error && error.message === NOT_FOUND) return ifMissing
    throw new Error(`${siteUrl} is out of reach, too (${reasonOf(error)}). ${stopped}`, { cause: error })
  })
  if (!live) throw new Error(`The website.json of ${siteUrl} does not match the schema. ${stopped}`)
  return live.version === 0 ? NOTHING : { ...live, builtAt: now.toISOString() }
}

/** Returns the /website.json of a site; undefined if it does not match the schema. Throws if it is out of reach. */
export async function fetchWebsite(
  siteUrl: string,
  timeoutMs: number,
): Promise<PublishedWebsite | undefined> {
  const signal = AbortSignal.timeout(timeoutMs)
  const response = await fetch(new URL('/website.json', siteUrl), { signal })
  if (!response.ok) throw new Error(`status ${response.status}`)
  const parsed = safeParse(PublishedWebsiteSchema, await response.json())
  return parsed.success ? parsed.output : undefined
}

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

/** Never the message of the driver, which may contain the address of the database. */
const reasonOf = (error: unknown) => {
  if (!(error instanceof Error)) return 'no reason'
  return codeOf(error) ?? (error.message.startsWith('status ') ? error.message : error.name)
}
