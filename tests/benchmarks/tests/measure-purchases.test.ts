import { expect, it } from 'vitest'
import type { PurchaseResult } from '#tests/benchmarks/purchases/buy.ts'
import { purchaseTable, purchaseTargets } from '#tests/benchmarks/purchases/measure-purchases.ts'
import { throughputTargets } from '#tests/benchmarks/throughput/measure-throughput.ts'

const bought = (orderMs: number): PurchaseResult => ({ outcome: 'bought', startMs: 10, orderMs })
const figures = {
  wanted: 3,
  inStock: 2,
  purchases: [bought(20), bought(40), { outcome: 'sold_out', startMs: 30 }],
  startedWithin: 58,
  doneWithin: 59,
  orders: 2,
  brokenInvariants: 0,
}
const met = (changes: object) => purchaseTargets({ ...figures, ...changes }).map(({ met }) => met)

it('a purchase ends in an order or as sold out', () => {
  expect(met({})).toEqual([true, true, true, true])
  const refused = { outcome: 'internal', startMs: 5 }
  expect(met({ purchases: [bought(20), bought(40), refused] })).toEqual([true, false, true, true])
  expect(met({ startedWithin: 61 })).toEqual([false, true, true, true])
  expect(met({ orders: 3 })).toEqual([true, true, false, true])
  expect(met({ brokenInvariants: 1 })).toEqual([true, true, true, false])
})

it('waiting times are reported as p50, p95 and p99', () => {
  expect(purchaseTable(figures)).toMatch(/start: form to client secret +10 +28 +30\n/)
  expect(purchaseTable(figures)).toMatch(/claim: paid to order +30 +39 +40\n/)
})

it('throughputTargets allow the baseline as many responses as ours, plus the margin', () => {
  const met = (perSecond: number) =>
    throughputTargets({
      ours: { perSecond: 1000, cpuMsEach: 1 },
      baseline: { perSecond, cpuMsEach: 1 },
    }).map(({ met }) => met)
  expect([met(1000), met(1200), met(1210)]).toEqual([[true], [true], [false]])
})
