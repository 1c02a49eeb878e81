import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { chownSync, existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The user that runs Postgres, which refuses to run as root. In a user namespace root appears as an ordinary user. */
export type PostgresUser = 'self' | 'namespace' | { uid: number; gid: number }

const NOBODY = { uid: 65534, gid: 65534 }

export function accountFor(dir: string, program: string): PostgresUser {
  if (process.getuid?.() !== 0) return 'self'
  if (existsSync(join(dir, 'PG_VERSION'))) {
    const { uid, gid } = statSync(dir)
    return uid === 0 ? 'namespace' : { uid, gid }
  }
  const open = isWorldAccessible(dirname(program)) && isWorldAccessible(dirname(dir))
  return open ? NOBODY : 'namespace'
}

export function chownTo(account: PostgresUser, ...paths: string[]): void {
  if (typeof account === 'string') return
  for (const path of paths) chownSync(path, account.uid, account.gid)
}

export function spawnAs(
  account: PostgresUser,
  program: string,
  parameters: string[],
  options: SpawnOptions,
): ChildProcess {
  const settings = { ...options, env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' } }
  if (account === 'self') return spawn(program, parameters, settings)
  if (account !== 'namespace') return spawn(program, parameters, { ...settings, ...account })
  return spawn('unshare', ['-U', '--map-user=1000', '--map-group=1000', program, ...parameters], settings)
}

function isWorldAccessible(dir: string): boolean {
  const parent = dirname(dir)
  return (statSync(dir).mode & 0o001) !== 0 && (parent === dir || isWorldAccessible(parent))
}
