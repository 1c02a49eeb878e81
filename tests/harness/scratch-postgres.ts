import { accessSync, chmodSync, constants, mkdtempSync } from 'node:fs'
import { spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Postgres, startPostgres } from '../../local/postgres/postgres.ts'
import { scratchPrefix, sweep } from './sweep-postgres.ts'

/**
 * A new folder, in memory where the system has such a place. Anybody may enter it: Postgres is not run by root. It goes
 * with this process, however that ends.
 */
export function scratchFolder(): string {
  const parent = inMemory() ? '/dev/shm' : tmpdir()
  sweep(parent)
  const folder = mkdtempSync(scratchPrefix(parent))
  chmodSync(folder, 0o755)
  removeWithThisProcess(folder)
  return folder
}

/** The pipe closes when its other end is gone: by a clean end, a signal or a kill -9. */
const REMOVE = `
cat > /dev/null
for file in $(find "$1" -name postmaster.pid); do
  pid=$(head -n 1 "$file")
  { tr '\\0' ' ' < "/proc/$pid/cmdline" || ps -o args= -p "$pid"; } | grep -qF "$1" || continue
  kill -QUIT "$pid"
  while kill -0 "$pid"; do sleep 0.05; done
done
rm -rf "$1"`

/** Ends the database servers in the folder and removes it when this process is gone. */
function removeWithThisProcess(folder: string): void {
  // Not in our process group, so that Ctrl-C does not end it with us.
  const shell = spawn('sh', ['-c', REMOVE, 'sh', folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  // Without a shell, the sweep of the next run is left.
  shell.on('error', () => {})
  shell.unref()
  const { stdin } = shell
  if (stdin instanceof Socket) stdin.unref()
}

function inMemory(): boolean {
  try {
    accessSync('/dev/shm', constants.W_OK)
    return true
  } catch {
    return false
  }
}

export interface Cluster extends Postgres, AsyncDisposable {
  dir: string
}

/** A database server for one test file, removed when it is disposed of. `fast` unless it is to be killed. */
export async function startCluster({ fast = true } = {}): Promise<Cluster> {
  const folder = scratchFolder()
  const dir = join(folder, 'postgres')
  const postgres = await startPostgres({ dir, fast })
  return {
    ...postgres,
    dir,
    async [Symbol.asyncDispose]() {
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
