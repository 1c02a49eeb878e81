import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { importTimes } from '#tests/benchmarks/functions/import-times.ts'
import { BUNDLED, LIBRARIES, type Library } from '#tests/benchmarks/functions/libraries.ts'
import { median, rounded } from '#tests/benchmarks/median.ts'
import { formatTable } from '#tests/benchmarks/report.ts'
import { MARGIN, target, type BenchmarkTarget } from '#tests/benchmarks/target.ts'

const ROUNDS = 11

export interface FunctionFigures {
  name: string
  bytes: number
  library: Library
  /** Import time over that of an empty handler, on the machine on which the limits were set (ms). */
  importMs: number
}

/** A header that only the SDK writes; it survives minifying. */
const STRIPE = 'X-Stripe-Client-User-Agent'

/** Imports every function in turns with its libraries alone, so that both run under the same load. */
export async function measureFunctions(folder: string): Promise<FunctionFigures[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.mjs')).toSorted()
  const functions: FunctionFigures[] = []
  for (const name of names) functions.push(await measureFunction(join(folder, name)))
  return functions
}

async function measureFunction(file: string): Promise<FunctionFigures> {
  const code = await readFile(file)
  const library = code.includes(STRIPE) ? 'withStripe' : 'withoutStripe'
  const [times = [], libraryTimes = []] = await importTimes(ROUNDS, [file, BUNDLED[library]])
  const importMs = onReferenceMachine(library, times, libraryTimes)
  return { name: basename(file, '.mjs'), bytes: code.length, library, importMs }
}

/**
 * Returns the import time (ms) on the machine on which the limits were set. The times of each round are compared, because
 * the speed of a shared machine varies between rounds.
 */
export function onReferenceMachine(library: Library, times: number[], libraryTimes: number[]): number {
  const ratios = times.map((ms, round) => ms / libraryTimes[round]!)
  return rounded(median(ratios) * LIBRARIES[library].ms)
}

export function functionTable(functions: FunctionFigures[]): string {
  const rows = functions.map(({ name, bytes, library, importMs }) => [
    name,
    library === 'withStripe' ? 'Stripe' : '',
    rounded(bytes / 1000),
    importMs,
  ])
  const { withoutStripe, withStripe } = LIBRARIES
  return `${formatTable(['function', 'holds', 'KB', 'import ms'], rows)}\nOver an empty handler; medians of ${ROUNDS} rounds in turns with the libraries alone, which count as ${withoutStripe.ms} ms, and as ${withStripe.ms} ms with Stripe.`
}

const LIMITS: Record<Library, { kilobytes: number; ms: number }> = {
  withoutStripe: { kilobytes: 390, ms: 26 },
  /** Most of the time is Node's own `http`, which the SDK loads. */
  withStripe: { kilobytes: 660, ms: 65 },
}

export function functionTargets(functions: FunctionFigures[]): BenchmarkTarget[] {
  return functions.flatMap(({ name, bytes, library, importMs }) => {
    const { kilobytes, ms } = LIMITS[library]
    return [
      target(`${name}: bundle`, Math.round(bytes / 100) / 10, kilobytes, 'KB'),
      target(`${name}: import over an empty handler`, importMs, ms, 'ms', MARGIN),
    ]
  })
}
