import type Stripe from 'stripe'
import type { Part } from '../part.ts'
import { buy } from './buyer.ts'
import { startClockwork } from './clockwork.ts'
import type { Database } from './database.ts'
import { randomFates } from './fates.ts'
import { judge } from './judge.ts'
import { inLanes } from './lanes.ts'
import { inside } from './inside.ts'
import { decideDispute, keepShop } from './owner.ts'
import { startPostOffice } from './post-office.ts'
import { Run } from './run.ts'
import { stockUp } from './shop.ts'

const MINUTE = 60_000
/** So long people buy and things go wrong. By the end, two full passes have gone by, and the mails after them. */
const BUSY = 45 * MINUTE
const END = 121 * MINUTE
/** A full pass has closed what was open at its deadline. */
const SLACK = 10
const FAULTS = 0.1
const LANES = 3

export interface Verdict {
  seed: number
  wrong: string[]
  crossings: number
  fingerprint: string
  lines: string[]
}

/** One to five buyers, an owner, two clocks and a post office, in an order that the seed decides. */
export async function runSeed(seed: number, database: Database): Promise<Verdict> {
  await database.empty()
  const calm = (run: Run) => () => run.timeline.now > began + BUSY
  const run = new Run(`${seed}`, database, (one) => randomFates(one.chanceFor('fates'), FAULTS, calm(one)))
  const { chance, timeline, trace } = run
  const began = timeline.now
  await inside(run, async () => {
    await stockUp(run, chance.between(1, 6))
    startClockwork(run, () => timeline.now < began + BUSY && chance.hits(0.3))
    startPostOffice(run, (event) => copiesOf(run, event))
    for (let buyers = chance.between(1, 5); buyers > 0; buyers -= 1)
      timeline.begin(() => buy(run, `b${buyers}`))
    timeline.begin(() => keepShop(run))
    for (let jumps = chance.pick([0, 0, 1, 2]); jumps > 0; jumps -= 1) {
      timeline.after(chance.between(0, BUSY), () => timeline.jump(chance.between(1, 600) * 1000))
    }
    await timeline.runUntil(began + END)
  })
  const { lines, fingerprint, crossings } = trace
  return { seed, wrong: await judge(run, SLACK), crossings, fingerprint, lines }
}

/** When the copies of an event come. News of a payment may never come; what only Stripe knows comes at least once. */
function copiesOf(run: Run, event: Stripe.EventBase): number[] {
  const { chance } = run
  if (event.type === 'charge.dispute.created') decideDispute(run, (event.data.object as { id: string }).id)
  const count = chance.hits(0.6) ? 1 : chance.between(event.type.startsWith('payment_intent') ? 0 : 1, 10)
  return Array.from({ length: count }, () =>
    chance.hits(0.7) ? chance.between(0, 5000) : chance.between(0, 30 * MINUTE),
  )
}

/** Random schedules: each seed is a world of its own. */
export const proveSchedules: Part = async ({ seed, long, postgresPort, progress }) => {
  const count = long ? 50_000 : 500
  const seeds = Array.from({ length: count }, (_, nth) => seed + nth)
  const failures: string[] = []
  let [done, crossings] = [0, 0]
  await inLanes(postgresPort, LANES, seeds, async (each, database) => {
    const verdict = await runSeed(each, database)
    crossings += verdict.crossings
    if (verdict.wrong.length > 0) failures.push(describe(verdict))
    progress((done += 1), count)
  })
  return {
    covered: count,
    failures,
    report: [`${count} seeds from ${seed}, ${crossings} awaits, every tenth with a fault.`],
  }
}

const describe = ({ seed, wrong, lines }: Verdict) =>
  [
    `seed ${seed} (npm run prove -- --only schedules --seed ${seed}):`,
    ...wrong.map((sentence) => `  ${sentence}`),
    ...lines.map((line) => `    ${line}`),
  ].join('\n')
