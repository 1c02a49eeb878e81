import { chownSync, existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'

/** Whom Postgres runs as: it refuses to be root. A user namespace shows root's own files as an ordinary user's. */
export type Account = 'self' | 'namespace' | { uid: number; gid: number }

const NOBODY = { uid: 65534, gid: 65534 }

export function accountFor(dir: string, program: string): Account {
  if (process.getuid?.() !== 0) return 'self'
  if (existsSync(join(dir, 'PG_VERSION'))) {
    const { uid, gid } = statSync(dir)
    return uid === 0 ? 'namespace' : { uid, gid }
  }
  const open = everyoneMayEnter(dirname(program)) && everyoneMayEnter(dirname(dir))
  return open ? NOBODY : 'namespace'
}

export function giveTo(account: Account, ...paths: string[]): void {
  if (typeof account === 'string') return
  for (const path of paths) chownSync(path, account.uid, account.gid)
}

export function spawnAs(
  account: Account,
  program: string,
  parameters: string[],
  options: SpawnOptions,
): ChildProcess {
  const settings = { ...options, env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' } }
  if (account === 'self') return spawn(program, parameters, settings)
  if (account !== 'namespace') return spawn(program, parameters, { ...settings, ...account })
  return spawn('unshare', ['-U', '--map-user=1000', '--map-group=1000', program, ...parameters], settings)
}

function everyoneMayEnter(dir: string): boolean {
  const above = dirname(dir)
  return (statSync(dir).mode & 0o001) !== 0 && (above === dir || everyoneMayEnter(above))
}
