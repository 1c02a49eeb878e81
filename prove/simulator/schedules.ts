import type Stripe from 'stripe'
import type { Part } from '../part.ts'
import { planActs, playActs, untilSometime } from './acts.ts'
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
import { type Tally, tallyOf } from './tally.ts'

const MINUTE = 60_000
/** A full pass has closed what was open at its deadline. */
const SLACK = 10
const FAULTS = 0.1
const LANES = 3

/** So many failures are shown with all that happened. */
const SHOWN = 3
/** So many seeds are run twice. */
const REPEATED = 10

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
    randomFates(one.chanceFor('fates'), FAULTS, () => one.calm),
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
  if (event.type === 'charge.dispute.created') decideDispute(run, (event.data.object as { id: string }).id)
  const count = chance.hits(0.6) ? 1 : chance.between(0, 10)
  return Array.from({ length: count }, () =>
    chance.hits(0.7) ? chance.between(0, 5000) : chance.between(0, 30 * MINUTE),
  )
}

/** Random schedules: each seed is a world of its own. Some are run a second time, and have to go the same way. */
export const proveSchedules: Part = async ({ seed, long, postgresPort, progress }) => {
  const count = long ? 50_000 : 500
  const seeds = Array.from({ length: count }, (_, nth) => seed + nth)
  const verdicts = new Map<number, Verdict>()
  await inLanes(postgresPort, LANES, seeds, async (each, database) => {
    const verdict = await runSeed(each, database)
    // What went well is not kept, only how it went.
    verdicts.set(each, verdict.wrong.length > 0 ? verdict : { ...verdict, lines: [] })
    progress(verdicts.size, count)
  })
  const broken = [...verdicts.values()].filter(({ wrong }) => wrong.length > 0)
  const again = [...broken.slice(0, SHOWN).map((verdict) => verdict.seed), ...seeds.slice(0, REPEATED)]
  const differing: number[] = []
  await inLanes(postgresPort, LANES, again, async (each, database) => {
    const { fingerprint } = await runSeed(each, database)
    if (fingerprint !== verdicts.get(each)?.fingerprint) differing.push(each)
  })
  return {
    covered: count,
    failures: [
      ...broken.map((verdict, nth) => describe(verdict, nth < SHOWN)),
      ...differing.map((each) => `seed ${each} went another way the second time`),
    ],
    report: [
      reportOf([...verdicts.values()], seed),
      `${again.length} of them were run twice, and compared line by line.`,
    ],
  }
}

function reportOf(verdicts: Verdict[], first: number): string {
  const sum = (name: keyof Tally) => verdicts.reduce((all, { tally }) => all + tally[name], 0)
  return [
    `${verdicts.length} seeds from ${first}: ${sum('awaits')} awaits, ${sum('faults')} of them struck;`,
    `${sum('paid')} payments, ${sum('refunds')} refunds, ${sum('disputes')} disputes, ${sum('redemptions')} redemptions, ${sum('mails')} mails`,
    `(${sum('twice')} of them twice, where nobody could know that they had left).`,
  ].join(' ')
}

const describe = ({ seed, wrong, lines }: Verdict, whole: boolean) =>
  [
    `seed ${seed} (the first of npm run prove -- --only schedules --seed ${seed}):`,
    ...wrong.map((sentence) => `  ${sentence}`),
    ...(whole ? lines.map((line) => `    ${line}`) : []),
  ].join('\n')
