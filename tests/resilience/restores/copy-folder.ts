import { chownSync, copyFileSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { workerData } from 'node:worker_threads'
import { hasCode } from '../../../local/error-code.ts'

// In a thread of its own: everybody goes on with what they are at.

const { from, to, without } = workerData as { from: string; to: string; without: string[] }
copyFolder(from, to)

function copyFolder(source: string, copy: string): void {
  mkdirSync(copy, { mode: 0o700 })
  giveLike(source, copy)
  for (const entry of readdirSync(source, { withFileTypes: true })) {
    if (source === from && without.includes(entry.name)) continue
    const [one, other] = [join(source, entry.name), join(copy, entry.name)]
    if (entry.isDirectory()) copyFolder(one, other)
    else copyIfThere(one, other)
  }
}

/** The server may have done with a file meanwhile. */
function copyIfThere(file: string, copy: string): void {
  try {
    copyFileSync(file, copy)
    giveLike(file, copy)
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error
  }
}

/** Postgres starts on what belongs to whom it runs as. */
function giveLike(original: string, copy: string): void {
  const { uid, gid } = statSync(original)
  chownSync(copy, uid, gid)
}
