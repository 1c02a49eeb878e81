import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { BUNDLED, slowdownBy } from './libraries.ts'
import { median } from '../median.ts'

export const ROUNDS = 11

const EMPTY = `export default () => new Response('ok')\nexport const config = { path: '/api/empty' }\n`
const CLOCK = join(import.meta.dirname, 'time-import.mjs')

export interface Pair {
  empty: number
  full: number
}

export const overEmpty = (pairs: Pair[]): number[] => pairs.map(({ full, empty }) => full - empty)

/** Returns for each file one pair of import times (ms) per round: an empty handler, then the file. */
export async function importTimes(files: string[]): Promise<Map<string, Pair[]>> {
  const folder = await mkdtemp(join(tmpdir(), 'meridian-bench-'))
  const empty = join(folder, 'empty.mjs')
  await writeFile(empty, EMPTY)
  const times = new Map(files.map((file): [string, Pair[]] => [file, []]))
  try {
    for (let round = 0; round < ROUNDS; round++) {
      for (const [file, pairs] of times) {
        pairs.push({ empty: await importTime(empty), full: await importTime(file) })
      }
    }
  } finally {
    await rm(folder, { recursive: true })
  }
  return times
}

const run = promisify(execFile)

async function importTime(file: string): Promise<number> {
  // A compile cache would hide the work of a cold start.
  const { NODE_COMPILE_CACHE: _, NODE_OPTIONS: __, ...env } = process.env
  const { stdout } = await run(process.execPath, [CLOCK, pathToFileURL(file).href], { env })
  return Number(stdout)
}

/**
 * Returns how many times longer this machine takes now to import the libraries than the one on which the limits in
 * milliseconds were set. At least 1.
 */
export async function slowdown(): Promise<number> {
  const times = await importTimes([BUNDLED.withoutStripe])
  return slowdownBy('withoutStripe', median(overEmpty([...times.values()].flat())))
}
