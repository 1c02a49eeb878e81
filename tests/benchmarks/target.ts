import { formatTable } from '#tests/benchmarks/report.ts'
import { judgeSize, type SizeResult } from '#tests/harness/size-limit.ts'

export interface BenchmarkTarget {
  name: string
  value: number
  limit: number
  unit: string
  result: SizeResult
}

export function target(name: string, value: number, limit: number, unit: string): BenchmarkTarget {
  const ofOthers = value <= limit ? 'met' : 'missed'
  return { name, value, limit, unit, result: unit === 'KB' ? judgeSize(value, limit) : ofOthers }
}

export function targetTable(targets: BenchmarkTarget[]): string {
  const rows = targets.map(({ name, value, limit, unit, result }) => [
    name,
    `${value} ${unit}`,
    `≤ ${limit} ${unit}`,
    result === 'missed' ? 'MISSED' : result,
  ])
  return formatTable(['target', 'measured', 'limit', ''], rows)
}
