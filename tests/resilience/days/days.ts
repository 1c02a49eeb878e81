import { setTimeout as pause } from 'node:timers/promises'
import { createTemplate } from '#local/postgres/template.ts'
import { silenceConsole } from '#local/silence-console.ts'
import { migrate } from '#scripts/migrate.ts'
import { runSettlementJob } from '#server/settlement/settlement-job.ts'
import { startCluster } from '#tests/harness/scratch-postgres.ts'
import { startWorld, type World } from '#tests/harness/start-world.ts'
import { actAsBank } from '#tests/resilience/days/act-as-bank.ts'
import {
  countAcknowledged,
  nothingAcknowledged,
  type Acknowledged,
} from '#tests/resilience/load/acknowledged.ts'
import { createSeededRandom, type SeededRandom } from '#tests/resilience/load/seeded-random.ts'
import { findHalfStates, settleEverything } from '#tests/resilience/load/settle-everything.ts'
import { startLoad } from '#tests/resilience/load/start-load.ts'
import type { Part, PartOptions, PartResult } from '#tests/resilience/part.ts'

const DAYS = 1
const HOURS = 24
/** Purchases, redemptions and refunds per hour, and how long to wait for them (ms). */
const [FEWEST, MOST] = [10, 30]
const HOUR_ENDS_MS = 20_000
/** Share of hours in which a service fails. */
const OUTAGE_SHARE = 0.7
/** Changes that banks and Stripe make per hour. */
const BANK_CHANGES = 4

/**
 * Plays days of purchases, redemptions, refunds, disputes and outages, with the scheduled job every hour. Then no
 * difference may be left between our books and Stripe.
 */
export const days: Part = (options) => silenceConsole(() => run(options))

async function run({ from, count = DAYS, progress }: PartOptions): Promise<PartResult> {
  const failures: string[] = []
  const report: string[] = []
  for (let nth = 0; nth < count; nth++) {
    const day = await playDay(createSeededRandom(from + nth), (hour) =>
      progress(nth * HOURS + hour, count * HOURS),
    )
    failures.push(...day.failures)
    report.push(day.report)
  }
  return { covered: count, failures, report }
}

async function playDay(random: SeededRandom, onHour: (hour: number) => void) {
  await using cluster = await startCluster()
  await createTemplate(cluster.url('template_migrated'), migrate)
  await using world = await startWorld(cluster.port)
  const acknowledged = nothingAcknowledged()
  let outages = 0
  for (let hour = 1; hour <= HOURS; hour++) {
    const load = await startLoad(world, random, acknowledged)
    if (random.chance(OUTAGE_SHARE)) {
      outages += 1
      await random.pick(OUTAGES)!(world)
    }
    await waitFor(acknowledged, random.between(FEWEST, MOST))
    for (let nth = 0; nth < BANK_CHANGES; nth++) await actAsBank(world, random)
    // Drops the events that have not arrived: the scheduled job has to find their changes.
    await load.stop()
    await world.stripe.control.release()
    world.gateway.clearFaults()
    world.mail.control.heal()
    await nextHour(world)
    onHour(hour)
  }
  await settleEverything(world)
  await nextHour(world)
  const differences = await world.rows<{ kind: string; subject: string }>(
    'select kind, subject from difference',
  )
  return {
    failures: [
      ...(await findHalfStates(world)),
      ...differences.map(
        ({ kind, subject }) => `after the day the site shows a difference: ${kind} of ${subject}`,
      ),
    ],
    report: await describeDay(world, outages),
  }
}

/** Resolves once this many more changes are acknowledged, or the hour is over. */
async function waitFor(acknowledged: Acknowledged, changes: number): Promise<void> {
  const enough = countAcknowledged(acknowledged) + changes
  const end = Date.now() + HOUR_ENDS_MS
  while (countAcknowledged(acknowledged) < enough && Date.now() < end) await pause(20)
}

/** Runs the scheduled job an hour later, when no change counts as recent. */
async function nextHour({ services, clock }: World): Promise<void> {
  clock.advance(60)
  await runSettlementJob(services, { full: true })
}

const FAULTS = 5

const OUTAGES: ((world: World) => unknown)[] = [
  ({ gateway }) => gateway.fault({ times: FAULTS }),
  ({ gateway }) => gateway.fault({ times: FAULTS, after: true }),
  ...['POST /v1/payment_intents', 'GET /v1/payment_intents/*', 'POST /v1/refunds'].flatMap((match) => [
    ({ stripe }: World) => stripe.control.fault({ match, times: FAULTS }),
    ({ stripe }: World) => stripe.control.fault({ match, times: FAULTS, after: true }),
  ]),
  ({ mail }) => mail.control.fail({ status: 500, code: 0, times: FAULTS }),
]

async function describeDay({ stripe, rows }: World, outages: number): Promise<string> {
  const { intents, refunds, disputes, fraudWarnings, reviews } = stripe.state()
  const paid = intents.filter(({ status }) => status === 'succeeded')
  const [ledger] = await rows<{ redeemed: number }>(
    `select count(*)::int as redeemed from voucher_entry where kind = 'redeem'`,
  )
  return `A day of ${paid.length} payments, ${ledger!.redeemed} redemptions, ${refunds.length} refunds, ${disputes.length} disputes, ${fraudWarnings.length + reviews.length} fraud warnings and reviews, and ${outages} outages.`
}
