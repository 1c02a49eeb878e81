import { existsSync, mkdirSync, readFileSync, truncateSync } from 'node:fs'
import { dirname } from 'node:path'

/** A kill in the middle of writing leaves half a line: whoever asked for it got no answer, so it is cut off. */
export function readLines(file: string): string[] {
  mkdirSync(dirname(file), { recursive: true })
  if (!existsSync(file)) return []
  const written = readFileSync(file)
  const whole = written.subarray(0, written.lastIndexOf('\n') + 1)
  if (whole.length < written.length) truncateSync(file, whole.length)
  return whole.toString('utf8').split('\n').slice(0, -1)
}
