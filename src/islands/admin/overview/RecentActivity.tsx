import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { DownloadButton } from '../shared/DownloadButton.tsx'
import { howLongAgo, when } from '../shared/format.ts'
import { useLostFocus } from '../shared/use-lost-focus.ts'
import { earlier, recent, showEarlier } from './overview.store.ts'
import { PartStatus } from './PartStatus.tsx'

export function RecentActivity() {
  useSignals()
  const part = recent.value
  const place = useLostFocus<HTMLElement>(part)
  const lines = part.name === 'here' ? part.value : []
  return (
    <section ref={place} tabIndex={-1} aria-labelledby="activity-heading">
      <h2 id="activity-heading">Recent Activity</h2>
      <PartStatus part={part} what="recent activity" />
      {part.name === 'here' && lines.length === 0 && <p className="mt-2 text-soft">No recent activity</p>}
      <ul className="activity">
        {lines.map(({ id, at, type, actor, description }) => (
          <li key={id}>
            <span className={`activity-type activity-${type}`}>{type}</span>
            <span className="wrap-anywhere">
              {description}
              <span className="block text-label text-soft wrap-anywhere">{actor}</span>
            </span>
            <time dateTime={at} title={when(at)} className="text-soft tabular-nums">
              {howLongAgo(at)}
            </time>
          </li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-3">
        <Earlier />
        <DownloadButton path="/api/admin/export/activity.csv" fileName="activity.csv">
          Download everything (CSV)
        </DownloadButton>
      </div>
    </section>
  )
}

function Earlier() {
  useSignals()
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  if (earlier.value === undefined) return null

  async function show() {
    setBusy(true)
    setFailed(!(await showEarlier()))
    setBusy(false)
  }

  return (
    <>
      {failed && (
        <p role="alert" className="message message-bad w-full">
          What was before could not be loaded. Please try again.
        </p>
      )}
      <Button
        look="quiet"
        className="min-w-36"
        busy={busy ? 'Loading...' : undefined}
        onClick={() => void show()}
      >
        Load more
      </Button>
    </>
  )
}
