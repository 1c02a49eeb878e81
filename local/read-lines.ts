import { existsSync, mkdirSync, readFileSync, truncateSync } from 'node:fs'
import { dirname } from 'node:path'

/** Reads the lines of a file and cuts off an incomplete last one: the process was killed while writing it, so the client
 *  has had no response. */
export function readLines(file: string): string[] {
  mkdirSync(dirname(file), { recursive: true })
  if (!existsSync(file)) return []
  const content = readFileSync(file)
  const whole = content.subarray(0, content.lastIndexOf('\n') + 1)
  if (whole.length < content.length) truncateSync(file, whole.length)
  return whole.toString('utf8').split('\n').slice(0, -1)
}
