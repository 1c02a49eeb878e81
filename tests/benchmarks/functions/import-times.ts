import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { BUNDLED, LIBRARIES } from '#tests/benchmarks/functions/libraries.ts'
import { median } from '#tests/benchmarks/median.ts'

const EMPTY = `export default () => new Response('ok')\nexport const config = { path: '/api/empty' }\n`
const CLOCK = join(import.meta.dirname, 'time-import.mjs')

/** Returns the import times of each file over that of an empty handler (ms), one per round. The files take turns. */
export async function importTimes(rounds: number, files: string[]): Promise<number[][]> {
  const folder = await mkdtemp(join(tmpdir(), 'meridian-bench-'))
  const empty = join(folder, 'empty.mjs')
  await writeFile(empty, EMPTY)
  const times = files.map((): number[] => [])
  try {
    for (let round = 0; round < rounds; round++) {
      const emptyMs = await importTime(empty)
      for (const [nth, file] of files.entries()) times[nth]!.push((await importTime(file)) - emptyMs)
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

/** Enough for several seconds: a shared machine is slow for seconds at a time. */
const SLOWDOWN_ROUNDS = 45

/**
 * Returns how many times longer this machine takes now to import the libraries than the one on which the limits in
 * milliseconds were set. At least 1, so that a faster machine keeps the limits.
 */
export async function slowdown(): Promise<number> {
  const [times = []] = await importTimes(SLOWDOWN_ROUNDS, [BUNDLED.withoutStripe])
  return Math.max(1, median(times) / LIBRARIES.withoutStripe.ms)
}
