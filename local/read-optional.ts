import { readFileSync } from 'node:fs'
import { hasCode } from './error-code.ts'

/** Nothing where there is no such file: another program's, which may go between looking for it and reading it. */
export function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    // The second where it went while it was read, as what Linux tells of a process does.
    if (hasCode(error, 'ENOENT') || hasCode(error, 'ESRCH')) return undefined
    throw error
  }
}
