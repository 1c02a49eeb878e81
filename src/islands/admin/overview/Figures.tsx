import { useQuery } from '@tanstack/react-query'
import { pounds } from '../shared/format.ts'
import { useLostFocus } from '../shared/use-lost-focus.ts'
import { statsQuery } from '../shared/server-data.ts'
import { PartStatus } from './PartStatus.tsx'

const PLACEHOLDER = '–'

export function Figures() {
  const query = useQuery(statsQuery)
  const figures = query.data
  const place = useLostFocus<HTMLElement>(figures)
  return (
    <section ref={place} tabIndex={-1} aria-label="Figures" aria-busy={query.isPending} className="mt-6 mb-9">
      <dl className="stat-cards">
        <Figure
          label="Total Revenue"
          value={figures && pounds(figures.totalRevenue)}
          lines={figures && [trendOf(figures.revenueTrend)]}
        />
        <Figure
          label="Active Vouchers"
          value={figures && String(figures.activeVouchers)}
          lines={
            figures && [
              `${pounds(figures.totalVoucherValue)} total value`,
              trendOf(figures.activeVouchersTrend, '0 at the end of last month'),
            ]
          }
        />
        <Figure
          label="Products Sold"
          value={figures && String(figures.productsSold)}
          lines={figures && [trendOf(figures.productsTrend)]}
        />
        <Figure
          label="New Customers"
          value={figures && String(figures.newCustomers)}
          lines={figures && [trendOf(figures.customersTrend)]}
        />
      </dl>
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
      <dd className="stat-figure tabular-nums">{value ?? PLACEHOLDER}</dd>
      {lines?.map((line) => (
        <dd key={line} className="text-small text-soft tabular-nums">
          {line}
        </dd>
      ))}
    </div>
  )
}

/** "+20.1% from last month", with a true minus. */
function trendOf(percent: number | null, none = 'no sales last month'): string {
  if (percent === null) return none
  return `${percent < 0 ? '−' : '+'}${Math.abs(percent).toFixed(1)}% from last month`
}
