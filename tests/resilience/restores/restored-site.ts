import { nameIn } from '../../../local/postgres/databases.ts'
import { startGateway } from '../../../local/postgres/gateway.ts'
import { startPostgres } from '../../../local/postgres/postgres.ts'
import { createDb } from '../../../src/server/db/db.ts'
import { openRows, type World } from '../../harness/start-world.ts'

/** The same world with the database that stands in the folder; the functions use it from now on, too. */
export async function restoreWorld(world: World, dir: string): Promise<World & AsyncDisposable> {
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
