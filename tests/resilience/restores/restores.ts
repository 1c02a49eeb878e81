import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createTemplate } from '../../../local/postgres/template.ts'
import { migrate } from '../../../scripts/migrate.ts'
import { startCluster } from '../../harness/scratch-postgres.ts'
import { openRows, startWorld, type World } from '../../harness/start-world.ts'
import { type Acknowledged, findMissing } from '../load/acknowledged.ts'
import { comeToRest, halfStates } from '../load/settle-everything.ts'
import { type Dice, newDice } from '../load/seeded-random.ts'
import { startLoad } from '../load/start-load.ts'
import { hushed } from '../silence-console.ts'
import type { Outcome, Part, PartOptions } from '../part.ts'
import { takeBackup } from './take-backup.ts'
import { giveBackUnknown, notAsAtStripe, paidIntents } from './unmatched-payments.ts'
import { nameIn } from '../../../local/postgres/databases.ts'
import { startGateway } from '../../../local/postgres/gateway.ts'
import { startPostgres } from '../../../local/postgres/postgres.ts'
import { createDb } from '../../../src/server/db/db.ts'

const DRILLS = 1
/** How long everybody goes on before the backup is taken, and after it. */
const [BEFORE_MS, AFTER_MS] = [3000, 3000]

/** The database is put back to an older state, and what has happened since comes back from Stripe. */
export const restores: Part = (options) => hushed(() => run(options))

async function run({ from, count = DRILLS, progress }: PartOptions): Promise<Outcome> {
  const failures: string[] = []
  const report: string[] = []
  for (let nth = 0; nth < count; nth++) {
    const drilled = await drill(newDice(from + nth))
    failures.push(...drilled.failures)
    report.push(drilled.report)
    progress(nth + 1, count)
  }
  return { covered: count, failures, report }
}

async function drill(dice: Dice): Promise<{ failures: string[]; report: string }> {
  await using cluster = await startCluster()
  await createTemplate(cluster.url('template_migrated'), migrate)
  await using world = await startWorld(cluster.port)
  const load = await startLoad(world, dice)
  await pause(BEFORE_MS)
  const backup = join(cluster.dir, '..', 'backup')
  await takeBackup(cluster, cluster.dir, backup)
  await pause(AFTER_MS)
  await load.stop()
  await disputeSome(world, load.told, dice)
  await cluster.stop()

  await using restored = await restoreWorld(world, backup)
  const { known, unknown } = await paidIntents(restored)
  await comeToRest(restored)
  const failures = [...(await halfStates(restored)), ...(await notAsAtStripe(restored, unknown))]
  const { given, refused } = await giveBackUnknown(restored)
  failures.push(...refused, ...(await halfStates(restored)))
  return {
    failures,
    report:
      `The backup knew ${known.length} of the payments that Stripe has, and not ${unknown.length}. Of those, ${given} could be given back by the owner’s button; the rest had gone back already, or a bank decides. ` +
      `Told to somebody and neither in the backup nor at Stripe: ${await summary(restored, load.told)}.`,
  }
}

/** A bank asks for the money of three purchases: one is lost, one is won, one is still open. */
async function disputeSome({ stripe }: World, told: Acknowledged, dice: Dice): Promise<void> {
  const refunded = new Set(stripe.state().refunds.map((refund) => refund.payment_intent))
  for (const status of ['lost', 'won', undefined] as const) {
    const whole = [...told.vouchers, ...told.orders].filter(({ intent }) => !refunded.has(intent))
    const { intent } = dice.pick(whole)!
    refunded.add(intent)
    const { id } = await stripe.control.openDispute({ intent })
    if (status) await stripe.control.setDisputeStatus({ dispute: id, status })
  }
}

/** So many of each kind: codes that nobody can read off Stripe, and what was done at the desk. */
async function summary(world: World, told: Acknowledged): Promise<string> {
  const missing = await findMissing(world, told)
  const counted = Map.groupBy(missing, ({ kind }) => kind)
  return [...counted].map(([kind, all]) => `${all.length} ${kind}`).join(', ') || 'nothing'
}

/** The same world with the database that stands in the folder; the functions use it from now on, too. */
async function restoreWorld(world: World, dir: string): Promise<World & AsyncDisposable> {
  await using started = new AsyncDisposableStack()
  const server = started.adopt(await startPostgres({ dir, fast: true }), (it) => it.stop())
  const gateway = started.adopt(await startGateway({ postgresPort: server.port }), (it) => it.stop())
  const databaseUrl = gateway.url(nameIn(world.databaseUrl))
  process.env['DATABASE_URL'] = databaseUrl
  const { rows } = started.use(openRows(databaseUrl))
  const everything = started.move()
  return {
    ...world,
    services: { ...world.services, db: createDb(databaseUrl) },
    databaseUrl,
    gateway,
    rows,
    [Symbol.asyncDispose]: () => everything.disposeAsync(),
  }
}
