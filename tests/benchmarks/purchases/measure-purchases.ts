import { readFile, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import type { StackInfo } from '#local/local-routes.ts'
import type { BenchmarkBuild } from '#tests/benchmarks/build.ts'
import { fillProducts, PRODUCT_COUNT } from '#tests/benchmarks/fill-products.ts'
import { median } from '#tests/benchmarks/median.ts'
import { buyAsBrowser, type ProductToBuy, type PurchaseResult } from '#tests/benchmarks/purchases/buy.ts'
import { formatTable } from '#tests/benchmarks/report.ts'
import { target, type BenchmarkTarget } from '#tests/benchmarks/target.ts'
import { startChild } from '#tests/harness/child-process.ts'
import { scratchFolder } from '#tests/harness/scratch-postgres.ts'

const INVARIANTS = resolve(import.meta.dirname, '../../harness/invariants.sql')
/** Purchases start evenly within this time, a little under a minute (ms). */
const WITHIN_MS = 58_000
/** Stock as a share of the purchases. */
const SHARE_IN_STOCK = 0.9

interface PurchaseFigures {
  wanted: number
  inStock: number
  purchases: PurchaseResult[]
  /** Seconds from the first request to the last, and to the last response. */
  startedWithin: number
  doneWithin: number
  orders: number
  brokenInvariants: number
}

/** Buys `wanted` products within a minute from the whole local stack, which has too few of them. */
export async function measurePurchases(built: BenchmarkBuild, wanted: number): Promise<PurchaseFigures> {
  // In memory, because the disk is not measured.
  const dir = scratchFolder()
  await using cleared = new AsyncDisposableStack()
  cleared.defer(() => rm(dir, { recursive: true, force: true, maxRetries: 5 }))
  const runs = join(import.meta.dirname, 'run-stack.ts')
  const { ready: stack } = cleared.use(
    await startChild<StackInfo, void>(runs, [built.site, built.functions, dir]),
  )
  const each = Math.ceil((wanted * SHARE_IN_STOCK) / PRODUCT_COUNT)
  const products = await fillProducts(stack.databaseUrl, each)
  const run = await buyAll(stack, products, wanted)
  return { wanted, inStock: each * PRODUCT_COUNT, ...run, ...(await readBooks(stack.databaseUrl)) }
}

async function buyAll(stack: StackInfo, products: ProductToBuy[], wanted: number) {
  const began = performance.now()
  const since = () => (performance.now() - began) / 1000
  const running: Promise<PurchaseResult>[] = []
  for (let buyer = 0; buyer < wanted; buyer++) {
    await pause(Math.max(0, (buyer / wanted) * WITHIN_MS - since() * 1000))
    running.push(buyAsBrowser(stack, products[buyer % products.length]!, buyer).catch(toFailedPurchase))
  }
  const startedWithin = since()
  const purchases = await Promise.all(running)
  return { purchases, startedWithin, doneWithin: since() }
}

const toFailedPurchase = (error: unknown): PurchaseResult => ({ outcome: String(error), startMs: 0 })

async function readBooks(databaseUrl: string) {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows: broken } = await client.query(await readFile(INVARIANTS, 'utf8'))
    const { rows } = await client.query<{ orders: number }>('select count(*)::int as orders from orders')
    return { orders: rows[0]?.orders ?? 0, brokenInvariants: broken.length }
  } finally {
    await client.end()
  }
}

const EXPECTED = new Set(['bought', 'sold_out'])

export function purchaseTargets(figures: PurchaseFigures): BenchmarkTarget[] {
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
    formatTable(['outcome', 'purchases'], counted),
    formatTable(['waited, ms', 'p50', 'p95', 'p99'], rows),
    `${inStock} were in stock; the last answer came after ${Math.round(doneWithin)} s.`,
  ].join('\n\n')
}

const latencies = (what: string, ms: number[]) => [
  what,
  ...[0.5, 0.95, 0.99].map((share) => Math.round(median(ms, share))),
]
