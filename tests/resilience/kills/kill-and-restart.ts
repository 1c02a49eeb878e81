import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { startPostgres, type Postgres } from '#local/postgres/postgres.ts'

/** `postmaster` is the server itself. When any other process dies, the server ends all of them and recovers. */
export const VICTIMS = ['postmaster', 'client backend', 'postmaster', 'walwriter', 'checkpointer'] as const
export type Victim = (typeof VICTIMS)[number]

/** Kills a process by SIGKILL and waits until the server is up again. This is a crash, not a power cut. */
export async function killAndRestart(server: Postgres, dir: string, victim: Victim): Promise<Postgres> {
  if (victim === 'postmaster') {
    process.kill(Number(readFileSync(join(dir, 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL')
    return await startPostgres({ dir, port: server.port })
  }
  process.kill(await findProcess(server, victim), 'SIGKILL')
  await waitUntilUp(server)
  return server
}

async function findProcess(server: Postgres, victim: Victim): Promise<number> {
  return await withClient(server, async (client) => {
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_stat_activity where backend_type = $1 and pid <> pg_backend_pid()
       order by state = 'active' desc nulls last, random() limit 1`,
      [victim],
    )
    if (!rows[0]) throw new Error(`There is no ${victim} to kill`)
    return rows[0].pid
  })
}

const TIMEOUT_MS = 15_000

/** Waits until the server has noticed the kill and recovered. */
async function waitUntilUp(server: Postgres): Promise<void> {
  const until = Date.now() + TIMEOUT_MS
  await pause(50)
  for (;;) {
    try {
      return await withClient(server, async (client) => void (await client.query('select 1')))
    } catch (error) {
      if (Date.now() > until) throw error
      await pause(20)
    }
  }
}

async function withClient<Result>(
  server: Postgres,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString: server.url('postgres') })
  client.on('error', () => {})
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}
