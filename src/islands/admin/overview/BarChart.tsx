import { useId, useState, type PointerEvent, type ReactNode } from 'react'
import { formatPounds, parsePence } from '#contract/base/money.ts'
import { labelWidth, layOutBars, type BarGeometry } from '#islands/admin/overview/bar-geometry.ts'
import { pounds } from '#islands/admin/shared/format.ts'

/** Looks of a part: solid, ruled, or in the colour of what waits. */
type Look = 'solid' | 'ruled' | 'waiting'

export interface ChartBar {
  id: string
  /** "23 Nov", below the bar. */
  label: string
  /** "Week from 23 Nov 2026" */
  name: string
  /** Amounts of the API, one for each of `parts`. */
  amounts: string[]
  /** What the line shows; null where there is nothing to compare with. */
  mark?: string | null
  look?: Look
}

interface Props {
  /** What a bar is, such as "Week". */
  unit: string
  /** From the bottom. */
  parts: { label: string; look: Look }[]
  /** Names the line. */
  markLabel?: string | undefined
  bars: ChartBar[]
  /** Is read until a bar is chosen. Without one, the last bar is. */
  summary?: { name: string; amount: string }
  /** Below what is read. */
  children?: ReactNode
}

/** A bar chart. Its amounts are read by pointing, by touch or with the arrow keys, and in a table. */
export function BarChart({ unit, parts, markLabel, bars, summary, children }: Props) {
  const ruling = useId()
  const [chosen, setChosen] = useState<number>()
  const geometry = layOutBars(
    bars.map(({ amounts, mark }) => ({ parts: amounts.map(Number), mark: mark ? Number(mark) : null })),
  )
  const hasMarks = geometry.markPath !== undefined
  const pointed = Math.min(chosen ?? (summary ? 0 : Infinity), bars.length - 1)
  const bar = bars[pointed]!
  const isSummary = summary !== undefined && chosen === undefined
  const { name, amount } = isSummary ? summary : { name: bar.name, amount: totalOf(bar) }
  const readings = [
    ...parts.map(({ label, look }, index) => ({ label, look, amount: pounds(bar.amounts[index]!) })),
    ...(hasMarks && markLabel ? [{ label: markLabel, look: 'line' as const, amount: markOf(bar) }] : []),
  ]
  function point({ clientX, currentTarget }: PointerEvent) {
    const { left, width } = currentTarget.getBoundingClientRect()
    const at = ((clientX - left) / width) * 100
    const index = geometry.bands.findIndex(({ x, width }) => at < x + width)
    setChosen(index === -1 ? bars.length - 1 : index)
  }
  return (
    <>
      <div className="chart-reading tabular-nums">
        <p>
          <span>{name}</span>
          <strong translate="no">{pounds(amount)}</strong>
        </p>
        {readings.length > 1 && (
          <dl>
            {readings.map(({ label, look, amount }) => (
              <div key={label}>
                <dt>
                  <Swatch look={look} ruling={ruling} />
                  <span>{label}</span>
                </dt>
                <dd translate="no">{amount}</dd>
              </div>
            ))}
          </dl>
        )}
        {children}
      </div>
      {/* A translator would put HTML into the drawing. */}
      <div className="chart" translate="no">
        <Axis ticks={geometry.ticks} />
        <div className="chart-plot" onPointerDown={point} onPointerMove={point}>
          <Drawing {...{ geometry, parts, bars, ruling }} pointed={isSummary ? undefined : pointed} />
          <input
            type="range"
            min="0"
            max={bars.length - 1}
            value={pointed}
            aria-label={unit}
            aria-valuetext={[
              `${name}: ${pounds(amount)}`,
              ...(readings.length > 1
                ? readings.map(({ label, amount }) => `${label.toLowerCase()} ${amount}`)
                : []),
            ].join(', ')}
            onChange={({ target }) => setChosen(Number(target.value))}
          />
        </div>
        <Labels bands={geometry.bands} labels={bars.map(({ label }) => label)} />
      </div>
      <Table {...{ unit, parts, bars }} markLabel={hasMarks ? markLabel : undefined} />
    </>
  )
}

const totalOf = ({ amounts }: ChartBar): string =>
  formatPounds(amounts.reduce((sum, amount) => sum + parsePence(amount)!, 0))

const markOf = ({ mark }: ChartBar): string => (mark ? pounds(mark) : '–')

/** "£1,200", or "£0.50" between two pounds. */
const onAxis = (amount: number): string => pounds(amount.toFixed(2)).replace(/\.00$/, '')

function Axis({ ticks }: Pick<BarGeometry, 'ticks'>) {
  return (
    <svg className="chart-axis" aria-hidden>
      {ticks.map(({ pounds, y }) => (
        <text key={pounds} x="100%" y={`${y}%`} dy="0.35em" textAnchor="end">
          {onAxis(pounds)}
        </text>
      ))}
    </svg>
  )
}

interface DrawingProps extends Pick<Props, 'parts' | 'bars'> {
  geometry: BarGeometry
  pointed: number | undefined
  /** Id of the pattern. */
  ruling: string
}

/** Lengths are in percent, so that the drawing follows its box while lines and text keep their size. */
function Drawing({ geometry: { bands, ticks, markPath }, parts, bars, pointed, ruling }: DrawingProps) {
  const band = pointed === undefined ? undefined : bands[pointed]
  return (
    <svg className="chart-drawing" aria-hidden>
      <pattern id={ruling} width="4" height="4" patternUnits="userSpaceOnUse">
        <rect className="chart-solid" width="4" height="1.5" />
      </pattern>
      {band && (
        <rect className="chart-pointed" x={`${band.x}%`} y="0" width={`${band.width}%`} height="100%" />
      )}
      {ticks.map(({ pounds, y }) => (
        <line
          key={pounds}
          className={pounds === 0 ? 'chart-zero' : undefined}
          x1="0"
          x2="100%"
          y1={`${y}%`}
          y2={`${y}%`}
        />
      ))}
      {bands.map(({ parts: boxes }, index) =>
        boxes.map(({ x, y, width, height }, part) => {
          const look = bars[index]!.look ?? parts[part]!.look
          return (
            height > 0 && (
              <rect
                key={`${bars[index]!.id} ${parts[part]!.label}`}
                className={`chart-${look}`}
                fill={look === 'ruled' ? `url(#${ruling})` : undefined}
                x={`${x}%`}
                y={`${y}%`}
                width={`${width}%`}
                height={`${height}%`}
              />
            )
          )
        }),
      )}
      {markPath && (
        <svg className="chart-mark" viewBox="0 0 100 100" preserveAspectRatio="none">
          <path className="chart-halo" d={markPath} vectorEffect="non-scaling-stroke" />
          <path className="chart-line" d={markPath} vectorEffect="non-scaling-stroke" />
        </svg>
      )}
    </svg>
  )
}

function Swatch({ look, ruling }: { look: Look | 'line'; ruling: string }) {
  return (
    <svg className="chart-swatch" aria-hidden>
      {look === 'line' ? (
        <line className="chart-line" x1="0" x2="100%" y1="50%" y2="50%" />
      ) : (
        <rect
          className={`chart-${look}`}
          fill={look === 'ruled' ? `url(#${ruling})` : undefined}
          width="100%"
          height="100%"
        />
      )}
    </svg>
  )
}

/** A label that is centred further right than this (percent) would stick out of a narrow chart. */
const LABEL_EDGE = 90

/** Names some bars, so that texts do not touch. */
function Labels({ bands, labels }: Pick<BarGeometry, 'bands'> & { labels: string[] }) {
  return (
    <svg className="chart-labels" aria-hidden>
      {bands.map(({ center }, index) => {
        const width = labelWidth(index, labels.length)
        return (
          width && (
            <text
              key={center}
              className={`chart-label-${width} ${center > LABEL_EDGE ? 'chart-label-edge' : ''}`}
              x={`${center}%`}
              y="1.1em"
              textAnchor="middle"
            >
              {labels[index]}
            </text>
          )
        )
      })}
    </svg>
  )
}

function Table({ unit, parts, markLabel, bars }: Pick<Props, 'unit' | 'parts' | 'markLabel' | 'bars'>) {
  const heads = [...(parts.length > 1 ? parts.map(({ label }) => label) : []), 'Total', markLabel]
  return (
    <details className="mt-3">
      <summary className="text-small">Show as a table</summary>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a small screen scrolls it, by the keyboard too */}
      <div className="chart-table" tabIndex={0} role="group" aria-label="Table">
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">{unit}</th>
              {heads.map(
                (head) =>
                  head && (
                    <th key={head} scope="col">
                      {head}
                    </th>
                  ),
              )}
            </tr>
          </thead>
          <tbody>
            {bars.toReversed().map((bar) => (
              <tr key={bar.id}>
                <th scope="row">{bar.name}</th>
                {parts.length > 1 &&
                  parts.map(({ label }, index) => (
                    <td key={label} translate="no">
                      {pounds(bar.amounts[index]!)}
                    </td>
                  ))}
                <td translate="no">{pounds(totalOf(bar))}</td>
                {markLabel && <td translate="no">{markOf(bar)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}
