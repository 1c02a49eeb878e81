import { existsSync, globSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isAlive } from '#local/postgres/postmaster.ts'

const NAME = /^meridian-(\d+)-/

export const scratchPrefix = (parent: string) => join(parent, `meridian-${process.pid}-`)

/** Removes the folders and servers that killed test runs left behind. */
export function sweep(parent: string): void {
  for (const name of readdirSync(parent)) {
    const owner = NAME.exec(name)?.[1]
    if (owner && !isAlive(Number(owner))) remove(join(parent, name))
  }
}

function remove(folder: string): void {
  try {
    for (const file of globSync('**/postmaster.pid', { cwd: folder })) endServer(join(folder, file))
    rmSync(folder, { recursive: true, force: true })
  } catch {
    // It belongs to another user, or another run is removing it.
  }
}

/** Kills the process only if its id still belongs to the server of that folder. */
function endServer(pidFile: string): void {
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0])
  const command = `/proc/${pid}/cmdline`
  const isServer = existsSync(command) && readFileSync(command, 'utf8').includes(dirname(pidFile))
  if (isServer) process.kill(pid, 'SIGQUIT')
}
