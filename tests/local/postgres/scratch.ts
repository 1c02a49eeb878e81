import { accessSync, chmodSync, constants, mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Postgres, startPostgres } from '../../../local/postgres/postgres.ts'
import { scratchPrefix, sweep } from './sweep.ts'

/** A new folder, in memory where the system has such a place. Anybody may enter it: Postgres is not run by root. */
export function scratchFolder(): string {
  const parent = inMemory() ? '/dev/shm' : tmpdir()
  sweep(parent)
  const folder = mkdtempSync(scratchPrefix(parent))
  chmodSync(folder, 0o755)
  return folder
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
