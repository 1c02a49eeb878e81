import { useSignals } from '@preact/signals-react/runtime'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { chosenRange } from '#islands/admin/overview/Figures.tsx'
import { keepDrafts } from '#islands/admin/shared/kept-drafts.ts'
import { PartStatus } from '#islands/admin/shared/PartStatus.tsx'
import { chartsQuery, statsQuery } from '#islands/admin/shared/server-data.ts'
import { ErrorBoundary } from '#ui/ErrorBoundary.tsx'
import { lazyPart } from '#ui/lazy-part.ts'
import { LoadFailed } from '#ui/LoadFailed.tsx'

const ChartSections = lazyPart(
  async () => (await import('#islands/admin/overview/ChartSections.tsx')).ChartSections,
)

/** The charts, whose data and code are loaded after the figures. */
export function Charts() {
  useSignals()
  const { data: figures, isFetched } = useQuery(statsQuery)
  const query = useQuery({ ...chartsQuery, enabled: isFetched })
  const isExpected =
    figures !== undefined && [figures.totalRevenue, figures.voucherValue].some((sum) => Number(sum) !== 0)
  const loading = <PartStatus query={{ data: undefined, isPending: true, isError: false }} what="charts" />
  return (
    <div className={isExpected ? 'charts charts-expected' : 'charts'}>
      <PartStatus query={query} what="charts" />
      {query.data && figures && (
        <ErrorBoundary
          fallback={
            <LoadFailed isQuiet beforeReload={keepDrafts}>
              We could not load the charts. Nothing is lost. Please reload the page.
            </LoadFailed>
          }
        >
          <Suspense fallback={loading}>
            <ChartSections charts={query.data} figures={figures} range={chosenRange.value} />
          </Suspense>
        </ErrorBoundary>
      )}
    </div>
  )
}
