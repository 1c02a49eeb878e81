import { chownSync, copyFileSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { workerData } from 'node:worker_threads'
import { hasCode } from '#local/error-code.ts'

// Entry of a worker thread, so that the load goes on meanwhile.

const { from, to, without } = workerData as { from: string; to: string; without: string[] }
copyFolder(from, to)

function copyFolder(source: string, copy: string): void {
  mkdirSync(copy, { mode: 0o700 })
  copyOwner(source, copy)
  for (const entry of readdirSync(source, { withFileTypes: true })) {
    if (source === from && without.includes(entry.name)) continue
    const [one, other] = [join(source, entry.name), join(copy, entry.name)]
    if (entry.isDirectory()) copyFolder(one, other)
    else copyIfExists(one, other)
  }
}

/** The server may have deleted the file meanwhile. */
function copyIfExists(file: string, copy: string): void {
  try {
    copyFileSync(file, copy)
    copyOwner(file, copy)
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error
  }
}

/** Postgres only starts on files of its own user. */
function copyOwner(original: string, copy: string): void {
  const { uid, gid } = statSync(original)
  chownSync(copy, uid, gid)
}
