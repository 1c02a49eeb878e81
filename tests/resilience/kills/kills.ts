import { setTimeout as pause } from 'node:timers/promises'
import type { Postgres } from '#local/postgres/postgres.ts'
import { createPrng } from '#local/prng.ts'
import { silenceConsole } from '#local/silence-console.ts'
import { createMigratedTemplate } from '#tests/harness/migrated-template.ts'
import { startCluster } from '#tests/harness/scratch-postgres.ts'
import { startWorld } from '#tests/harness/start-world.ts'
import { killAndRestart, VICTIMS } from '#tests/resilience/kills/kill-and-restart.ts'
import { countAcknowledged, findMissing } from '#tests/resilience/load/acknowledged.ts'
import { findHalfStates, settleEverything } from '#tests/resilience/load/settle-everything.ts'
import { startLoad } from '#tests/resilience/load/start-load.ts'
import type { Part, PartOptions, PartResult } from '#tests/resilience/part.ts'

const KILLS = 10
/** Shortest and longest time from a recovery to the next kill (ms). */
const [SOONEST, LATEST] = [300, 4000]

/** Kills the database during purchases, redemptions and refunds. Nothing may be half done or lost. */
export const kills: Part = (options) => silenceConsole(() => run(options))

async function run({ from, count = KILLS, progress }: PartOptions): Promise<PartResult> {
  const random = createPrng(from)
  // Its own server, with the durable settings of production.
  await using cluster = await startCluster({ fast: false })
  await createMigratedTemplate(cluster)
  await using world = await startWorld(cluster.port)
  await using ending = new AsyncDisposableStack()
  let server: Postgres = cluster
  ending.defer(() => server.stop())

  const load = await startLoad(world, random)
  for (let nth = 0; nth < count; nth++) {
    await pause(random.between(SOONEST, LATEST))
    server = await killAndRestart(server, cluster.dir, VICTIMS[nth % VICTIMS.length]!)
    progress(nth + 1, count)
  }
  await pause(SOONEST)
  await load.stop()
  await settleEverything(world)
  const { answers, acknowledged } = load
  const missing = await findMissing(world, acknowledged)
  return {
    covered: count,
    failures: [
      ...(await findHalfStates(world)),
      ...missing.map(
        ({ kind, said }) => `acknowledged to a caller and lost (${kind}): ${JSON.stringify(said)}`,
      ),
    ],
    report: [
      `${count} kills of the server or one of its processes; ${answers.fine} calls went well, ${answers.failed} failed and were made again.`,
      `${countAcknowledged(acknowledged)} things that callers were told are done were looked up: ${acknowledged.vouchers.length} vouchers, ${acknowledged.orders.length} orders, ${acknowledged.redemptions.length} redemptions, ${acknowledged.voucherRefunds.length + acknowledged.orderRefunds.length} refunds.`,
    ],
  }
}
