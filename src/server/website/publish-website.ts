import { sql } from 'kysely'
import { clinicInFiles } from '#content/clinic.ts'
import type { Reply } from '#contract/base/endpoint.ts'
import type { publishWebsiteEndpoint } from '#contract/website/website.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import type { Services } from '#server/clients/services.ts'
import type { Statement } from '#server/db/db.ts'
import { DomainError } from '#server/domain-error.ts'
import { enqueueEmail } from '#server/email/outbox.ts'
import { callHook, claimBuild, selectClaimed } from '#server/website/build-website.ts'
import { isNotUnderWay, lockWebsite, selectWebsite, toWebsiteState } from '#server/website/website-rows.ts'

type Deps = Pick<Services, 'db' | 'clock' | 'random' | 'buildHook'>

/**
 * Publishes the newest version, and has it built now or queues it. A second time has it built again, unless a build is
 * under way. What was published last may wait for its build while a newer version is saved: then this repeats the call
 * of the hook. Throws `changed_meanwhile` for every other version. Tells the old and the new address and every admin if
 * the contact email changes.
 */
export async function publishWebsite(
  services: Deps,
  version: number,
  actor: string,
  { isRepeat = false } = {},
): Promise<Reply<typeof publishWebsiteEndpoint>> {
  const { db, clock, random, buildHook } = services
  const now = clock.now()
  const id = random.uuid()
  const { claimed, ...rows } = await db.batch({
    locked: lockWebsite(),
    ...(!isRepeat && { pressed: markPublished({ version, actor, now }) }),
    ...(buildHook.isSet && { build: claimBuild({ id, cause: 'publish', now, version }) }),
    claimed: selectClaimed(id),
    ...selectWebsite(),
  })
  const state = toWebsiteState(rows, now)
  if (state.version === 0) throw new DomainError('not_found', 'There is nothing to publish yet.')
  if (state.published?.version !== version)
    throw new DomainError(
      'changed_meanwhile',
      `${state.savedBy ?? 'Someone else'} has just saved other changes. Nothing has been published. Please refresh the page to see those changes, then publish again.`,
    )
  if (!buildHook.isSet) return { state: 'unavailable', at: null }
  if (claimed.length > 0)
    return { state: (await callHook(services, id)) ? 'building' : 'unavailable', at: null }
  return state.publishing?.state === 'queued'
    ? { state: 'queued', at: state.publishing.at }
    : { state: 'building', at: null }
}

interface Press {
  version: number
  actor: string
  now: Date
}

const emailOf = (website: string) =>
  sql`coalesce(${sql.ref(website)} #>> '{contact,email}', ${clinicInFiles.email})`

const markPublished = ({ version, actor, now }: Press): Statement => sql`
  with live as (
    select website from website_version where published_at is not null and version < ${version}
    order by version desc limit 1
  ),
  pressed as (
    update website_version set published_at = ${now}
    from website_version before
    where website_version.version = ${version} and before.version = ${version}
      and ${version} = (select max(version) from website_version)
      and (before.published_at is null or ${isNotUnderWay(version, now)})
    returning website_version.version, website_version.website, before.published_at is null as is_first
  ),
  first as (
    select version, ${emailOf('pressed.website')} as new_email,
      coalesce((select ${emailOf('live.website')} from live), ${clinicInFiles.email}) as old_email
    from pressed where is_first
  ),
  told as (
    select distinct on (lower(address)) version, old_email, new_email, address, suffix
    from first, lateral (
      select old_email, 'old' union all select new_email, 'new' union all
        select email, id::text from admin_user where role = 'owner' and email is not null
    ) every (address, suffix)
    where old_email <> new_email
    order by lower(address), suffix
  ),
  emails as (${enqueueEmail(
    {
      key: sql`'contact-email:' || version || ':' || suffix`,
      template: 'contact-email-changed',
      recipient: sql`address`,
      data: {
        from: sql`old_email`,
        to: sql`new_email`,
        by: sql`coalesce((select name from admin_user where id::text = ${actor}), 'Administrator')`,
        at: now.toISOString(),
      },
      at: now,
    },
    sql`from told`,
  )})
  ${recordActivity(
    { at: now, actor, action: 'website_published', after: { version: sql`version` } },
    sql`from first`,
  )}`
