import type Stripe from 'stripe'
import type { Part } from '#tests/resilience/part.ts'
import { commandFor } from '#tests/resilience/read-plan.ts'
import { decideDispute, maybeDisputeRest, playBank } from '#tests/resilience/simulation/bank.ts'
import { planBusyPeriods, playBusyPeriods, randomDelay } from '#tests/resilience/simulation/busy-periods.ts'
import { randomFaultPlan } from '#tests/resilience/simulation/fault-plan.ts'
import { judge } from '#tests/resilience/simulation/judge.ts'
import { SimRun } from '#tests/resilience/simulation/run.ts'
import { startScheduler } from '#tests/resilience/simulation/scheduler.ts'
import { playBuyer } from '#tests/resilience/simulation/sim-buyer.ts'
import type { SimDatabase } from '#tests/resilience/simulation/sim-database.ts'
import { mendDelivery, playBuyerOfGift } from '#tests/resilience/simulation/sim-delivery.ts'
import { importAtDesk } from '#tests/resilience/simulation/sim-desk.ts'
import { actAsOwner } from '#tests/resilience/simulation/sim-owner.ts'
import { startEmailReports } from '#tests/resilience/simulation/sim-postmark.ts'
import { addStockedProduct } from '#tests/resilience/simulation/sim-purchase.ts'
import { crowdOut } from '#tests/resilience/simulation/sim-strangers.ts'
import {
  collectStats,
  describeStats,
  EMPTY_STATS,
  type SimulationStats,
} from '#tests/resilience/simulation/simulation-stats.ts'
import { withVirtualTimers } from '#tests/resilience/simulation/virtual-timers.ts'
import { startWebhookDelivery } from '#tests/resilience/simulation/webhook-delivery.ts'
import { runInWorkerPool } from '#tests/resilience/simulation/worker-pool.ts'

const MINUTE = 60_000
/** Minutes within which settle-payments closes a payment after its deadline. */
const SLACK = 10
/** Share of calls that fail. */
const FAULT_RATE = 0.1
const WORKERS = 3

const SCHEDULES = 500
/** Number of failures that are printed with their trace. */
const TRACED_FAILURES = 3
/** Every n-th seed is run twice. */
const REPEATED_EVERY = 50

export interface Verdict {
  seed: number
  problems: string[]
  stats: SimulationStats
  fingerprint: string
  lines: string[]
}

/** Plays buyers, owner, bank, scheduler and webhook deliveries in an order that the seed decides. */
export async function runSeed(seed: number, database: SimDatabase): Promise<Verdict> {
  await database.truncate()
  const run = new SimRun(`${seed}`, database, (one) =>
    randomFaultPlan({
      prng: one.prngFor('fates'),
      rarePrng: one.prngFor('seldom fates'),
      share: FAULT_RATE,
      isCalm: () => one.isCalm,
    }),
  )
  const { prng, timeline, trace } = run
  run.busyPeriods = planBusyPeriods(prng, timeline.now)
  await withVirtualTimers(run, async () => {
    await addStockedProduct(run, prng.between(1, 6))
    startScheduler(run, () => !run.isCalm && prng.chance(0.3))
    // As with a wrong webhook secret: only settle-payments sees what happens at Stripe.
    const losesEvents = run.prngFor('no events').chance(0.05)
    startWebhookDelivery(run, (event) => {
      const delays = deliveryDelays(run, event)
      return losesEvents ? [] : delays
    })
    startEmailReports(run, (...event) => playBuyerOfGift(run, ...event))
    const play = (nth: number) => {
      for (let buyer = prng.between(nth === 0 ? 1 : 0, nth === 0 ? 5 : 2); buyer > 0; buyer -= 1)
        timeline.start(() => playBuyer(run, `b${10 * nth + buyer}`))
      for (let admins = prng.pick([1, 1, 2]); admins > 0; admins -= 1) timeline.start(() => actAsOwner(run))
      const imports = run.prngFor(`imports ${nth}`)
      if (imports.chance(0.2))
        timeline.after(imports.between(0, 30) * MINUTE, () =>
          timeline.start(() => importAtDesk(run, imports.uuid())),
        )
      timeline.start(() => playBank(run))
      timeline.start(() => mendDelivery(run, nth))
      for (let jumps = prng.pick([0, 0, 1, 2]); jumps > 0; jumps -= 1) {
        timeline.after(randomDelay(run), () => timeline.jump(prng.between(1, 600) * 1000))
      }
    }
    await playBusyPeriods(run, play, async () => {
      if (!losesEvents) return 0
      await crowdOut(run)
      return 1
    })
  })
  const { lines, fingerprint } = trace
  return { seed, problems: await judge(run, SLACK), stats: collectStats(run), fingerprint, lines }
}

/** Returns the delays of the copies of an event (ms); an empty list loses the event. */
function deliveryDelays(run: SimRun, event: Stripe.EventBase): number[] {
  const { prng } = run
  if (event.type === 'charge.dispute.created') decideDispute(run, event.data.object as Stripe.Dispute)
  if (event.type === 'refund.created') maybeDisputeRest(run, event.data.object as Stripe.Refund)
  const count = prng.chance(0.6) ? 1 : prng.between(0, 10)
  return Array.from({ length: count }, () =>
    prng.chance(0.7) ? prng.between(0, 5000) : prng.between(0, 30 * MINUTE),
  )
}

/** Plays `count` random schedules, one per seed. Some run twice and must have the same trace. */
export const runSchedules: Part = async ({ from, count = SCHEDULES, postgresPort, progress }) => {
  const seeds = Array.from({ length: count }, (_, nth) => from + nth)
  const nextSeed = nextUnfinishedSeed(from)
  const failures: string[] = []
  const broken = new Set<number>()
  const totals: SimulationStats = { ...EMPTY_STATS }
  let repeated = 0
  await runInWorkerPool(postgresPort, WORKERS, seeds, async (seed, database) => {
    const verdict = await runSeed(seed, database)
    const isTraced = verdict.problems.length > 0 && broken.size < TRACED_FAILURES
    if (verdict.problems.length > 0) {
      broken.add(seed)
      failures.push(describe(verdict, isTraced))
    }
    if (isTraced || (seed - from) % REPEATED_EVERY === 0) {
      repeated += 1
      const { fingerprint } = await runSeed(seed, database)
      if (fingerprint !== verdict.fingerprint) {
        broken.add(seed)
        failures.push(`seed ${seed} went another way the second time`)
      }
    }
    for (const name of Object.keys(totals) as (keyof SimulationStats)[]) totals[name] += verdict.stats[name]
    const next = nextSeed(seed)
    const found = broken.size > 0 ? `, broken so far: ${[...broken].join(', ')}` : ''
    progress(next - from, count, `the next seed is ${next}${found}`)
  })
  return {
    covered: count,
    failures,
    report: [
      `Seeds ${from} to ${from + count - 1}, ${count} schedules: ${describeStats(totals)}; ${broken.size} broken.`,
      `${repeated} of them were run twice, and compared line by line.`,
    ],
  }
}

/** Returns a function that takes each finished seed, in any order, and returns the first unfinished one. */
function nextUnfinishedSeed(from: number): (seed: number) => number {
  const finished = new Set<number>()
  let next = from
  return (seed) => {
    finished.add(seed)
    while (finished.delete(next)) next += 1
    return next
  }
}

const describe = ({ seed, problems, lines }: Verdict, withTrace: boolean) =>
  [
    `seed ${seed} (${commandFor({ parts: ['schedules'], from: seed, count: 1 })}):`,
    ...problems.map((sentence) => `  ${sentence}`),
    ...(withTrace ? lines.map((line) => `    ${line}`) : []),
  ].join('\n')
