import { useQuery } from '@tanstack/react-query'
import type { Accounts } from '#contract/accounts/accounts.ts'
import type { Period } from '#contract/accounts/period.ts'
import { accountsQuery } from '#islands/admin/accounts/accounts-queries.ts'
import { BarChart, type ChartBar } from '#islands/admin/overview/BarChart.tsx'
import { monthAndYear, monthName } from '#islands/admin/shared/format.ts'

const barOf = (since: string, amounts: string[]): ChartBar => ({
  id: since,
  label: monthName(since, 'short'),
  name: monthAndYear(since),
  amounts,
})

const isZero = ({ amounts }: ChartBar) => amounts.every((amount) => Number(amount) === 0)

/** The twelve months until the last day's. */
export function AccountCharts({ period }: { period: Period }) {
  const { data } = useQuery(accountsQuery(period))
  return data && <ChartsOf key={data.to} months={data.months} />
}

function ChartsOf({ months }: Pick<Accounts, 'months'>) {
  const income = months.map(({ since, vouchers, goods }) => barOf(since, [vouchers, goods]))
  const owed = months.map(({ since, owed }) => barOf(since, [owed]))
  return (
    <div className="charts">
      <section aria-labelledby="income-heading">
        <h2 id="income-heading">Income by month, before card fees</h2>
        {income.every(isZero) ? (
          <p className="mt-2 text-soft">No income in these twelve months.</p>
        ) : (
          <BarChart
            unit="Month"
            parts={[
              { label: 'Vouchers', look: 'solid' },
              { label: 'Goods', look: 'ruled' },
            ]}
            bars={income}
          />
        )}
      </section>
      <section aria-labelledby="owed-heading">
        <h2 id="owed-heading">Owed in vouchers at the end of each month</h2>
        {owed.every(isZero) ? (
          <p className="mt-2 text-soft">Nothing was owed in these twelve months.</p>
        ) : (
          <BarChart unit="Month" parts={[{ label: 'Owed', look: 'solid' }]} bars={owed} />
        )}
      </section>
    </div>
  )
}
