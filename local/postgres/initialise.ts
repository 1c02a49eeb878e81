import { once } from 'node:events'
import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Account, giveTo, spawnAs } from './account.ts'

/** The database listens on this machine only; the password is no secret. */
export const PASSWORD = 'postgres'

const FLAGS = ['--username=postgres', '--auth=password', '--encoding=UTF8', '--no-sync', '--lc-messages=C']
// As on Neon, and the same on every machine: not every system has a locale of its own.
const LOCALE = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--lc-collate=C']

/** Makes the cluster under another name first, so that a killed start never leaves half of one. */
export async function initialise(dir: string, initdb: string, account: Account): Promise<void> {
  if (existsSync(join(dir, 'PG_VERSION'))) return
  const draft = mkdtempSync(`${dir}.init-`)
  const passwordFile = `${draft}.password`
  writeFileSync(passwordFile, PASSWORD, { mode: 0o600 })
  try {
    giveTo(account, draft, passwordFile)
    await runInitdb(initdb, account, [`--pgdata=${draft}`, `--pwfile=${passwordFile}`, ...FLAGS, ...LOCALE])
    moveIntoPlace(draft, dir)
  } finally {
    rmSync(passwordFile, { force: true })
    rmSync(draft, { recursive: true, force: true })
  }
}

/** The character type decides which letters pg_trgm sees; systems without C.UTF-8 have the second or nothing. */
async function runInitdb(initdb: string, account: Account, parameters: string[]): Promise<void> {
  let complaint = ''
  for (const letters of ['C.UTF-8', 'en_US.UTF-8', 'C']) {
    complaint = await attempt(initdb, account, [...parameters, `--lc-ctype=${letters}`])
    if (!complaint.includes('locale')) break
  }
  const hint = account === 'namespace' ? ' (root needs a folder that every user may enter, such as /srv)' : ''
  if (complaint) throw new Error(`The database could not be made${hint}: ${complaint}`)
}

async function attempt(initdb: string, account: Account, parameters: string[]): Promise<string> {
  const child = spawnAs(account, initdb, parameters, { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  await once(child, 'close')
  return child.exitCode === 0 ? '' : said.trim() || `initdb ended with ${child.exitCode}`
}

function moveIntoPlace(draft: string, dir: string): void {
  try {
    renameSync(draft, dir)
  } catch (error) {
    // Somebody else was faster: theirs is as good.
    if (!existsSync(join(dir, 'PG_VERSION'))) throw error
  }
}
