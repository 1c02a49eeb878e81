import { useSignals } from '@preact/signals-react/runtime'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useSyncExternalStore } from 'react'
import { Attention } from '#islands/admin/overview/Attention.tsx'
import { Charts } from '#islands/admin/overview/Charts.tsx'
import { Figures } from '#islands/admin/overview/Figures.tsx'
import { FirstDay, useFirstDay } from '#islands/admin/overview/FirstDay.tsx'
import { HolderReminders } from '#islands/admin/overview/HolderReminders.tsx'
import { PendingWork } from '#islands/admin/overview/PendingWork.tsx'
import { RecentActivity } from '#islands/admin/overview/RecentActivity.tsx'
import { SaleEmails } from '#islands/admin/overview/SaleEmails.tsx'
import { CLOSING_ID, hrefOf, REDEEM_ID, route } from '#islands/admin/router.ts'
import { isOwner, session } from '#islands/admin/session/session.store.ts'
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

/**
 * Work first where everything is in one column. On a wide screen the figures and charts are at the left and the work beside
 * them. The markup has the order of the screen, which is that of the keyboard and of screen readers.
 */
function Overview() {
  useSignals()
  const isWide = useSyncExternalStore(watchWidth, () => wideWindow().matches)
  const { dataUpdatedAt, isPending } = useQuery(attentionQuery)
  const firstDay = useFirstDay()
  // What loads late would push down what is below it.
  const isLoading = isPending || (isOwner.value && firstDay.isPending)
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
      <div className={`mt-4 grid gap-6 ${isLoading ? 'invisible' : ''}`}>
        {isOwner.value ? (
          <>
            {firstDay.steps && <FirstDay steps={firstDay.steps} />}
            <div className="grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr] xl:grid-cols-[minmax(0,1fr)_29rem]">
              {/* With one key for both places, React moves it when the width changes, and nothing is loaded again. */}
              {isWide && <Business key="business" />}
              <Work />
              {!isWide && <Business key="business" />}
              <div className="grid content-start gap-8 lg:col-start-2 lg:row-start-2">
                <SaleEmails />
                <HolderReminders />
              </div>
            </div>
          </>
        ) : (
          <div className="max-w-[46rem]">
            <Work />
          </div>
        )}
      </div>
      <div className="foot-bar lg:hidden">
        <RedeemLink className="grow" />
      </div>
    </>
  )
}

const Business = () => (
  <div className="grid content-start gap-5 lg:col-start-1 lg:row-span-2 lg:row-start-1">
    <Figures />
    <Charts />
    <RecentActivity />
  </div>
)

const Work = () => (
  <div className="grid content-start gap-6 lg:col-start-2 lg:row-start-1">
    <PendingWork />
    <Attention />
  </div>
)

/** From `lg` on. */
const wideWindow = () => matchMedia('(min-width: 60rem)')

function watchWidth(onChange: () => void): () => void {
  const query = wideWindow()
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

const RedeemLink = ({ className }: { className: string }) => (
  <a className={`button ${className}`} href={hrefOf('vouchers', REDEEM_ID)}>
    Redeem a voucher
  </a>
)
