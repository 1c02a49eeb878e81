import { table } from './report.ts'

/** A machine that is busy with something else is slower by about this much: the median may be over by it. */
export const MARGIN = 0.2

export interface Target {
  name: string
  value: number
  limit: number
  unit: string
  /** How far over the limit still counts as met, because the measure itself is not steady. */
  margin: number
  met: boolean
}

export function target(name: string, value: number, limit: number, unit: string, margin = 0): Target {
  return { name, value, limit, unit, margin, met: value <= limit * (1 + margin) }
}

export function targetTable(targets: Target[]): string {
  const rows = targets.map((each) => [
    each.name,
    `${each.value} ${each.unit}`,
    `≤ ${each.limit} ${each.unit}`,
    each.margin ? `+${each.margin * 100} % for the machine` : '',
    verdict(each),
  ])
  return table(['target', 'measured', 'limit', 'margin', ''], rows)
}

function verdict({ value, limit, met }: Target): string {
  if (!met) return 'MISSED'
  return value > limit ? 'missed, within the margin' : 'met'
}

/** What a run of the bench has to say: to people in tables, to programs in figures. */
export interface Measured {
  targets: Target[]
  tables: string[]
  figures: Record<string, unknown>
}
