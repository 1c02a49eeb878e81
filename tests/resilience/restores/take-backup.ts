import { once } from 'node:events'
import { chownSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { Client } from 'pg'
import type { Postgres } from '#local/postgres/postgres.ts'

/** Files of the running server, and the log, which is copied last. */
const EXCLUDED = ['postmaster.pid', 'postmaster.opts', 'server.log', 'pg_wal']

/**
 * Copies the folder of a running server, as `pg_basebackup` would, which the npm package lacks.
 * https://www.postgresql.org/docs/current/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP
 */
export async function takeBackup(server: Postgres, dir: string, to: string): Promise<void> {
  const client = new Client({ connectionString: server.url('postgres') })
  await client.connect()
  try {
    await client.query(`select pg_backup_start('drill', true)`)
    await copyFolder(dir, to, EXCLUDED)
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
    const label = join(to, 'backup_label')
    writeFileSync(label, rows[0]!.labelfile)
    const { uid, gid } = statSync(dir)
    chownSync(label, uid, gid)
    await copyFolder(join(dir, 'pg_wal'), join(to, 'pg_wal'), [])
  } finally {
    await client.end()
  }
}

async function copyFolder(from: string, to: string, without: string[]): Promise<void> {
  await once(
    new Worker(new URL('copy-folder.ts', import.meta.url), { workerData: { from, to, without } }),
    'exit',
  )
}
