import { median } from '../median.ts'
import { table } from '../table.ts'
import { target, type Target } from '../target.ts'
import type { PurchaseFigures } from './purchases.ts'

const EXPECTED = new Set(['bought', 'sold_out'])

export function purchaseTargets(figures: PurchaseFigures): Target[] {
  const { purchases, wanted, inStock, orders, brokenInvariants, startedWithin } = figures
  const others = purchases.filter(({ outcome }) => !EXPECTED.has(outcome))
  return [
    target(`${wanted} purchases: started within`, Math.round(startedWithin), 60, 's'),
    target(`${wanted} purchases: errors other than sold out`, others.length, 0, ''),
    target(
      `${wanted} purchases: orders more or less than there were in stock`,
      Math.abs(orders - Math.min(wanted, inStock)),
      0,
      '',
    ),
    target(`${wanted} purchases: invariants that do not hold`, brokenInvariants, 0, ''),
  ]
}

export function purchaseTable(figures: PurchaseFigures): string {
  const { purchases, inStock, doneWithin } = figures
  const outcomes = Map.groupBy(purchases, ({ outcome }) => outcome)
  const counted = [...outcomes].map(([outcome, all]) => [outcome, all.length])
  const bought = purchases.filter(({ orderMs }) => orderMs !== undefined)
  const rows = [
    latencies(
      'start: form to client secret',
      purchases.map(({ startMs }) => startMs),
    ),
    latencies(
      'claim: paid to order',
      bought.map(({ orderMs = 0 }) => orderMs),
    ),
  ]
  return [
    table(['outcome', 'purchases'], counted),
    table(['waited, ms', 'p50', 'p95', 'p99'], rows),
    `${inStock} were in stock; the last answer came after ${Math.round(doneWithin)} s.`,
  ].join('\n\n')
}

const latencies = (what: string, ms: number[]) => [
  what,
  ...[0.5, 0.95, 0.99].map((share) => Math.round(median(ms, share))),
]
