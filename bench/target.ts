import { table } from './table.ts'

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
  const rows = targets.map(({ name, value, limit, unit, margin, met }) => [
    name,
    `${value} ${unit}`,
    `≤ ${limit} ${unit}${margin ? ` (+${margin * 100} % for the machine)` : ''}`,
    met ? 'met' : 'NOT MET',
  ])
  return table(['target', 'measured', 'limit', ''], rows)
}
