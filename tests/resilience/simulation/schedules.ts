import type Stripe from 'stripe'
import type { Part } from '../part.ts'
import { commandFor } from '../read-plan.ts'
import { planActs, playActs, untilSometime } from './busy-periods.ts'
import { actAtStripe, decideDispute, takeBackTwice } from './bank.ts'
import { buy } from './sim-buyer.ts'
import { startClockwork } from './scheduler.ts'
import type { Database } from './database.ts'
import { randomFates } from './fault-plan.ts'
import { judge } from './judge.ts'
import { inLanes } from './worker-pool.ts'
import { inside } from './virtual-timers.ts'
import { keepShop } from './sim-owner.ts'
import { startPostOffice } from './webhook-delivery.ts'
import { Run } from './run.ts'
import { stockUp } from './purchase.ts'
import { NOTHING, sayTally, type Tally, tallyOf } from './simulation-stats.ts'

const MINUTE = 60_000
/** A full pass has closed what was open at its deadline. */
const SLACK = 10
const FAULTS = 0.1
const LANES = 3

const SCHEDULES = 500
/** So many failures are shown with all that happened. */
const SHOWN = 3
/** One seed in so many is run twice. */
const REPEATED_EVERY = 50

export interface Verdict {
  seed: number
  wrong: string[]
  /** What there was to go wrong. */
  tally: Tally
  fingerprint: string
  lines: string[]
}

/** One to five buyers, an owner, two clocks and a post office, in an order that the seed decides. */
export async function runSeed(seed: number, database: Database): Promise<Verdict> {
  await database.renew()
  const run = new Run(`${seed}`, database, (one) =>
    randomFates({
      chance: one.chanceFor('fates'),
      seldom: one.chanceFor('seldom fates'),
      share: FAULTS,
      calm: () => one.calm,
    }),
  )
  const { chance, timeline, trace } = run
  run.acts = planActs(chance, timeline.now)
  await inside(run, async () => {
    await stockUp(run, chance.between(1, 6))
    startClockwork(run, () => !run.calm && chance.hits(0.3))
    startPostOffice(run, (event) => copiesOf(run, event))
    await playActs(run, (nth) => {
      for (let buyer = chance.between(nth === 0 ? 1 : 0, nth === 0 ? 5 : 2); buyer > 0; buyer -= 1)
        timeline.begin(() => buy(run, `b${10 * nth + buyer}`))
      for (let admins = chance.pick([1, 1, 2]); admins > 0; admins -= 1) timeline.begin(() => keepShop(run))
      timeline.begin(() => actAtStripe(run))
      for (let jumps = chance.pick([0, 0, 1, 2]); jumps > 0; jumps -= 1) {
        timeline.after(untilSometime(run), () => timeline.jump(chance.between(1, 600) * 1000))
      }
    })
  })
  const { lines, fingerprint } = trace
  return { seed, wrong: await judge(run, SLACK), tally: tallyOf(run), fingerprint, lines }
}

/** When the copies of an event come, if they do. */
function copiesOf(run: Run, event: Stripe.EventBase): number[] {
  const { chance } = run
  if (event.type === 'charge.dispute.created') decideDispute(run, event.data.object as Stripe.Dispute)
  if (event.type === 'refund.created') takeBackTwice(run, event.data.object as Stripe.Refund)
  const count = chance.hits(0.6) ? 1 : chance.between(0, 10)
  return Array.from({ length: count }, () =>
    chance.hits(0.7) ? chance.between(0, 5000) : chance.between(0, 30 * MINUTE),
  )
}

/** Plays `count` random schedules, a seed each. Some are run twice, and have to go the same way. */
export const proveSchedules: Part = async ({ from, count = SCHEDULES, postgresPort, progress }) => {
  const seeds = Array.from({ length: count }, (_, nth) => from + nth)
  const reached = seedsReached(from)
  const failures: string[] = []
  const broken = new Set<number>()
  const sum: Tally = { ...NOTHING }
  let twice = 0
  await inLanes(postgresPort, LANES, seeds, async (seed, database) => {
    const verdict = await runSeed(seed, database)
    const isShown = verdict.wrong.length > 0 && broken.size < SHOWN
    if (verdict.wrong.length > 0) {
      broken.add(seed)
      failures.push(describe(verdict, isShown))
    }
    if (isShown || (seed - from) % REPEATED_EVERY === 0) {
      twice += 1
      const { fingerprint } = await runSeed(seed, database)
      if (fingerprint !== verdict.fingerprint) {
        broken.add(seed)
        failures.push(`seed ${seed} went another way the second time`)
      }
    }
    for (const name of Object.keys(sum) as (keyof Tally)[]) sum[name] += verdict.tally[name]
    const next = reached(seed)
    const found = broken.size > 0 ? `, broken so far: ${[...broken].join(', ')}` : ''
    progress(next - from, count, `the next seed is ${next}${found}`)
  })
  return {
    covered: count,
    failures,
    report: [
      `Seeds ${from} to ${from + count - 1}, ${count} schedules: ${sayTally(sum)}; ${broken.size} broken.`,
      `${twice} of them were run twice, and compared line by line.`,
    ],
  }
}

/** Seeds end in another order than they begin in. Returns, for each that has ended, the first that has not. */
export function seedsReached(from: number): (ended: number) => number {
  const ahead = new Set<number>()
  let next = from
  return (ended) => {
    ahead.add(ended)
    while (ahead.delete(next)) next += 1
    return next
  }
}

const describe = ({ seed, wrong, lines }: Verdict, whole: boolean) =>
  [
    `seed ${seed} (${commandFor({ parts: ['schedules'], from: seed, count: 1 })}):`,
    ...wrong.map((sentence) => `  ${sentence}`),
    ...(whole ? lines.map((line) => `    ${line}`) : []),
  ].join('\n')
