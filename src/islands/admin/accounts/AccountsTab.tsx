import { useSignals } from '@preact/signals-react/runtime'
import { londonDay } from '#contract/base/send-date.ts'
import { AccountCharts } from '#islands/admin/accounts/AccountCharts.tsx'
import { AccountsSheet } from '#islands/admin/accounts/AccountsSheet.tsx'
import { readAccountsId, type ChosenPeriod } from '#islands/admin/accounts/chosen-period.ts'
import { FigureLines } from '#islands/admin/accounts/FigureLines.tsx'
import { PackDownload } from '#islands/admin/accounts/PackDownload.tsx'
import { PeriodChooser } from '#islands/admin/accounts/PeriodChooser.tsx'
import { route } from '#islands/admin/router.ts'
import { PageHeader } from '#islands/admin/shared/PageHeader.tsx'
import { serverNow } from '#lib/server-time.ts'

/** What was earned in a period and what is owed in vouchers at its end. Its address has the period. */
export function AccountsTab() {
  useSignals()
  const today = londonDay(serverNow())
  const { period, figure, isFree } = readAccountsId(route.value.id, today)
  if (!figure) return <AccountsOf period={period} today={today} />
  return <FigureLines key={route.value.id} {...{ period, figure, today }} isFree={isFree === true} />
}

function AccountsOf({ period, today }: { period: ChosenPeriod; today: string }) {
  return (
    <>
      <PageHeader title="Accounts" canRefresh />
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-8 xl:grid-cols-[minmax(0,1fr)_28rem]">
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-6">
          <PeriodChooser period={period} today={today} />
          <AccountsSheet period={period} today={today} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-10">
          <PackDownload key={period.name} period={period} today={today} />
          <AccountCharts period={period} />
        </div>
      </div>
    </>
  )
}
