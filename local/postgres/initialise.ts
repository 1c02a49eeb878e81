import { once } from 'node:events'
import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chownTo, spawnAs, type PostgresUser } from '#local/postgres/postgres-user.ts'

/** Not secret, because the database listens on this machine only. */
export const PASSWORD = 'postgres'

const FLAGS = ['--username=postgres', '--auth=password', '--encoding=UTF8', '--no-sync', '--lc-messages=C']
// As on Neon. Builtin, because the locales of operating systems differ.
const LOCALE = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--lc-collate=C']

/** Creates the cluster under a temporary name, so that an interrupted start leaves no incomplete one. */
export async function initialise(dir: string, initdb: string, account: PostgresUser): Promise<void> {
  if (existsSync(join(dir, 'PG_VERSION'))) return
  const draft = mkdtempSync(`${dir}.init-`)
  const passwordFile = `${draft}.password`
  writeFileSync(passwordFile, PASSWORD, { mode: 0o600 })
  try {
    chownTo(account, draft, passwordFile)
    await runInitdb(initdb, account, [`--pgdata=${draft}`, `--pwfile=${passwordFile}`, ...FLAGS, ...LOCALE])
    moveIntoPlace(draft, dir)
  } finally {
    rmSync(passwordFile, { force: true })
    rmSync(draft, { recursive: true, force: true })
  }
}

/** `lower` knows letters beyond ASCII by lc-ctype, so UTF-8 is preferred; not every system has C.UTF-8. */
async function runInitdb(initdb: string, account: PostgresUser, parameters: string[]): Promise<void> {
  let error = ''
  for (const ctype of ['C.UTF-8', 'en_US.UTF-8', 'C']) {
    error = await attempt(initdb, account, [...parameters, `--lc-ctype=${ctype}`])
    if (!error.includes('locale')) break
  }
  const hint = account === 'namespace' ? ' (root needs a folder that every user may enter, such as /srv)' : ''
  if (error) throw new Error(`The database could not be made${hint}: ${error}`)
}

async function attempt(initdb: string, account: PostgresUser, parameters: string[]): Promise<string> {
  const child = spawnAs(account, initdb, parameters, { stdio: ['ignore', 'ignore', 'pipe'] })
  let output = ''
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  await once(child, 'close')
  return child.exitCode === 0 ? '' : output.trim() || `initdb ended with ${child.exitCode}`
}

function moveIntoPlace(draft: string, dir: string): void {
  try {
    renameSync(draft, dir)
  } catch (error) {
    // Another process was faster; use its cluster.
    if (!existsSync(join(dir, 'PG_VERSION'))) throw error
  }
}
