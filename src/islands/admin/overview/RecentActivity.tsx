import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Reply } from '#contract/base/endpoint.ts'
import { activityEndpoint, RECENT_ACTIVITY } from '#contract/reports/reports.ts'
import { adminCallPage } from '#islands/admin/admin-api.ts'
import { downloadEverything } from '#islands/admin/overview/download-everything.ts'
import { DownloadButton } from '#islands/admin/shared/DownloadButton.tsx'
import { dateTime, relativeTime } from '#islands/admin/shared/format.ts'
import { pagesQuery } from '#islands/admin/shared/pages-query.ts'
import { PartStatus } from '#islands/admin/shared/PartStatus.tsx'
import { useLostFocus } from '#islands/admin/shared/use-lost-focus.ts'
import { Button } from '#ui/Button.tsx'
import { ExactText } from '#ui/ExactText.tsx'

type ActivityFilter = 'shop' | 'all'

const FILTERS: [ActivityFilter, label: string][] = [
  ['shop', 'Vouchers and shop'],
  ['all', 'All activity'],
]

/** Colours of the types that the shop and the vouchers have. */
const DOTS: Partial<Record<Reply<typeof activityEndpoint>[number]['type'], string>> = {
  voucher: 'bg-(--sage-line)',
  order: 'bg-(--ocean-line)',
  product: 'bg-(--warm-line)',
}

const activityQuery = (filter: ActivityFilter) => ({
  ...pagesQuery(['activity', filter], (cursor) =>
    adminCallPage(activityEndpoint, undefined, {
      query: { of: filter === 'shop' ? filter : undefined, cursor },
    }),
  ),
  refetchOnMount: 'always' as const,
})

/** Activity about vouchers, orders and products, or all activity: the latest, and more on request. */
export function RecentActivity() {
  const [filter, setFilter] = useState<ActivityFilter>('shop')
  const query = useInfiniteQuery(activityQuery(filter))
  const [showsAll, setShowsAll] = useState(false)
  const loaded = query.data?.items
  const entries = showsAll ? loaded : loaded?.slice(0, RECENT_ACTIVITY)
  const hasMore = query.hasNextPage || (entries && loaded && entries.length < loaded.length)
  const place = useLostFocus<HTMLElement>(entries)
  return (
    <section ref={place} tabIndex={-1} aria-labelledby="activity-heading">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="activity-heading">Recent Activity</h2>
        <fieldset className="segments">
          <legend className="sr-only">Which activity</legend>
          {FILTERS.map(([name, label]) => (
            <label key={name}>
              <input
                type="radio"
                name="activity"
                checked={filter === name}
                onChange={() => setFilter(name)}
              />
              <span>{label}</span>
            </label>
          ))}
        </fieldset>
      </div>
      <PartStatus
        query={{ ...query, isError: query.isError && !query.isFetchNextPageError }}
        what="recent activity"
      />
      {entries?.length === 0 && <p className="mt-2 text-soft">No recent activity</p>}
      <ul className="mt-2">
        {entries?.map(({ id, at, type, actor, description, names }) => (
          <li
            key={id}
            className="grid grid-cols-[1fr_auto] items-baseline gap-x-4 gap-y-1 border-t border-rule py-3 text-small lg:grid-cols-[5.25rem_1fr_auto]"
          >
            <span className="text-label font-[520]">
              <span className={`mr-2 inline-block size-[0.55em] rounded-full ${DOTS[type] ?? 'bg-edge'}`} />
              <span>{type}</span>
            </span>
            <span className="wrap-anywhere max-lg:col-span-2 max-lg:row-start-2">
              <span>
                <ExactText names={names}>{description}</ExactText>
              </span>
              <span className="block text-label text-soft wrap-anywhere" translate="no">
                {actor}
              </span>
            </span>
            <time dateTime={at} title={dateTime(at)} className="text-soft tabular-nums">
              {relativeTime(at)}
            </time>
          </li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-3">
        {query.isFetchNextPageError && (
          <p role="alert" className="message message-bad w-full">
            We could not load any earlier activity. Please press “Load more” again.
          </p>
        )}
        {hasMore && (
          <Button
            variant="quiet"
            className="min-w-36"
            pendingLabel={query.isFetchingNextPage ? 'Loading...' : undefined}
            onClick={() => {
              if (!showsAll) setShowsAll(true)
              else if (!query.isFetching) void query.fetchNextPage()
            }}
          >
            Load more
          </Button>
        )}
        <DownloadButton load={downloadEverything} fileName="everything.zip">
          Download everything (ZIP)
        </DownloadButton>
      </div>
    </section>
  )
}
