import { mkdir, readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { ensureDatabase } from '#local/postgres/databases.ts'
import { asFunctionsRole, ensureFunctionsRole } from '#local/postgres/functions-role.ts'
import { startGateway } from '#local/postgres/gateway.ts'
import { startPostgres } from '#local/postgres/postgres.ts'
import { addSampleProducts } from '#local/sample-products.ts'
import { migrate, OtherVersionError } from '#scripts/migrate.ts'

export interface LocalDatabase {
  /** As the owner. */
  url: string
  /** As the role of the functions. */
  functionsUrl: string
  stop: () => Promise<void>
}

const NAME = 'clinic'

/**
 * Starts Postgres on this folder, migrated and with sample products, behind a gateway that speaks Neon's protocol. Moves
 * the data of another version to a subfolder and starts without them.
 */
export async function startDatabase(
  dir: string,
  report: (step: string) => void = () => {},
): Promise<LocalDatabase> {
  const postgres = await startPostgres({ dir: join(dir, 'postgres') })
  const release = await lockFolder(postgres.url('postgres'), dir)
  await ensureDatabase(postgres.url(NAME))
  await ensureFunctionsRole(postgres.url(NAME))
  try {
    await migrate(postgres.url(NAME))
  } catch (error) {
    if (!(error instanceof OtherVersionError)) throw error
    await release()
    await postgres.stop()
    report(`The data are of another version: they are in ${await moveAside(dir)} now. Starting without them`)
    return await startDatabase(dir, report)
  }
  await addSampleProducts(postgres.url(NAME))
  const gateway = await startGateway({ postgresPort: postgres.port })
  return {
    url: gateway.url(NAME),
    functionsUrl: asFunctionsRole(gateway.url(NAME)),
    async stop() {
      await gateway.stop()
      await release()
      await postgres.stop()
    },
  }
}

const MOVED = 'other-version-'

/** Moves all files of the folder to a new subfolder, and returns its path. */
async function moveAside(dir: string): Promise<string> {
  const entries = await readdir(dir)
  const aside = join(dir, MOVED + new Date().toISOString().replaceAll(':', '-'))
  await mkdir(aside)
  for (const entry of entries) {
    if (!entry.startsWith(MOVED)) await rename(join(dir, entry), join(aside, entry))
  }
  return aside
}

/** One that was just told to stop may take this long on a busy machine. */
const LOCK_TIMEOUT_MS = 10_000

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
