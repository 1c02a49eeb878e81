import { useSignals } from '@preact/signals-react/runtime'
import { useEffect } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { dayAndTime } from '../shared/format.ts'
import { TabHead } from '../shared/PageHeader.tsx'
import { session } from '../session/session.store.ts'
import { askedAt, refresh, refreshing } from './overview.store.ts'
import { Attention } from './Attention.tsx'
import { Figures } from './Figures.tsx'
import { RecentActivity } from './RecentActivity.tsx'
import { Revenue } from './Revenue.tsx'
import { Waiting } from './PendingWork.tsx'

/** How things stand, and what wants the owner. */
export function OverviewTab() {
  useSignals()
  useEffect(() => void refresh(), [])
  return (
    <>
      <TabHead
        title="Overview"
        figures={
          <span className="flex flex-wrap gap-x-6">
            <span>Signed in as {session.value?.email}</span>
            <span>{askedAt.value && dayAndTime(askedAt.value)}</span>
          </span>
        }
      >
        <Button
          look="quiet"
          className="min-w-36"
          busy={refreshing.value ? 'Refreshing...' : undefined}
          onClick={() => void refresh()}
        >
          Refresh
        </Button>
      </TabHead>
      <Figures />
      <div className="overview">
        <div className="overview-column">
          <Attention />
          <RecentActivity />
        </div>
        <div className="overview-column">
          <Waiting />
          <Revenue />
        </div>
      </div>
    </>
  )
}
