import { signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { useQuery } from '@tanstack/react-query'
import type { Reply } from '#contract/endpoint.ts'
import { statRanges, type adminStatsEndpoint, type StatRange } from '#contract/reports.ts'
import { longDate, pounds } from '#islands/admin/shared/format.ts'
import { PartStatus } from '#islands/admin/shared/PartStatus.tsx'
import { statsQuery } from '#islands/admin/shared/server-data.ts'
import { useLostFocus } from '#islands/admin/shared/use-lost-focus.ts'
import { ExactText } from '#ui/ExactText.tsx'

const PLACEHOLDER = '–'

type Stats = Reply<typeof adminStatsEndpoint>

const RANGES: Record<StatRange, string> = {
  week: '7 days',
  month: 'This month',
  quarter: '12 weeks',
  year: 'This year',
  all: 'All time',
}

/** The period of figures and revenue chart. Kept while another tab is open. */
export const chosenRange = signal<StatRange>('quarter')

/** The totals, and what was sold in a range of days. */
export function Figures() {
  const query = useQuery(statsQuery)
  const figures = query.data
  const place = useLostFocus<HTMLElement>(figures)
  return (
    <section ref={place} tabIndex={-1} aria-label="Figures" aria-busy={query.isPending}>
      <dl className="stat-cards">
        <Figure
          label="Total Revenue"
          value={figures && pounds(figures.totalRevenue)}
          lines={figures && [trendOf(figures.revenueTrend, NO_SALES)]}
        />
        <Figure
          label="Active Vouchers"
          value={figures && String(figures.activeVouchers)}
          lines={
            figures && [
              `${pounds(figures.voucherValue)} total value`,
              trendOf(figures.activeVouchersTrend, 'no vouchers at the end of last month'),
            ]
          }
        />
        <Figure
          label="Products Sold"
          value={figures && String(figures.productsSold)}
          lines={figures && [trendOf(figures.productsTrend, NO_SALES)]}
        />
        <Figure
          label="New Customers"
          value={figures && String(figures.newCustomers)}
          lines={figures && [trendOf(figures.customersTrend, 'no new customers by this day last month')]}
        />
      </dl>
      <SalesOfRange ranges={figures?.ranges} />
      <PartStatus query={query} what="figures" />
    </section>
  )
}

interface FigureProps {
  label: string
  value: string | undefined
  lines: string[] | undefined
}

function Figure({ label, value, lines }: FigureProps) {
  return (
    <div>
      <dt className="text-label">{label}</dt>
      <dd className="stat-figure tabular-nums">
        <ExactText>{value ?? PLACEHOLDER}</ExactText>
      </dd>
      {lines?.map((line) => (
        <dd key={line} className="text-small text-soft tabular-nums">
          <ExactText>{line}</ExactText>
        </dd>
      ))}
    </div>
  )
}

/** Also while refunds exceed the sales up to that day. */
const NO_SALES = 'nothing sold by this day last month'

/** Formats "+20.1% from last month", with a true minus; returns `none` if there is nothing to compare with. */
function trendOf(percent: number | null, none: string): string {
  if (percent === null) return none
  return `${percent < 0 ? '−' : '+'}${Math.abs(percent).toFixed(1)}% from last month`
}

function SalesOfRange({ ranges }: { ranges: Stats['ranges'] | undefined }) {
  useSignals()
  const sales = ranges?.[chosenRange.value]
  const figures: [label: string, value: string | undefined][] = [
    ['Revenue', sales && pounds(sales.revenue)],
    ['Vouchers sold', sales && String(sales.vouchersSold)],
    ['Products sold', sales && String(sales.productsSold)],
    ['Online purchases', sales && purchasesOf(sales)],
  ]
  return (
    <div className="range-figures">
      <div className="range-choice">
        <p className="text-small text-soft" aria-live="polite">
          {sales && `Since ${longDate(sales.since)}`}
        </p>
        <fieldset className="segments">
          <legend className="sr-only">Period for these figures</legend>
          {statRanges.map((range) => (
            <label key={range}>
              <input
                type="radio"
                name="range"
                checked={chosenRange.value === range}
                onChange={() => (chosenRange.value = range)}
              />
              <span>{RANGES[range]}</span>
            </label>
          ))}
        </fieldset>
      </div>
      <dl>
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt className="text-label">{label}</dt>
            <dd className="tabular-nums">
              <ExactText>{value ?? PLACEHOLDER}</ExactText>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function purchasesOf({ purchasesBegun: begun, purchasesPaid: paid }: Stats['ranges'][StatRange]): string {
  return begun === 0 ? 'None started' : `${begun} started, ${paid} paid`
}
