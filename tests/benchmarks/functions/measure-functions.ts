import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { median, rounded } from '../median.ts'
import { formatTable } from '../report.ts'
import { importTimes, overEmpty, type Pair, ROUNDS } from './import-times.ts'
import { BUNDLED, type Library, slowdownBy } from './libraries.ts'
import { MARGIN, target, type BenchmarkTarget } from '../target.ts'

interface Imports {
  functions: FunctionFigures[]
  libraries: Record<Library, FunctionFigures>
}

export interface FunctionFigures {
  name: string
  bytes: number
  holdsStripe: boolean
  /** Milliseconds, medians over the rounds. */
  importMs: number
  emptyMs: number
  overEmptyMs: number
  /** Quartiles of the rounds. */
  overEmptyQuartilesMs: [number, number]
}

/** A header that only the SDK writes; it survives minifying. */
const STRIPE = 'X-Stripe-Client-User-Agent'

/** Imports every function and the libraries alone in turn, so that all run under the same load. */
export async function measureFunctions(folder: string): Promise<Imports> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.mjs')).toSorted()
  const functions = names.map((name) => join(folder, name))
  const times = await importTimes([...functions, ...Object.values(BUNDLED)])
  const of = (file: string) => figuresOf(file, times.get(file) ?? [])
  return {
    functions: await Promise.all(functions.map(of)),
    libraries: {
      withoutStripe: await of(BUNDLED.withoutStripe),
      withStripe: await of(BUNDLED.withStripe),
    },
  }
}

async function figuresOf(file: string, pairs: Pair[]): Promise<FunctionFigures> {
  const code = await readFile(file)
  const over = overEmpty(pairs)
  return {
    name: basename(file, '.mjs'),
    bytes: code.length,
    holdsStripe: code.includes(STRIPE),
    importMs: rounded(median(pairs.map(({ full }) => full))),
    emptyMs: rounded(median(pairs.map(({ empty }) => empty))),
    overEmptyMs: rounded(median(over)),
    overEmptyQuartilesMs: [rounded(median(over, 0.25)), rounded(median(over, 0.75))],
  }
}

export function functionTable({ functions, libraries }: Imports): string {
  const rows = [...functions, libraries.withoutStripe, libraries.withStripe].map((each) => [
    each.name,
    each.holdsStripe ? 'Stripe' : '',
    rounded(each.bytes / 1000),
    each.importMs,
    each.emptyMs,
    each.overEmptyMs,
    each.overEmptyQuartilesMs.join(' – '),
  ])
  const heads = ['function', 'holds', 'KB', 'import ms', 'empty ms', 'over empty', 'middle half']
  return `${formatTable(heads, rows)}\nMedians of ${ROUNDS} paired rounds, each import in a process of its own. The last two: the libraries alone.`
}

const LIMITS: Record<Library, { kilobytes: number; ms: number }> = {
  withoutStripe: { kilobytes: 390, ms: 26 },
  /** Most of the time is Node's own `http`, which the SDK loads. */
  withStripe: { kilobytes: 660, ms: 65 },
}

export function functionTargets({ functions, libraries }: Imports): BenchmarkTarget[] {
  return functions.flatMap(({ name, bytes, holdsStripe, overEmptyMs }) => {
    const library = holdsStripe ? 'withStripe' : 'withoutStripe'
    const { kilobytes, ms } = LIMITS[library]
    const limit = rounded(ms * slowdownBy(library, libraries[library].overEmptyMs))
    return [
      target(`${name}: bundle`, Math.round(bytes / 100) / 10, kilobytes, 'KB'),
      target(`${name}: import over an empty handler`, overEmptyMs, limit, 'ms', MARGIN),
    ]
  })
}
