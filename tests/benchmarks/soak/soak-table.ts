import { rounded } from '../median.ts'
import { table } from '../table.ts'
import { target, type Target } from '../target.ts'
import type { SoakFigures } from './soak.ts'

const FLAT = 1.1

export function soakTargets(figures: SoakFigures): Target[] {
  const { purchases, memory, paidForNothing, brokenInvariants } = figures
  const [first, last] = [memory[0]!, memory.at(-1)!]
  const grown = Math.round((last.heapBytes / first.heapBytes) * 100) / 100
  const what = `${purchases} purchases with faults`
  return [
    target(`${what}: heap at the end over that after ${first.purchases}`, grown, FLAT, '×'),
    target(`${what}: paid, and neither voucher nor order`, paidForNothing, 0, ''),
    target(`${what}: invariants that do not hold`, brokenInvariants, 0, ''),
  ]
}

const MEGABYTE = 1_000_000

export function soakTable({ memory, paid, givenUp, purchases, seconds }: SoakFigures): string {
  const rows = memory.map((each) => [
    each.purchases,
    rounded(each.heapBytes / MEGABYTE),
    rounded(each.rssBytes / MEGABYTE),
  ])
  return [
    table(['purchases', 'heap MB', 'resident MB'], rows),
    `Of the process of the functions alone, after collecting garbage. One purchase in twenty met a fault of the database, Stripe or mail; ${paid} of ${purchases} were paid, ${givenUp} buyers gave up after five tries. ${Math.round(purchases / seconds)} a second.`,
  ].join('\n')
}
