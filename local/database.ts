import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { migrate } from '../scripts/migrate.ts'
import { ensureDatabase } from './postgres/databases.ts'
import { startGateway } from './postgres/gateway.ts'
import { startPostgres } from './postgres/postgres.ts'
import { addSampleProducts } from './sample-products.ts'

export interface LocalDatabase {
  url: string
  stop: () => Promise<void>
}

const NAME = 'clinic'

/** Postgres on this folder, migrated, with something in its shop, behind a gateway that speaks Neon's protocol. */
export async function startDatabase(dir: string): Promise<LocalDatabase> {
  const postgres = await startPostgres({ dir: join(dir, 'postgres') })
  const release = await claim(postgres.url('postgres'), dir)
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

const PATIENCE_MS = 2000

/**
 * One stack per folder: a second one would end the first one's Postgres. The claim is a lock of the database, which
 * forgets it when we end, however we end.
 */
async function claim(url: string, dir: string): Promise<() => Promise<void>> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  const deadline = Date.now() + PATIENCE_MS
  while (!(await isOurs(client))) {
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

async function isOurs(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ ours: boolean }>('select pg_try_advisory_lock(4321) as ours')
  return rows[0]?.ours === true
}
