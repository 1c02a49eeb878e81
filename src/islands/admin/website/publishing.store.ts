import { signal } from '@preact/signals-react'
import { queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import {
  NO_WEBSITE,
  PublishedWebsiteSchema,
  publishWebsiteEndpoint,
  saveWebsiteEndpoint,
  websiteVersionEndpoint,
  websiteVersionsEndpoint,
  type PublishedWebsite,
  type Website,
  type WebsiteReply,
} from '#contract/website/website.ts'
import { adminCall } from '#islands/admin/admin-api.ts'
import { runAction } from '#islands/admin/shared/action.ts'
import { timeOfDay } from '#islands/admin/shared/format.ts'
import { queryClient } from '#islands/admin/shared/server-data.ts'
import { saved, today, websiteQuery } from '#islands/admin/website/website.store.ts'
import { callFile } from '#lib/api.ts'
import type { ActionResult } from '#ui/FormDialog.tsx'

/** A build takes about two minutes; after ten something is wrong. */
const LATE_MS = 10 * 60_000
const POLL_MS = 5000

/** What the deployed website contains; undefined until it is read. */
export const live = signal<PublishedWebsite | undefined>(undefined)

export type Publication =
  /** Nothing has been published: the website is as the developer wrote it. */
  | { name: 'never' }
  | { name: 'live'; since: string | null }
  | { name: 'building'; since: string }
  | { name: 'queued'; until: string }
  /** It should have been live long ago. */
  | { name: 'late'; since: string }
  /** There is no build hook: the next deployment publishes it. */
  | { name: 'next-deploy' }

/** Returns where the newest version for which Publish was pressed is. */
export function publicationOf(
  { published, publishing, canPublish }: Pick<WebsiteReply, 'published' | 'publishing' | 'canPublish'>,
  onSite: PublishedWebsite | undefined,
  now: Date,
): Publication {
  if (!published) return { name: 'never' }
  if (onSite && onSite.version >= published.version) return { name: 'live', since: onSite.builtAt }
  if (publishing?.state === 'queued') return { name: 'queued', until: publishing.at }
  if (!publishing && !canPublish) return { name: 'next-deploy' }
  const since = publishing?.at ?? published.at
  const isLate = now.getTime() - Date.parse(since) > LATE_MS
  return { name: isLate ? 'late' : 'building', since }
}

/** Reads what the deployed website contains. What cannot be read stays as it was. */
export async function readLive(): Promise<void> {
  try {
    const file = await callFile('/website.json', {})
    live.value = v.parse(PublishedWebsiteSchema, JSON.parse(await file.text()))
  } catch {
    // The next look may succeed.
  }
}

/** The time by which `publicationOf` goes on the screen. */
export const clock = signal(new Date())

/** Looks at the website while something is being published, and publishes what had to wait. Returns a cleanup function. */
export function watchPublishing(): () => void {
  void readLive()
  const timer = setInterval(() => void look(), POLL_MS)
  return () => clearInterval(timer)
}

async function look(): Promise<void> {
  const now = new Date()
  clock.value = now
  if (!saved.value) return
  const publication = publicationOf(saved.value, live.value, now)
  if (publication.name === 'building' || publication.name === 'late') await readLive()
  if (publication.name === 'queued' && Date.parse(publication.until) <= now.getTime()) await publishQueued()
}

async function publishQueued(): Promise<void> {
  const version = saved.value?.published?.version
  if (version === undefined) return
  // The hourly job publishes it if this does not.
  await adminCall(publishWebsiteEndpoint, { version, isRepeat: true }).catch(() => undefined)
  await queryClient.refetchQueries({ queryKey: websiteQuery.queryKey })
}

/** Publishes what is saved. */
export const publish = (version: number): Promise<ActionResult> =>
  runAction(() => adminCall(publishWebsiteEndpoint, { version }), {
    done: ({ state, at }) => ({ title: 'Success', description: PUBLISHED[state](at) }),
    failed: 'We could not publish your changes. They are still saved, so please try again.',
  })

const PUBLISHED = {
  building: () => 'Your changes are being published. They will be on the website in about two minutes.',
  queued: (at: string | null) =>
    `The website was published a moment ago, so your changes will be published ${at ? `at ${timeOfDay(at)}` : 'soon'}.`,
  unavailable: () => 'Your changes are saved. They will appear when the website is next updated.',
}

/** Publishes an earlier version again, without what has ended since. */
export const undoPublication = ({ version }: WebsiteReply, website: Website): Promise<ActionResult> =>
  runAction(
    async () => {
      const reply = await adminCall(saveWebsiteEndpoint, { website: withoutEnded(website), version })
      queryClient.setQueryData(websiteQuery.queryKey, reply)
      return await adminCall(publishWebsiteEndpoint, { version: reply.version })
    },
    {
      done: ({ state, at }) => ({ title: 'Success', description: PUBLISHED[state](at) }),
      failed:
        'We could not finish this. If the bar says “Saved, but not on the website yet”, please press “Publish”. Otherwise please try again.',
    },
  )

/** Returns a version without the closures and the notice that have ended since. */
export function withoutEnded({ opening, notice, ...website }: Website): Website {
  const hasNotEnded = ({ to }: { to: string }) => to >= today()
  return {
    ...website,
    opening: opening && { ...opening, closures: opening.closures.filter(hasNotEnded) },
    notice: notice && hasNotEnded(notice) ? notice : null,
  }
}

export const versionsQuery = queryOptions({
  queryKey: ['website', 'versions'],
  queryFn: () => adminCall(websiteVersionsEndpoint, undefined),
  refetchOnMount: 'always',
})

export const OUTDATED = 'This version does not fit the website any more.'

/** The values of a version; null if they do not fit any more. Version 0 is the website as delivered. */
export const versionQuery = (version: number) =>
  queryOptions({
    queryKey: ['website', 'version', version],
    queryFn: async () =>
      version === 0
        ? NO_WEBSITE
        : (await adminCall(websiteVersionEndpoint, undefined, { params: { version: String(version) } }))
            .website,
  })
