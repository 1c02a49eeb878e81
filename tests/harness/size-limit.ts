const FUNCTION_KB: Record<string, number> = { public: 900, portal: 1500 }

/** Limit of a function's bundle (KB). */
export const functionLimit = (name: string): number => FUNCTION_KB[name] ?? 1000

export type SizeResult = 'met' | 'over' | 'missed'

/** 'over': by less than 10 %, which is reported and does not fail. Nobody should count single bytes. */
export function judgeSize(size: number, limit: number): SizeResult {
  if (size <= limit) return 'met'
  return size - limit < limit / 10 ? 'over' : 'missed'
}

/** Throws if a size is over its limit (KB) by 10 % or more; less is reported in the run's output. */
export function requireSize(what: string, size: number, limit: number): void {
  const result = judgeSize(size, limit)
  if (result === 'met') return
  const message = `${what} has ${size.toFixed(1)} KB, over its limit of ${limit} KB`
  if (result === 'missed') throw new Error(`${message} by 10 % or more`)
  // Vitest hides the console of tests that pass.
  process.stderr.write(`${message}\n`)
}
