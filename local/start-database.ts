import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { ensureDatabase } from '#local/postgres/databases.ts'
import { startGateway } from '#local/postgres/gateway.ts'
import { startPostgres } from '#local/postgres/postgres.ts'
import { addSampleProducts } from '#local/sample-products.ts'
import { migrate } from '#scripts/migrate.ts'

export interface LocalDatabase {
  url: string
  stop: () => Promise<void>
}

const NAME = 'clinic'

/** Starts Postgres on this folder, migrated and with sample products, behind a gateway that speaks Neon's protocol. */
export async function startDatabase(dir: string): Promise<LocalDatabase> {
  const postgres = await startPostgres({ dir: join(dir, 'postgres') })
  const release = await lockFolder(postgres.url('postgres'), dir)
  await ensureDatabase(postgres.url(NAME))
  await migrate(postgres.url(NAME))
  await addSampleProducts(postgres.url(NAME))
  const gateway = await startGateway({ postgresPort: postgres.port })
  return {
    url: gateway.url(NAME),
    async stop() {
      await gateway.stop()
      await release()
      await postgres.stop()
    },
  }
}

const LOCK_TIMEOUT_MS = 2000

/**
 * Allows one stack per folder, because a second one would stop the first one's Postgres. An advisory lock, because
 * Postgres releases it even if this process is killed. Returns a function that releases it.
 */
async function lockFolder(url: string, dir: string): Promise<() => Promise<void>> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  const deadline = Date.now() + LOCK_TIMEOUT_MS
  while (!(await tryLock(client))) {
    if (Date.now() > deadline) {
      await client.end()
      throw new Error(
        `Another one runs on ${dir}. Stop it, or name another folder and port: LOCAL_DIR=.local2 PORT=4322`,
      )
    }
    await pause(50)
  }
  return () => client.end()
}

async function tryLock(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock(4321) as locked')
  return rows[0]?.locked === true
}
