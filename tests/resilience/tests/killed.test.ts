import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { isAlive } from '#local/postgres/postmaster.ts'
import { readOptional } from '#local/read-optional.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const FOLDERS = ['/dev/shm', process.env['TMPDIR'] ?? '/tmp']

/** Returns the database folders of these processes, whose names contain the process id, with their servers' ids. */
function serversOf(owners: number[]) {
  const patterns = owners.flatMap((pid) => FOLDERS.map((parent) => `${parent}/meridian-${pid}-*`))
  return globSync(patterns).map((folder) => {
    const text = readOptional(join(folder, 'postgres', 'postmaster.pid'))
    return { folder, pid: Number(text?.split('\n')[0] ?? 0) }
  })
}

const childrenOf = (pid: number) =>
  (readOptional(`/proc/${pid}/task/${pid}/children`) ?? '').split(' ').filter(Boolean).map(Number)

let run: ChildProcess | undefined
afterEach(() => void run?.kill('SIGKILL'))

it.runIf(process.platform === 'linux').each(['SIGKILL', 'SIGINT'] as const)(
  'a resilience run that is ended by %s leaves no process and no database behind',
  async (signal) => {
    run = spawn(process.execPath, ['tests/resilience/resilience.ts', '--only', 'kills'], {
      cwd: ROOT,
      stdio: 'ignore',
    })
    const pid = run.pid!
    const owners = () => [pid, ...childrenOf(pid)]
    const isRunning = () => serversOf(owners()).filter(({ pid }) => pid > 0).length === 2
    await vi.waitUntil(isRunning, { timeout: 60_000, interval: 50 })
    const [processes, servers] = [owners(), serversOf(owners())]
    run.kill(signal)
    const left = () => [
      ...[...processes, ...servers.map(({ pid }) => pid)].filter(isAlive),
      ...servers.map(({ folder }) => folder).filter((folder) => existsSync(folder)),
    ]
    await vi.waitUntil(() => left().length === 0, { timeout: 15_000, interval: 50 }).catch(() => {})
    expect(left()).toEqual([])
  },
  90_000,
)
