import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { kilobytes } from '#tests/benchmarks/report.ts'
import { target, type BenchmarkTarget } from '#tests/benchmarks/target.ts'

interface FunctionFigures {
  name: string
  bytes: number
  hasStripe: boolean
}

/** A header that only the SDK writes; it survives minifying. */
const STRIPE = 'X-Stripe-Client-User-Agent'
const [LIMIT_KB, LIMIT_WITH_STRIPE_KB] = [480, 760]

/** Measures the bundle of every function in the folder. */
export async function measureFunctions(folder: string): Promise<FunctionFigures[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.mjs')).toSorted()
  return await Promise.all(
    names.map(async (name) => {
      const code = await readFile(join(folder, name))
      return { name: basename(name, '.mjs'), bytes: code.length, hasStripe: code.includes(STRIPE) }
    }),
  )
}

export const functionTargets = (functions: FunctionFigures[]): BenchmarkTarget[] =>
  functions.map(({ name, bytes, hasStripe }) => {
    const [what, limit] = hasStripe ? ['bundle with Stripe', LIMIT_WITH_STRIPE_KB] : ['bundle', LIMIT_KB]
    return target(`${name}: ${what}`, kilobytes(bytes), limit, 'KB')
  })
