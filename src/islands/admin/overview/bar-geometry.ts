import { scaleBand, scaleLinear } from 'd3-scale'
import { line, stack, stackOffsetDiverging } from 'd3-shape'

/** A bar's parts from the bottom, and what a line marks beside it; in pounds. Refunds make a part negative. */
export interface BarValues {
  parts: readonly number[]
  mark: number | null
}

/** A rectangle in percent of the chart. */
interface Box {
  x: number
  y: number
  width: number
  height: number
}

export interface BarGeometry {
  /** The whole width that belongs to each bar, in percent, and the parts of the bar; one without a value has no height. */
  bands: { x: number; width: number; center: number; parts: Box[] }[]
  /** Amounts on the axis in pounds, and their distance from the top in percent. The last one is the highest. */
  ticks: { pounds: number; y: number }[]
  /** The path of the line in a square of 100 units; undefined if no bar has a mark. */
  markPath: string | undefined
}

/** Fewer bars than these leave the right of the chart empty, so that a single one is no wall. */
const SLOTS_MIN = 6
const TICKS = 3
const [PADDING_INNER, PADDING_OUTER] = [0.3, 0.15]

export function layOutBars(bars: readonly BarValues[]): BarGeometry {
  const slots = Math.max(bars.length, SLOTS_MIN)
  const x = scaleBand<number>()
    .domain(Array.from({ length: slots }, (_, index) => index))
    .range([0, 100])
    .paddingInner(PADDING_INNER)
    .paddingOuter(PADDING_OUTER)
  const layers = stack<BarValues, number>()
    .keys(bars[0]?.parts.keys() ?? [])
    .value(({ parts }, index) => parts[index]!)
    .offset(stackOffsetDiverging)(bars)
  const ends = [0, ...layers.flat(2), ...bars.map(({ mark }) => mark ?? 0)]
  const [lowest, highest] = [Math.min(...ends), Math.max(...ends)]
  const ticks = scaleLinear().domain([lowest, highest]).ticks(TICKS)
  // Rounded up, but not down: small refunds would leave much of the chart empty.
  if (ticks.at(-1)! < highest) ticks.push(2 * ticks.at(-1)! - ticks.at(-2)!)
  const y = scaleLinear()
    .domain([lowest, ticks.at(-1)!])
    .range([100, 0])
  const bands = bars.map((_, index) => {
    const start = x(index)!
    const width = x.bandwidth()
    const parts = layers.map((layer) => {
      const [low, high] = layer[index]!
      return { x: start, y: y(high), width, height: y(low) - y(high) }
    })
    const margin = (x.step() - width) / 2
    return { x: start - margin, width: x.step(), center: start + width / 2, parts }
  })
  // A step as wide as its bar's place; two points, so that a single one shows, too.
  const edges = bands.flatMap(({ x, width }, index) =>
    [x, x + width].map((edge) => ({ edge, mark: bars[index]!.mark })),
  )
  const path = line<(typeof edges)[number]>()
    .defined(({ mark }) => mark !== null)
    .x(({ edge }) => edge)
    .y(({ mark }) => y(mark!))
  return {
    bands,
    ticks: ticks.map((pounds) => ({ pounds, y: y(pounds) })),
    markPath: path(edges) ?? undefined,
  }
}

/** Labels on a chart, at most. */
const LABELS = { middle: 4, wide: 13 }

/**
 * Returns how wide a chart has to be to name the bar at `index`; undefined if none names it. Labels are evenly apart,
 * counted from the last bar: at most two on a narrow chart.
 */
export function labelWidth(index: number, count: number): 'narrow' | 'middle' | 'wide' | undefined {
  const distance = count - 1 - index
  const wide = Math.ceil(count / LABELS.wide)
  const middle = wide * Math.ceil(count / wide / LABELS.middle)
  if (distance % (2 * middle) === 0) return 'narrow'
  if (distance % middle === 0) return 'middle'
  return distance % wide === 0 ? 'wide' : undefined
}
