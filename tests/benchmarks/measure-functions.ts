import { readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { kilobytes } from '#tests/benchmarks/report.ts'
import { target, type BenchmarkTarget } from '#tests/benchmarks/target.ts'
import { functionLimit } from '#tests/harness/size-limit.ts'

interface FunctionFigures {
  name: string
  bytes: number
}

/** Measures the bundle of every function in the folder. */
export async function measureFunctions(folder: string): Promise<FunctionFigures[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.mjs')).toSorted()
  return await Promise.all(
    names.map(async (name) => ({
      name: basename(name, '.mjs'),
      bytes: (await stat(join(folder, name))).size,
    })),
  )
}

export const functionTargets = (functions: FunctionFigures[]): BenchmarkTarget[] =>
  functions.map(({ name, bytes }) => target(`${name}: bundle`, kilobytes(bytes), functionLimit(name), 'KB'))
