import { useSignals } from '@preact/signals-react/runtime'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { Attention } from '#islands/admin/overview/Attention.tsx'
import { Charts } from '#islands/admin/overview/Charts.tsx'
import { Figures } from '#islands/admin/overview/Figures.tsx'
import { FirstDay, useFirstDay } from '#islands/admin/overview/FirstDay.tsx'
import { HolderReminders } from '#islands/admin/overview/HolderReminders.tsx'
import { PendingWork } from '#islands/admin/overview/PendingWork.tsx'
import { RecentActivity } from '#islands/admin/overview/RecentActivity.tsx'
import { SaleEmails } from '#islands/admin/overview/SaleEmails.tsx'
import { CLOSING_ID, hrefOf, REDEEM_ID, route } from '#islands/admin/router.ts'
import { session } from '#islands/admin/session/session.store.ts'
import { weekdayAndTime } from '#islands/admin/shared/format.ts'
import { LoadBoundary } from '#islands/admin/shared/LoadBoundary.tsx'
import { PageHeader } from '#islands/admin/shared/PageHeader.tsx'
import { attentionQuery } from '#islands/admin/shared/server-data.ts'
import { lazyPart } from '#ui/lazy-part.ts'

const ClosingPage = lazyPart(
  async () => (await import('#islands/admin/overview/ClosingPage.tsx')).ClosingPage,
)

export function OverviewTab() {
  useSignals()
  if (route.value.id !== CLOSING_ID) return <Overview />
  return (
    <LoadBoundary>
      <Suspense fallback={<PageHeader title="The day’s takings" />}>
        <ClosingPage />
      </Suspense>
    </LoadBoundary>
  )
}

/** What waits first, then the figures, then what has happened: in the same order at every width. */
function Overview() {
  useSignals()
  const { dataUpdatedAt, isPending } = useQuery(attentionQuery)
  const firstDay = useFirstDay()
  // What loads late would push down what is below it.
  const isLoading = isPending || firstDay.isPending
  return (
    <>
      <PageHeader
        title="Overview"
        canRefresh
        figures={
          <span className="flex gap-x-6 max-sm:flex-col sm:flex-wrap">
            <span>
              Signed in as <span translate="no">{session.value?.email}</span>
            </span>
            <span role="status">
              {isLoading
                ? 'Loading...'
                : dataUpdatedAt > 0 && weekdayAndTime(new Date(dataUpdatedAt).toISOString())}
            </span>
          </span>
        }
      >
        <RedeemLink className="button-compact max-lg:hidden" />
        <a className="button button-quiet button-compact" href={hrefOf('overview', CLOSING_ID)}>
          Day’s Takings
        </a>
      </PageHeader>
      <div className={isLoading ? 'overview invisible' : 'overview'}>
        {firstDay.steps && <FirstDay steps={firstDay.steps} />}
        <PendingWork />
        <Attention />
        <Figures />
        <Charts />
        <div className="overview-columns">
          <RecentActivity />
          <div className="overview-column">
            <SaleEmails />
            <HolderReminders />
          </div>
        </div>
      </div>
      <div className="foot-bar lg:hidden">
        <RedeemLink className="grow" />
      </div>
    </>
  )
}

const RedeemLink = ({ className }: { className: string }) => (
  <a className={`button ${className}`} href={hrefOf('vouchers', REDEEM_ID)}>
    Redeem a voucher
  </a>
)
