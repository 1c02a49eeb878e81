import { realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { hasCode } from '#local/error-code.ts'
import { PASSWORD } from '#local/postgres/initialise.ts'
import { readOptional } from '#local/read-optional.ts'

export interface Postmaster {
  pid: number
  port: number
}

export function urlOf(port: number, database: string): string {
  return `postgres://postgres:${PASSWORD}@localhost:${port}/${database}`
}

/** Finds the running server of this folder. It may have survived the process that started it. */
export async function findPostmaster(dir: string): Promise<Postmaster | undefined> {
  const postmaster = readPidFile(dir)
  return postmaster && (await answersFor(dir, postmaster.port)) ? postmaster : undefined
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return hasCode(error, 'EPERM')
  }
}

/** Removes the pid file of a crashed server if its pid belongs to another program; otherwise Postgres would not start. */
export function removeStalePidFile(dir: string): void {
  const postmaster = readPidFile(dir)
  const name = postmaster && readOptional(`/proc/${postmaster.pid}/comm`)
  if (name !== undefined && !name.startsWith('postgres')) {
    rmSync(join(dir, 'postmaster.pid'), { force: true })
  }
}

/** Stops the server (fast shutdown) and resolves when the folder is free for the next start. */
export async function stopPostmaster(dir: string, { pid }: Postmaster): Promise<void> {
  if (readPidFile(dir)?.pid !== pid || !isAlive(pid)) return
  process.kill(pid, process.platform === 'win32' ? 'SIGTERM' : 'SIGINT')
  while (readPidFile(dir)?.pid === pid && isAlive(pid)) await pause(10)
}

/** https://www.postgresql.org/docs/current/storage-file-layout.html: first line pid, fourth line port. */
function readPidFile(dir: string): Postmaster | undefined {
  const lines = readOptional(join(dir, 'postmaster.pid'))?.split('\n') ?? []
  const [pid, port] = [Number(lines[0]), Number(lines[3])]
  return pid > 0 && port > 0 ? { pid, port } : undefined
}

async function answersFor(dir: string, port: number): Promise<boolean> {
  const client = new Client({ connectionString: urlOf(port, 'postgres'), connectionTimeoutMillis: 20_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ dir: string }>(`select current_setting('data_directory') as dir`)
    return realpathSync(rows[0]?.dir ?? '') === realpathSync(dir)
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
