import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { rounded } from '../median.ts'
import { formatTable } from '../report.ts'
import { importTimes, ROUNDS } from './import-times.ts'
import { BUNDLED, type Library, slowdownBy } from './libraries.ts'
import { MARGIN, target, type BenchmarkTarget } from '../target.ts'

export interface FunctionFigures {
  name: string
  bytes: number
  library: Library
  /** Import time over that of an empty handler (ms). */
  importMs: number
  /** The same of the library alone, in turns with it. */
  libraryMs: number
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
  const [importMs = 0, libraryMs = 0] = await importTimes(file, BUNDLED[library])
  return { name: basename(file, '.mjs'), bytes: code.length, library, importMs, libraryMs }
}

export function functionTable(functions: FunctionFigures[]): string {
  const rows = functions.map(({ name, bytes, library, importMs, libraryMs }) => [
    name,
    library === 'withStripe' ? 'Stripe' : '',
    rounded(bytes / 1000),
    importMs,
    libraryMs,
  ])
  const heads = ['function', 'holds', 'KB', 'import ms', 'libraries alone ms']
  return `${formatTable(heads, rows)}\nMedians of ${ROUNDS} rounds over an empty handler, each import in a process of its own.`
}

const LIMITS: Record<Library, { kilobytes: number; ms: number }> = {
  withoutStripe: { kilobytes: 390, ms: 26 },
  /** Most of the time is Node's own `http`, which the SDK loads. */
  withStripe: { kilobytes: 660, ms: 65 },
}

export function functionTargets(functions: FunctionFigures[]): BenchmarkTarget[] {
  return functions.flatMap(({ name, bytes, library, importMs, libraryMs }) => {
    const { kilobytes, ms } = LIMITS[library]
    const limit = rounded(ms * slowdownBy(library, libraryMs))
    return [
      target(`${name}: bundle`, Math.round(bytes / 100) / 10, kilobytes, 'KB'),
      target(`${name}: import over an empty handler`, importMs, limit, 'ms', MARGIN),
    ]
  })
}
