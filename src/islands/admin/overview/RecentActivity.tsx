import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { DownloadButton } from '../shared/DownloadButton.tsx'
import { relativeTime, dateTime } from '../shared/format.ts'
import { useLostFocus } from '../shared/use-lost-focus.ts'
import { recentActivity, loadMoreActivity } from './overview.store.ts'
import { PartStatus } from './PartStatus.tsx'

export function RecentActivity() {
  useSignals()
  const part = recentActivity.value
  const place = useLostFocus<HTMLElement>(part)
  const { entries, next } = part.name === 'here' ? part.value : { entries: [], next: undefined }
  return (
    <section ref={place} tabIndex={-1} aria-labelledby="activity-heading">
      <h2 id="activity-heading">Recent Activity</h2>
      <PartStatus part={part} what="recent activity" />
      {part.name === 'here' && entries.length === 0 && <p className="mt-2 text-soft">No recent activity</p>}
      <ul className="activity">
        {entries.map(({ id, at, type, actor, description }) => (
          <li key={id}>
            <span className={`activity-type activity-${type}`}>{type}</span>
            <span className="wrap-anywhere">
              {description}
              <span className="block text-label text-soft wrap-anywhere">{actor}</span>
            </span>
            <time dateTime={at} title={dateTime(at)} className="text-soft tabular-nums">
              {relativeTime(at)}
            </time>
          </li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-3">
        {next !== undefined && <LoadMore />}
        <DownloadButton path="/api/admin/export/activity.csv" fileName="activity.csv">
          Download everything (CSV)
        </DownloadButton>
      </div>
    </section>
  )
}

function LoadMore() {
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)

  async function show() {
    setBusy(true)
    setFailed(!(await loadMoreActivity()))
    setBusy(false)
  }

  return (
    <>
      {failed && (
        <p role="alert" className="message message-bad w-full">
          Earlier activity could not be loaded. Please try again.
        </p>
      )}
      <Button
        variant="quiet"
        className="min-w-36"
        pendingLabel={busy ? 'Loading...' : undefined}
        onClick={() => void show()}
      >
        Load more
      </Button>
    </>
  )
}
