import { once } from 'node:events'
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  statSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { listen } from '#local/listen.ts'
import { findBinaries } from '#local/postgres/binaries.ts'
import { initialise } from '#local/postgres/initialise.ts'
import { accountFor, chownTo, spawnAs, type PostgresUser } from '#local/postgres/postgres-user.ts'
import {
  findPostmaster,
  removeStalePidFile,
  stopPostmaster,
  urlOf,
  type Postmaster,
} from '#local/postgres/postmaster.ts'

export interface PostgresOptions {
  /** Created if it does not exist. */
  dir: string
  /** A free one by default; a running server keeps its port. */
  port?: number
  /** For tests, whose data need not survive a power cut. */
  fast?: boolean
}

export interface Postgres {
  port: number
  url: (database: string) => string
  stop: () => Promise<void>
}

const SETTINGS = ['unix_socket_directories=', 'max_connections=200', 'timezone=UTC']
const FAST = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum=off']

/** Starts Postgres on a folder, or adopts the one that already runs there. */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const dir = resolve(options.dir)
  mkdirSync(dirname(dir), { recursive: true })
  refuseForeign(dir)
  const postmaster = (await findPostmaster(dir)) ?? (await launch({ ...options, dir }))
  return {
    port: postmaster.port,
    url: (database) => urlOf(postmaster.port, database),
    stop: () => stopPostmaster(dir, postmaster),
  }
}

function refuseForeign(dir: string): void {
  try {
    if (existsSync(dir)) accessSync(dir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (cause) {
    throw new Error(`${dir} belongs to another user: remove it, or name another LOCAL_DIR`, { cause })
  }
}

// Temporary errors: two starts at once, a predecessor that is still stopping, a port that was just taken.
const TEMPORARY = /postmaster\.pid|shared memory block|could not bind|Address already in use/
const START_TIMEOUT_MS = 60_000

async function launch(options: PostgresOptions): Promise<Postmaster> {
  const { postgres, initdb } = await findBinaries()
  const account = accountFor(options.dir, initdb)
  await initialise(options.dir, initdb, account)
  const deadline = Date.now() + START_TIMEOUT_MS
  for (;;) {
    removeStalePidFile(options.dir)
    const result = await run(options, postgres, account)
    if (typeof result !== 'string') return result
    if (!TEMPORARY.test(result) || Date.now() > deadline)
      throw new Error(`The database does not start: ${result}`)
    await pause(50)
  }
}

/** Starts the server; returns it, or its error output if it did not start. */
async function run(
  options: PostgresOptions,
  program: string,
  account: PostgresUser,
): Promise<Postmaster | string> {
  const { dir, fast = false } = options
  const port = options.port ?? (await freePort())
  const settings = [...SETTINGS, ...(fast ? FAST : [])].flatMap((setting) => ['-c', setting])
  const logFile = join(dir, 'server.log')
  const log = openSync(logFile, 'a', 0o600)
  chownTo(account, logFile)
  const before = statSync(logFile).size
  // Detached, so that Ctrl-C does not stop it directly: shutdown stops it after the clients that still use it.
  const child = spawnAs(account, program, ['-D', dir, '-p', `${port}`, '-h', '127.0.0.1', ...settings], {
    stdio: ['ignore', 'ignore', log],
    detached: true,
  })
  closeSync(log)
  child.unref()
  let failure = ''
  child.once('error', (error) => (failure = error.message))
  for (;;) {
    const postmaster = await findPostmaster(dir)
    if (postmaster) return postmaster
    if (failure) return failure
    if (child.exitCode !== null || child.signalCode !== null) return errorOutput(logFile, before)
    await pause(10)
  }
}

function errorOutput(logFile: string, from: number): string {
  return readFileSync(logFile).subarray(from).toString().slice(-2000) || 'it gave no reason'
}

/** Finds a port that is free at the moment. */
async function freePort(): Promise<number> {
  const server = createServer()
  const port = await listen(server)
  server.close()
  await once(server, 'close')
  return port
}
