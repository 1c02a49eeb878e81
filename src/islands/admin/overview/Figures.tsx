import { signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { useQuery } from '@tanstack/react-query'
import type { Reply } from '#contract/base/endpoint.ts'
import { statRanges, type adminStatsEndpoint, type StatRange } from '#contract/reports/reports.ts'
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
export const chosenRange = signal<StatRange>('month')

/** The totals, and what was sold in a range of days. */
export function Figures() {
  const query = useQuery(statsQuery)
  const figures = query.data
  const place = useLostFocus<HTMLElement>(figures)
  return (
    <section ref={place} tabIndex={-1} aria-label="Figures" aria-busy={query.isPending}>
      <SalesOfRange ranges={figures?.ranges} />
      <dl className="grid grid-cols-2 gap-4 rounded-b-edge border border-t-0 border-edge px-4 py-2.5 max-[18rem]:grid-cols-1 xl:grid-cols-4">
        <Total
          label="Total Revenue"
          value={figures && pounds(figures.totalRevenue)}
          span="all time"
          lines={
            figures && [
              `${pounds(figures.ranges.month.revenue)} this month`,
              trendOf(figures.revenueTrend, NO_SALES),
            ]
          }
        />
        <Total
          label="Active Vouchers"
          value={figures && String(figures.activeVouchers)}
          span="today"
          lines={
            figures && [
              `${pounds(figures.voucherValue)} total value`,
              trendOf(figures.activeVouchersTrend, 'no vouchers at the end of last month'),
            ]
          }
        />
        <Total
          label="Products Sold"
          value={figures && String(figures.productsSold)}
          span="all time"
          lines={
            figures && [
              `${figures.ranges.month.productsSold} this month`,
              trendOf(figures.productsTrend, NO_SALES),
            ]
          }
        />
        <Total
          label="New Customers"
          value={figures && String(figures.newCustomers)}
          span="this month"
          lines={figures && [trendOf(figures.customersTrend, 'no new customers last month')]}
        />
      </dl>
      <PartStatus query={query} what="figures" />
    </section>
  )
}

interface TotalProps {
  label: string
  value: string | undefined
  /** What the value counts: "all time". */
  span: string
  lines: string[] | undefined
}

function Total({ label, value, span, lines }: TotalProps) {
  return (
    <div className="tabular-nums">
      <dt className="text-label text-soft">{label}</dt>
      <dd>
        <span className="text-body">
          <ExactText>{value ?? PLACEHOLDER}</ExactText>
        </span>{' '}
        <span className="text-label text-soft">{span}</span>
      </dd>
      {lines?.map((line) => (
        <dd key={line} className="text-label text-soft">
          <ExactText>{line}</ExactText>
        </dd>
      ))}
    </div>
  )
}

/** Also while refunds exceed the sales up to that day. */
const NO_SALES = 'no sales last month'

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
    ['Online purchases paid', sales && purchasesOf(sales)],
  ]
  return (
    <div className="rounded-t-edge border border-edge bg-sheet px-4 py-2.5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
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
      <dl className="mt-2 grid grid-cols-2 gap-x-4 gap-y-2 max-[18rem]:grid-cols-1 xl:grid-cols-4">
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt className="text-label text-soft">{label}</dt>
            <dd className="font-serif text-[clamp(1.5rem,1.1rem+1.2vw,2.25rem)] leading-tight font-[340] tabular-nums wrap-anywhere">
              <ExactText>{value ?? PLACEHOLDER}</ExactText>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function purchasesOf({ purchasesBegun: begun, purchasesPaid: paid }: Stats['ranges'][StatRange]): string {
  return begun === 0 ? 'None' : `${paid} of ${begun}`
}
