import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { median, rounded } from '#tests/benchmarks/median.ts'
import { payWithVisa, postAsBuyer, type Shop } from '#tests/benchmarks/purchases/buy.ts'
import { formatTable } from '#tests/benchmarks/report.ts'
import { BENCH_PUBLISHABLE_KEY, startStandIns, type StandIns } from '#tests/benchmarks/stand-ins.ts'
import { MARGIN, target, type BenchmarkTarget } from '#tests/benchmarks/target.ts'
import { startChild } from '#tests/harness/child-process.ts'
import { order } from '#tests/harness/voucher-buyer.ts'

const CALLERS = 50
/** Purchases by one caller and by all of them, in alternating rounds. */
const [ALONE, TOGETHER, ROUNDS] = [100, 500, 3]

/** Response times (ms) and responses per second. */
interface Pace {
  p50: number
  p95: number
  perSecond: number
}

interface PaymentFigures {
  start: { alone: Pace; together: Pace }
  settle: { alone: Pace; together: Pace }
}

/** Starting and settling payments for vouchers, by one caller and by many at once. */
export async function measurePayments(functions: string): Promise<PaymentFigures> {
  await using standIns = await startStandIns()
  await using server = await serveFunctions(functions, standIns)
  const shop = shopOf(server.ready, standIns)
  await purchases(shop, CALLERS, 2 * CALLERS)
  const rounds: Record<'alone' | 'together', Record<'start' | 'settle', Pace>>[] = []
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push({
      alone: await purchases(shop, 1, ALONE),
      together: await purchases(shop, CALLERS, TOGETHER),
    })
  }
  const middle = (call: 'start' | 'settle') => ({
    alone: middlePace(rounds.map(({ alone }) => alone[call])),
    together: middlePace(rounds.map(({ together }) => together[call])),
  })
  return { start: middle('start'), settle: middle('settle') }
}

const MONEY_PATH = [
  'create-payment-intent',
  'create-product-payment-intent',
  'gift-vouchers',
  'create-order',
  'settle-payments',
]

/** Serves only the functions of the money path, in a child process, with these stand-ins. */
export async function serveFunctions(functions: string, { environment }: StandIns) {
  const folder = join(functions, '..', 'money-path')
  await rm(folder, { recursive: true, force: true })
  for (const name of MONEY_PATH) await cp(join(functions, `${name}.mjs`), join(folder, `${name}.mjs`))
  return await startChild<string, NodeJS.MemoryUsage>(
    join(import.meta.dirname, 'serve-functions.ts'),
    [folder],
    {
      env: { ...process.env, ...environment },
      execArgv: ['--expose-gc'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    },
  )
}

export const shopOf = (site: string, { stripe }: StandIns): Shop => ({
  site,
  stripeApi: stripe.url,
  stripePublishableKey: BENCH_PUBLISHABLE_KEY,
})

async function purchases(shop: Shop, callers: number, count: number) {
  const secrets: string[] = []
  const start = await paced(callers, count, async () => {
    secrets.push(
      required(await postAsBuyer(shop, '/api/create-payment-intent', order(), buyers++), 'clientSecret'),
    )
  })
  await paced(CALLERS, count, async (nth) => {
    if (!(await payWithVisa(shop, secrets[nth]!))) throw new Error('A card was not charged')
  })
  const settle = await paced(callers, count, async (nth) => {
    required(
      await postAsBuyer(shop, '/api/gift-vouchers', { clientSecret: secrets[nth] }, buyers++),
      'voucher',
    )
  })
  return { start, settle }
}

let buyers = 0

function required(answer: Record<string, string>, key: string): string {
  if (answer[key] === undefined) throw new Error(`Answered without ${key}: ${JSON.stringify(answer)}`)
  return answer[key]
}

/** Makes `count` calls by concurrent callers, each starting the next when the last has its response. */
async function paced(callers: number, count: number, call: (nth: number) => Promise<void>): Promise<Pace> {
  const waits: number[] = []
  let next = 0
  const began = performance.now()
  const caller = async () => {
    while (next < count) {
      const asked = performance.now()
      await call(next++)
      waits.push(performance.now() - asked)
    }
  }
  await Promise.all(Array.from({ length: callers }, caller))
  const seconds = (performance.now() - began) / 1000
  return { p50: median(waits), p95: median(waits, 0.95), perSecond: count / seconds }
}

const middlePace = (paces: Pace[]): Pace => ({
  p50: median(paces.map(({ p50 }) => p50)),
  p95: median(paces.map(({ p95 }) => p95)),
  perSecond: median(paces.map(({ perSecond }) => perSecond)),
})

const NAMES = { start: 'create-payment-intent', settle: 'gift-vouchers, the first to settle' }
type Call = keyof typeof NAMES
const CALLS = Object.keys(NAMES) as Call[]

/** Limit of p95 over p50. */
const FAIR = 5

/** Checks that many callers do not block each other: at worst they queue in turn for the machine. */
export function paymentTargets(figures: PaymentFigures): BenchmarkTarget[] {
  return CALLS.flatMap((call) => {
    const { alone, together } = figures[call]
    const rate = hundredths(alone.perSecond / together.perSecond)
    const wait = hundredths(together.p95 / together.p50)
    return [
      target(`${NAMES[call]}: answers a second to one caller over those to ${CALLERS}`, rate, 1, '×', MARGIN),
      target(`${NAMES[call]}: p95 of ${CALLERS} callers over their p50`, wait, FAIR, '×', MARGIN),
    ]
  })
}

export function paymentTable(figures: PaymentFigures): string {
  const rows = CALLS.flatMap((call) => [
    row(`${NAMES[call]}, one caller`, figures[call].alone),
    row(`${NAMES[call]}, ${CALLERS} callers`, figures[call].together),
  ])
  return `${formatTable(['payments of vouchers', 'p50 ms', 'p95 ms', 'a second'], rows)}\nMedians of rounds in turn; the functions in a process of their own, Stripe's stand-in, Postgres and the callers beside it.`
}

const row = (what: string, { p50, p95, perSecond }: Pace) => [
  what,
  rounded(p50),
  rounded(p95),
  rounded(perSecond),
]

const hundredths = (value: number) => Math.round(value * 100) / 100
