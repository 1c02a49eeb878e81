import { readFileSync } from 'node:fs'
import { hasCode } from '#local/error-code.ts'

/** Reads a file; returns undefined if it does not exist. Safe where another process may delete it at any time. */
export function readOptional(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    // ESRCH: a file in /proc whose process ended while it was read.
    if (hasCode(error, 'ENOENT') || hasCode(error, 'ESRCH')) return undefined
    throw error
  }
}
