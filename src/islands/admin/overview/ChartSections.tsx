import type { Reply } from '#contract/base/endpoint.ts'
import { formatPounds, parsePence } from '#contract/base/money.ts'
import { EXPIRING_DAYS } from '#contract/base/statuses.ts'
import { withCommas } from '#contract/base/text.ts'
import type { adminStatsEndpoint, chartsEndpoint, chartSteps, StatRange } from '#contract/reports/reports.ts'
import { BarChart, type ChartBar } from '#islands/admin/overview/BarChart.tsx'
import { monthAndYear, monthName, pounds, shortDate } from '#islands/admin/shared/format.ts'
import { ExactText } from '#ui/ExactText.tsx'

type Charts = Reply<typeof chartsEndpoint>
type Step = (typeof chartSteps)[number]

const PARTS = [
  { label: 'Vouchers', look: 'solid' },
  { label: 'Shop', look: 'ruled' },
] as const

/** Revenue in the chosen range, and what is left on vouchers. */
export function ChartSections({
  charts: { revenue, liability },
  figures,
  range,
}: {
  charts: Charts
  figures: Pick<Reply<typeof adminStatsEndpoint>, 'activeVouchers' | 'voucherValue'>
  range: StatRange
}) {
  return (
    <>
      <Revenue key={range} {...revenue[range]} />
      <Liability
        {...liability}
        sold={soldVouchers(revenue.month)}
        vouchers={figures.activeVouchers}
        value={figures.voucherValue}
      />
    </>
  )
}

function Revenue({ step, bars }: Charts['revenue'][StatRange]) {
  const isEmpty = bars.every(({ vouchers, shop, yearBefore }) =>
    [vouchers, shop, yearBefore ?? 0].every((amount) => Number(amount) === 0),
  )
  return (
    <section aria-labelledby="revenue-heading">
      <h2 id="revenue-heading">{`Revenue by ${step}`}</h2>
      {isEmpty ? (
        <p className="mt-2 text-soft">No revenue in this period.</p>
      ) : (
        <BarChart
          unit={STEPS[step].unit}
          parts={[...PARTS]}
          markLabel="A year before"
          bars={bars.map(({ since, vouchers, shop, yearBefore }): ChartBar => ({
            id: since,
            label: STEPS[step].label(since),
            name: STEPS[step].name(since),
            amounts: [vouchers, shop],
            mark: yearBefore,
          }))}
        />
      )}
    </section>
  )
}

/** Returns the vouchers' part of all bars. */
const soldVouchers = ({ bars }: Charts['revenue'][StatRange]): string =>
  formatPounds(bars.reduce((sum, { vouchers }) => sum + (parsePence(vouchers) ?? 0), 0))

const MONTHS_THAT_END_SOON = 2

interface LiabilityProps extends Readonly<Charts['liability']> {
  /** Active vouchers, and what is left on them. */
  vouchers: number
  value: string
  /** Revenue of vouchers this month. */
  sold: string
}

function Liability({ months, later, expiring, redeemed, sold, vouchers, value }: LiabilityProps) {
  const bars: ChartBar[] = [
    ...months.map(({ since, balance }, index): ChartBar => ({
      id: since,
      label: STEPS.month.label(since),
      name: `Expiring in ${STEPS.month.name(since)}`,
      amounts: [balance],
      look: index < MONTHS_THAT_END_SOON ? 'waiting' : 'solid',
    })),
    { id: 'later', label: 'Later', name: 'Expiring later', amounts: [later] },
  ]
  return (
    <section aria-labelledby="liability-heading">
      <h2 id="liability-heading">Unused voucher balances</h2>
      {bars.every(({ amounts }) => Number(amounts[0]) === 0) ? (
        <p className="mt-2 text-soft">No voucher has an unused balance.</p>
      ) : (
        <>
          <BarChart
            unit="Month"
            parts={[{ label: 'Balance', look: 'solid' }]}
            bars={bars}
            summary={{
              name: `On ${withCommas(vouchers)} active ${vouchers === 1 ? 'voucher' : 'vouchers'}`,
              amount: value,
            }}
          >
            <p className="block font-[560] text-ink">
              <ExactText>
                {Number(expiring) === 0
                  ? `No balance ends in the next ${EXPIRING_DAYS} days.`
                  : `${pounds(expiring)} ends in the next ${EXPIRING_DAYS} days.`}
              </ExactText>
            </p>
          </BarChart>
          <p className="text-small text-soft tabular-nums">
            <ExactText>{`${pounds(sold)} of vouchers sold this month, after refunds, and ${pounds(redeemed)} redeemed.`}</ExactText>
          </p>
        </>
      )}
    </section>
  )
}

const inUtc = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options })
  return (day: string) => format.format(new Date(day))
}
const weekday = inUtc({ weekday: 'short' })
const longWeekday = inUtc({ weekday: 'long', day: 'numeric', month: 'long' })
const dayAndMonth = inUtc({ day: 'numeric', month: 'short' })
const year = inUtc({ year: 'numeric' })

const STEPS: Record<
  Step,
  { unit: string; label: (since: string) => string; name: (since: string) => string }
> = {
  day: { unit: 'Day', label: weekday, name: longWeekday },
  week: { unit: 'Week', label: dayAndMonth, name: (since) => `Week from ${shortDate(since)}` },
  month: { unit: 'Month', label: (since) => monthName(since, 'short'), name: monthAndYear },
  year: { unit: 'Year', label: year, name: year },
}
