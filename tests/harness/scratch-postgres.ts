import { spawn } from 'node:child_process'
import { accessSync, chmodSync, constants, mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres, type Postgres } from '#local/postgres/postgres.ts'
import { scratchPrefix, sweep } from '#tests/harness/sweep-postgres.ts'

/**
 * Creates a folder, in memory if possible. Every user may enter it, because Postgres does not run as root. It is removed
 * when this process ends, even by a kill.
 */
export function scratchFolder(): string {
  const parent = inMemory() ? '/dev/shm' : tmpdir()
  sweep(parent)
  const folder = mkdtempSync(scratchPrefix(parent))
  chmodSync(folder, 0o755)
  removeWithThisProcess(folder)
  return folder
}

/** The pipe closes when this process ends: normally, by a signal or by kill -9. */
const REMOVE = `
cat > /dev/null
for file in $(find "$1" -name postmaster.pid); do
  pid=$(head -n 1 "$file")
  { tr '\\0' ' ' < "/proc/$pid/cmdline" || ps -o args= -p "$pid"; } | grep -qF "$1" || continue
  kill -QUIT "$pid"
  while kill -0 "$pid"; do sleep 0.05; done
done
rm -rf "$1"`

/** Stops the database servers in the folder and removes it when this process ends. */
function removeWithThisProcess(folder: string): void {
  // In another process group, so that Ctrl-C does not end it, too.
  const shell = spawn('sh', ['-c', REMOVE, 'sh', folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  // Without a shell, the next run removes the folder.
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

/** Starts a database server for one test file. Not `fast` in tests that kill it. */
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
