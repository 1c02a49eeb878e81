import type { Reply } from '#contract/base/endpoint.ts'
import {
  VERSIONS_MAX,
  type WebsiteReply,
  type websiteVersionEndpoint,
  type websiteVersionsEndpoint,
} from '#contract/website/website.ts'
import type { Services } from '#server/clients/services.ts'
import type { Db } from '#server/db/db.ts'
import { DomainError } from '#server/domain-error.ts'
import { contentWebsite } from '#server/website/content-website.ts'
import {
  selectVersion,
  selectWebsite,
  toSaved,
  toWebsiteState,
  VERSIONS,
  type WebsiteState,
} from '#server/website/website-rows.ts'

type Deps = Pick<Services, 'db' | 'clock' | 'buildHook'>

/** Returns what was saved last, what was published, and the values of src/content. */
export async function getWebsite({ db, clock, buildHook }: Deps): Promise<WebsiteReply> {
  return toReply(toWebsiteState(await db.batch(selectWebsite()), clock.now()), buildHook)
}

export const toReply = (state: WebsiteState, { isSet }: Services['buildHook']): WebsiteReply => ({
  ...state,
  publishing: isSet ? state.publishing : null,
  canPublish: isSet,
  ...contentWebsite(),
})

/** Lists the last versions, newest first. */
export async function listWebsiteVersions(db: Db): Promise<Reply<typeof websiteVersionsEndpoint>> {
  const rows = await db.run(VERSIONS.orderBy('version', 'desc').limit(VERSIONS_MAX))
  return {
    versions: rows.map(({ savedAt, publishedAt, ...row }) => ({
      ...row,
      savedAt: savedAt.toISOString(),
      publishedAt: publishedAt?.toISOString() ?? null,
    })),
  }
}

export async function getWebsiteVersion(
  db: Db,
  version: number,
): Promise<Reply<typeof websiteVersionEndpoint>> {
  const [row] = await db.run(selectVersion(version))
  if (!row) throw new DomainError('not_found', 'We could not find this version.')
  return toSaved(row)
}
