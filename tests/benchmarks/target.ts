import { formatTable } from '#tests/benchmarks/report.ts'

/** Share by which a median may exceed its limit, because the machine may be busy. */
export const MARGIN = 0.2

export interface BenchmarkTarget {
  name: string
  value: number
  limit: number
  unit: string
  /** Share over the limit that still counts as met, for unsteady measures. */
  margin: number
  met: boolean
}

export function target(
  name: string,
  value: number,
  limit: number,
  unit: string,
  margin = 0,
): BenchmarkTarget {
  return { name, value, limit, unit, margin, met: value <= limit * (1 + margin) }
}

export function targetTable(targets: BenchmarkTarget[]): string {
  const rows = targets.map((each) => [
    each.name,
    `${each.value} ${each.unit}`,
    `≤ ${each.limit} ${each.unit}`,
    each.margin ? `+${each.margin * 100} % for the machine` : '',
    verdict(each),
  ])
  return formatTable(['target', 'measured', 'limit', 'margin', ''], rows)
}

function verdict({ value, limit, met }: BenchmarkTarget): string {
  if (!met) return 'MISSED'
  return value > limit ? 'missed, within the margin' : 'met'
}

/** Results of a run: targets, tables for people, figures for programs. */
export interface Measured {
  targets: BenchmarkTarget[]
  tables: string[]
  figures: Record<string, unknown>
}
