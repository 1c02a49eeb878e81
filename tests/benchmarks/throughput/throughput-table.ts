import { table } from '../table.ts'
import { MARGIN, target, type Target } from '../target.ts'
import type { ThroughputFigures } from './throughput.ts'

/** How often the rival answers while we answer once: a ratio, because the machine has its say in both. */
export function throughputTargets({ ours, rival }: ThroughputFigures): Target[] {
  const ratio = Math.round((rival.perSecond / ours.perSecond) * 100) / 100
  return [target('products: answers of Express + drizzle to one of ours', ratio, 1, '×', MARGIN)]
}

export function throughputTable({ ours, rival }: ThroughputFigures): string {
  const rows = [
    ['our handler on node:http', ours.perSecond, ours.cpuMsEach],
    ['Express + drizzle', rival.perSecond, rival.cpuMsEach],
  ]
  return `${table(['GET /api/products', 'answers/s', 'its own CPU ms each'], rows)}\nMedians of 5 rounds in turn, 16 callers, the same database behind the same driver.`
}
