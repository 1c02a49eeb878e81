import { useQuery } from '@tanstack/react-query'
import { pounds, shortDate } from '#islands/admin/shared/format.ts'
import { statsQuery } from '#islands/admin/shared/server-data.ts'

/** SVG units. */
const [WIDTH, HEIGHT] = [320, 120]
/** SVG units: keeps a week without revenue visible. */
const MIN_BAR_HEIGHT = 1

interface Week {
  monday: string
  revenue: string
}

/** Weekly revenue as a chart and as a table; a sentence if no week has any. */
export function Revenue() {
  const { data } = useQuery(statsQuery)
  if (!data) return null
  const { weeks } = data
  const hasRevenue = weeks.some(({ revenue }) => Number(revenue) > 0)
  return (
    <section aria-labelledby="revenue-heading">
      <h2 id="revenue-heading">Revenue by week</h2>
      {hasRevenue ? (
        <Chart weeks={weeks} />
      ) : (
        <p className="mt-2 text-soft">{`No revenue in the last ${weeks.length} weeks.`}</p>
      )}
      {weeks.some(({ revenue }) => Number(revenue) !== 0) && <Table weeks={weeks} />}
    </section>
  )
}

function Table({ weeks }: { weeks: Week[] }) {
  return (
    <details className="mt-3">
      <summary className="text-small">Show as a table</summary>
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">Week from</th>
            <th scope="col">Revenue</th>
          </tr>
        </thead>
        <tbody>
          {weeks.toReversed().map(({ monday, revenue }) => (
            <tr key={monday}>
              <td>{shortDate(monday)}</td>
              <td translate="no">{pounds(revenue)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

function Chart({ weeks }: { weeks: Week[] }) {
  const values = weeks.map(({ revenue }) => Math.max(0, Number(revenue)))
  const highest = Math.max(...values)
  const step = WIDTH / weeks.length
  return (
    <figure className="mt-4">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="chart" role="img" aria-labelledby="revenue-caption">
        {values.map((value, index) => {
          const height = Math.max(MIN_BAR_HEIGHT, (value / highest) * HEIGHT)
          return (
            <rect
              key={weeks[index]?.monday}
              className={index === weeks.length - 1 ? 'chart-now' : undefined}
              x={index * step + step * 0.15}
              y={HEIGHT - height}
              width={step * 0.7}
              height={height}
            />
          )
        })}
      </svg>
      <figcaption id="revenue-caption" className="mt-2 text-label text-soft tabular-nums">
        <span>{`Last ${weeks.length} weeks. Best week: `}</span>
        <span translate="no">{pounds(highest.toFixed(2))}</span>
      </figcaption>
    </figure>
  )
}
