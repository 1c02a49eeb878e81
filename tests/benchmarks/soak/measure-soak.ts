import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { fillProducts } from '#tests/benchmarks/fill-products.ts'
import { rounded } from '#tests/benchmarks/median.ts'
import { serveFunctions, shopOf } from '#tests/benchmarks/payments/measure-payments.ts'
import {
  payWithVisa,
  postAsBuyer,
  productPurchase,
  type ProductToBuy,
  type Shop,
} from '#tests/benchmarks/purchases/buy.ts'
import { formatTable, progress } from '#tests/benchmarks/report.ts'
import { startStandIns, type StandIns } from '#tests/benchmarks/stand-ins.ts'
import { target, type BenchmarkTarget } from '#tests/benchmarks/target.ts'
import { order } from '#tests/harness/voucher-buyer.ts'

const INVARIANTS = resolve(import.meta.dirname, '../../harness/invariants.sql')
const CALLERS = 8
const STOCK = 50_000
/** Memory is measured after each quarter. */
const QUARTERS = 4

interface SoakFigures {
  purchases: number
  /** Of the process of the functions, after each quarter. */
  memory: { purchases: number; heapBytes: number; rssBytes: number }[]
  /** Purchases that the buyer abandoned. Paid ones must be fulfilled anyway. */
  givenUp: number
  paid: number
  paidForNothing: number
  brokenInvariants: number
  seconds: number
}

/** Makes this many purchases with one process of the functions; one in twenty meets a fault. */
export async function measureSoak(functions: string, purchases: number): Promise<SoakFigures> {
  const began = performance.now()
  await using standIns = await startStandIns()
  const products = await fillProducts(standIns.databaseUrl, STOCK)
  await using server = await serveFunctions(functions, standIns)
  const shop = shopOf(server.ready, standIns)
  const memory: SoakFigures['memory'] = []
  let nth = 0
  let givenUp = 0
  const caller = async (until: number) => {
    while (nth < until) {
      const mine = nth++
      await faultFor(standIns, mine)
      if (!(await buyAnything(shop, products, mine))) givenUp += 1
    }
  }
  for (let quarter = 1; quarter <= QUARTERS; quarter++) {
    const until = Math.round((purchases * quarter) / QUARTERS)
    await Promise.all(Array.from({ length: CALLERS }, () => caller(until)))
    progress(`${until} of ${purchases} purchases`)
    const { heapUsed, rss } = await server.ask()
    memory.push({ purchases: until, heapBytes: heapUsed, rssBytes: rss })
  }
  await settleEverything(shop, standIns)
  const seconds = (performance.now() - began) / 1000
  return { purchases, memory, givenUp, seconds, ...(await readBooks(standIns)) }
}

const RUNS_AT_MOST = 20

/** Runs the scheduled job until it finds nothing more to settle. */
async function settleEverything({ site }: Shop, { gateway, mail }: StandIns): Promise<void> {
  gateway.clearFaults()
  mail.control.heal()
  for (let run = 0; run < RUNS_AT_MOST; run++) {
    const answer = await fetch(`${site}/scheduled/settle-payments`, { method: 'POST' })
    if (((await answer.json()) as { done?: number }).done === 0) return
  }
}

async function readBooks({ databaseUrl, stripe }: StandIns) {
  const intents = stripe.state().intents.filter(({ status }) => status === 'succeeded')
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows: broken } = await client.query(await readFile(INVARIANTS, 'utf8'))
    const { rows } = await client.query(
      `select intent from unnest($1::text[]) intent
       where not exists (select from payment where stripe_payment_intent_id = intent and state = 'fulfilled')`,
      [intents.map(({ id }) => id)],
    )
    return { paid: intents.length, paidForNothing: rows.length, brokenInvariants: broken.length }
  } finally {
    await client.end()
  }
}

const MAX_GROWTH = 1.1

export function soakTargets(figures: SoakFigures): BenchmarkTarget[] {
  const { purchases, memory, paidForNothing, brokenInvariants } = figures
  const [first, last] = [memory[0]!, memory.at(-1)!]
  const grown = Math.round((last.heapBytes / first.heapBytes) * 100) / 100
  const what = `${purchases} purchases with faults`
  return [
    target(`${what}: heap at the end over that after ${first.purchases}`, grown, MAX_GROWTH, '×'),
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
    formatTable(['purchases', 'heap MB', 'resident MB'], rows),
    `Of the process of the functions alone, after collecting garbage. One purchase in twenty met a fault of the database, Stripe or email; ${paid} of ${purchases} were paid, ${givenUp} buyers gave up after five tries. ${Math.round(purchases / seconds)} a second.`,
  ].join('\n')
}

/** The faults, injected in turn. */
const FAULTS: ((standIns: StandIns) => unknown)[] = [
  ({ gateway }) => gateway.fault({ times: 1 }),
  ({ gateway }) => gateway.fault({ times: 1, after: true }),
  ({ stripe }) => stripe.control.fault({ match: '*', status: 500 }),
  ({ stripe }) => stripe.control.fault({ match: '*', after: true }),
  ({ mail }) => mail.control.fail({ status: 500, code: 0, times: 1 }),
  ({ mail }) => mail.control.fail({ status: 500, code: 0, times: 1, taken: true }),
]

/** Every n-th purchase meets a fault. */
const EVERY = 20

/** Injects the fault before this purchase, if it is due. */
async function faultFor(standIns: StandIns, nth: number): Promise<void> {
  if (nth % EVERY === 0) await FAULTS[(nth / EVERY) % FAULTS.length]!(standIns)
}

const TRIES = 5
const PAUSE_MS = 100

/** Buys a voucher or a product, with retries. Resolves to whether it succeeded. */
async function buyAnything(shop: Shop, products: ProductToBuy[], nth: number): Promise<boolean> {
  const product = nth % 2 === 0 ? products[nth % products.length] : undefined
  const requestId = randomUUID()
  const started = await withRetries(() =>
    product
      ? postAsBuyer(
          shop,
          '/api/create-product-payment-intent',
          { ...productPurchase(product, nth), requestId },
          nth,
        )
      : postAsBuyer(shop, '/api/create-payment-intent', { ...order(), requestId }, nth),
  )
  const { clientSecret } = started ?? {}
  if (!clientSecret || !(await withRetries(() => paid(shop, clientSecret)))) return false
  const path = product ? '/api/create-order' : '/api/gift-vouchers'
  return (await withRetries(() => postAsBuyer(shop, path, { clientSecret }, nth))) !== undefined
}

async function paid(shop: Shop, clientSecret: string): Promise<{ code?: string }> {
  return (await payWithVisa(shop, clientSecret)) ? {} : { code: 'not_paid' }
}

/** Repeats a request until its response has no error code. */
async function withRetries<Answer extends { code?: string }>(
  ask: () => Promise<Answer>,
): Promise<Answer | undefined> {
  for (let turn = 0; turn < TRIES; turn++) {
    const answer = await ask().catch(() => undefined)
    if (answer && answer.code === undefined) return answer
    await pause(PAUSE_MS)
  }
  return undefined
}
