import { existsSync, globSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isAlive } from '../../local/postgres/postmaster.ts'

const NAME = /^meridian-(\d+)-/

export const scratchPrefix = (parent: string) => join(parent, `meridian-${process.pid}-`)

/** Removes what killed test runs left behind, servers included. */
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
    // Another user's, or another run is at it.
  }
}

/** Only if the number still belongs to the server of that folder. */
function endServer(pidFile: string): void {
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0])
  const command = `/proc/${pid}/cmdline`
  const isServer = existsSync(command) && readFileSync(command, 'utf8').includes(dirname(pidFile))
  if (isServer) process.kill(pid, 'SIGQUIT')
}
