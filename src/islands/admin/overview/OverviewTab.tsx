import { useSignals } from '@preact/signals-react/runtime'
import { useEffect } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { weekdayAndTime } from '../shared/format.ts'
import { PageHeader } from '../shared/PageHeader.tsx'
import { session } from '../session/session.store.ts'
import { refreshedAt, refresh, isRefreshing } from './overview.store.ts'
import { Attention } from './Attention.tsx'
import { Figures } from './Figures.tsx'
import { RecentActivity } from './RecentActivity.tsx'
import { Revenue } from './Revenue.tsx'
import { PendingWork } from './PendingWork.tsx'

export function OverviewTab() {
  useSignals()
  useEffect(() => void refresh(), [])
  return (
    <>
      <PageHeader
        title="Overview"
        figures={
          <span className="flex flex-wrap gap-x-6">
            <span>Signed in as {session.value?.email}</span>
            <span>{refreshedAt.value && weekdayAndTime(refreshedAt.value)}</span>
          </span>
        }
      >
        <Button
          variant="quiet"
          className="min-w-36"
          pendingLabel={isRefreshing.value ? 'Refreshing...' : undefined}
          onClick={() => void refresh()}
        >
          Refresh
        </Button>
      </PageHeader>
      <Figures />
      <div className="overview">
        <div className="overview-column">
          <Attention />
          <RecentActivity />
        </div>
        <div className="overview-column">
          <PendingWork />
          <Revenue />
        </div>
      </div>
    </>
  )
}
