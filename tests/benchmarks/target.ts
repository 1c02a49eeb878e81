import { formatTable } from '#tests/benchmarks/report.ts'

export interface BenchmarkTarget {
  name: string
  value: number
  limit: number
  unit: string
  met: boolean
}

export function target(name: string, value: number, limit: number, unit: string): BenchmarkTarget {
  return { name, value, limit, unit, met: value <= limit }
}

export function targetTable(targets: BenchmarkTarget[]): string {
  const rows = targets.map(({ name, value, limit, unit, met }) => [
    name,
    `${value} ${unit}`,
    `≤ ${limit} ${unit}`,
    met ? 'met' : 'MISSED',
  ])
  return formatTable(['target', 'measured', 'limit', ''], rows)
}
