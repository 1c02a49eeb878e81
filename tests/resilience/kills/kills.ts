import { setTimeout as pause } from 'node:timers/promises'
import type { Postgres } from '../../../local/postgres/postgres.ts'
import { createTemplate } from '../../../local/postgres/template.ts'
import { migrate } from '../../../scripts/migrate.ts'
import { startCluster } from '../../harness/scratch-postgres.ts'
import { startWorld } from '../../harness/start-world.ts'
import { countTold, findMissing } from '../load/acknowledged.ts'
import { comeToRest, halfStates } from '../load/settle-everything.ts'
import { newDice } from '../load/seeded-random.ts'
import { startLoad } from '../load/start-load.ts'
import { hushed } from '../silence-console.ts'
import type { Outcome, Part, PartOptions } from '../part.ts'
import { killAndRestart, VICTIMS } from './kill-and-restart.ts'

const KILLS = 10
/** Milliseconds from one recovery to the next kill. */
const [SOONEST, LATEST] = [300, 4000]

/** The database is killed while everybody buys, redeems and refunds, and nothing is half done or lost. */
export const kills: Part = (options) => hushed(() => run(options))

async function run({ from, count = KILLS, progress }: PartOptions): Promise<Outcome> {
  const dice = newDice(from)
  // Of its own, and as careful with what it writes as in production.
  await using cluster = await startCluster({ fast: false })
  await createTemplate(cluster.url('template_migrated'), migrate)
  await using world = await startWorld(cluster.port)
  await using ending = new AsyncDisposableStack()
  let server: Postgres = cluster
  ending.defer(() => server.stop())

  const load = await startLoad(world, dice)
  for (let nth = 0; nth < count; nth++) {
    await pause(dice.between(SOONEST, LATEST))
    server = await killAndRestart(server, cluster.dir, VICTIMS[nth % VICTIMS.length]!)
    progress(nth + 1, count)
  }
  await pause(SOONEST)
  await load.stop()
  await comeToRest(world)
  const { answers, told } = load
  const missing = await findMissing(world, told)
  return {
    covered: count,
    failures: [
      ...(await halfStates(world)),
      ...missing.map(
        ({ kind, said }) => `a caller was told, and it is lost (${kind}): ${JSON.stringify(said)}`,
      ),
    ],
    report: [
      `${count} kills of the server or one of its processes; ${answers.fine} calls went well, ${answers.failed} failed and were made again.`,
      `${countTold(told)} things that callers were told are done were looked up: ${told.vouchers.length} vouchers, ${told.orders.length} orders, ${told.redemptions.length} redemptions, ${told.voucherRefunds.length + told.orderRefunds.length} refunds.`,
    ],
  }
}
