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
import { dirname, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Account, accountFor, giveTo, spawnAs } from './account.ts'
import { findBinaries } from './binaries.ts'
import { freePort } from './free-port.ts'
import { initialise } from './initialise.ts'
import { findPostmaster, forgetStranger, type Postmaster, stopPostmaster, urlOf } from './postmaster.ts'

export interface PostgresOptions {
  /** Made if it is not there. */
  dir: string
  /** A free one unless given; a server that runs already keeps its own. */
  port?: number
  /** For tests: nothing needs to survive a power cut. */
  fast?: boolean
}

export interface Postgres {
  port: number
  url: (database: string) => string
  stop: () => Promise<void>
}

const SETTINGS = ['unix_socket_directories=', 'max_connections=200', 'timezone=UTC']
const FAST = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']

/** Starts Postgres on a folder, or takes over the one that runs there already. */
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

// Two starts at the same moment, a predecessor that is still leaving, a port that was taken a moment ago.
const PASSING = /postmaster\.pid|shared memory block|could not bind|Address already in use/
const PATIENCE_MS = 15_000

async function launch(options: PostgresOptions): Promise<Postmaster> {
  const { postgres, initdb } = await findBinaries()
  const account = accountFor(options.dir, initdb)
  await initialise(options.dir, initdb, account)
  const deadline = Date.now() + PATIENCE_MS
  for (;;) {
    forgetStranger(options.dir)
    const end = await run(options, postgres, account)
    if (typeof end !== 'string') return end
    if (!PASSING.test(end) || Date.now() > deadline) throw new Error(`The database does not start: ${end}`)
    await pause(50)
  }
}

/** The running server, or the last words of one that did not come up. */
async function run(
  options: PostgresOptions,
  program: string,
  account: Account,
): Promise<Postmaster | string> {
  const { dir, fast = false } = options
  const port = options.port ?? (await freePort())
  const settings = [...SETTINGS, ...(fast ? FAST : [])].flatMap((setting) => ['-c', setting])
  const logFile = join(dir, 'server.log')
  const log = openSync(logFile, 'a')
  giveTo(account, logFile)
  const before = statSync(logFile).size
  // Not in our process group: Ctrl-C must reach it through us, after everybody who still uses it has ended.
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
    if (child.exitCode !== null || child.signalCode !== null) return lastWords(logFile, before)
    await pause(10)
  }
}

function lastWords(logFile: string, from: number): string {
  return readFileSync(logFile).subarray(from).toString().slice(-2000) || 'it gave no reason'
}
