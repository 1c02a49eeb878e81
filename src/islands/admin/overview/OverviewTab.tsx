import { useSignals } from '@preact/signals-react/runtime'
import { useQuery } from '@tanstack/react-query'
import { weekdayAndTime } from '../shared/format.ts'
import { PageHeader } from '../shared/PageHeader.tsx'
import { session } from '../session/session.store.ts'
import { RefreshButton } from '../shared/RefreshButton.tsx'
import { attentionQuery } from '../shared/server-data.ts'
import { Attention } from './Attention.tsx'
import { Figures } from './Figures.tsx'
import { RecentActivity } from './RecentActivity.tsx'
import { Revenue } from './Revenue.tsx'
import { PendingWork } from './PendingWork.tsx'

export function OverviewTab() {
  useSignals()
  const { dataUpdatedAt } = useQuery(attentionQuery)
  return (
    <>
      <PageHeader
        title="Overview"
        figures={
          <span className="flex flex-wrap gap-x-6">
            <span>Signed in as {session.value?.email}</span>
            {dataUpdatedAt > 0 && <span>{weekdayAndTime(new Date(dataUpdatedAt).toISOString())}</span>}
          </span>
        }
      >
        <RefreshButton />
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
