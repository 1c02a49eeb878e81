import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { nameIn } from '#local/postgres/databases.ts'
import { startGateway } from '#local/postgres/gateway.ts'
import { startPostgres } from '#local/postgres/postgres.ts'
import { createPrng, type Prng } from '#local/prng.ts'
import { silenceConsole } from '#local/silence-console.ts'
import { createDb } from '#server/db/db.ts'
import { createMigratedTemplate } from '#tests/harness/migrated-template.ts'
import { startCluster } from '#tests/harness/scratch-postgres.ts'
import { openRows, startWorld, type World } from '#tests/harness/start-world.ts'
import { findMissing, type Acknowledged } from '#tests/resilience/load/acknowledged.ts'
import { findHalfStates, settleEverything } from '#tests/resilience/load/settle-everything.ts'
import { startLoad } from '#tests/resilience/load/start-load.ts'
import type { Part, PartOptions, PartResult } from '#tests/resilience/part.ts'
import { findStateMismatches, paidIntents, refundUnknown } from '#tests/resilience/restores/paid-intents.ts'
import { takeBackup } from '#tests/resilience/restores/take-backup.ts'

const DRILLS = 1
/** Duration of the load before and after the backup. */
const [BEFORE_MS, AFTER_MS] = [3000, 3000]

/** Age of the backup when it is restored. Neon's restore window is seven days. */
const BACKUP_AGE_DAYS = 6

/** Restores a backup that was taken during load, and checks that later payments come back from Stripe. */
export const restores: Part = (options) => silenceConsole(() => run(options))

async function run({ from, count = DRILLS, progress }: PartOptions): Promise<PartResult> {
  const failures: string[] = []
  const report: string[] = []
  for (let nth = 0; nth < count; nth++) {
    const drilled = await drill(createPrng(from + nth))
    failures.push(...drilled.failures)
    report.push(drilled.report)
    progress(nth + 1, count)
  }
  return { covered: count, failures, report }
}

async function drill(random: Prng): Promise<{ failures: string[]; report: string }> {
  await using cluster = await startCluster()
  await createMigratedTemplate(cluster)
  await using world = await startWorld(cluster.port)
  const load = await startLoad(world, random)
  await pause(BEFORE_MS)
  const backup = join(cluster.dir, '..', 'backup')
  await takeBackup(cluster, cluster.dir, backup)
  await pause(AFTER_MS)
  await load.stop()
  await disputeSome(world, load.acknowledged, random)
  await cluster.stop()

  world.clock.advance(BACKUP_AGE_DAYS * 24 * 60)
  await world.stripe.control.ageKeys({ hours: BACKUP_AGE_DAYS * 24 })
  await using restored = await openRestoredSite(world, backup)
  const { known, unknown } = await paidIntents(restored)
  await settleEverything(restored)
  const failures = [...(await findHalfStates(restored)), ...(await findStateMismatches(restored, unknown))]
  const { refunded, refused } = await refundUnknown(restored)
  failures.push(...refused, ...(await findHalfStates(restored)))
  return {
    failures,
    report:
      `The backup knew ${known.length} of the payments that Stripe has, and not ${unknown.length}. Of those, ${refunded} could be given back by the owner’s button; the rest had gone back already, or a bank decides. ` +
      `Told to somebody and neither in the backup nor at Stripe: ${await summary(restored, load.acknowledged)}.`,
  }
}

/** Disputes three purchases: one is lost, one is won, one stays open. */
async function disputeSome({ stripe }: World, acknowledged: Acknowledged, random: Prng): Promise<void> {
  const refunded = new Set(stripe.state().refunds.map((refund) => refund.payment_intent))
  for (const status of ['lost', 'won', undefined] as const) {
    const whole = [...acknowledged.vouchers, ...acknowledged.orders].filter(
      ({ intent }) => !refunded.has(intent),
    )
    const { intent } = random.pick(whole)
    refunded.add(intent)
    const { id } = await stripe.control.openDispute({ intent })
    if (status) await stripe.control.setDisputeStatus({ dispute: id, status })
  }
}

/** Counts the acknowledged changes that cannot be restored: codes and changes at the desk. */
async function summary(world: World, acknowledged: Acknowledged): Promise<string> {
  const missing = await findMissing(world, acknowledged)
  const counted = Map.groupBy(missing, ({ kind }) => kind)
  return [...counted].map(([kind, all]) => `${all.length} ${kind}`).join(', ') || 'nothing'
}

/** Returns the test site with the database of this folder, which the functions use from now on. */
async function openRestoredSite(world: World, dir: string): Promise<World & AsyncDisposable> {
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
