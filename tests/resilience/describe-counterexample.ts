import type { RunDetails } from 'fast-check'

type Details = Omit<RunDetails<unknown[]>, 'runConfiguration'>

/** Describes a failed property: the error, the smallest counterexample, and the seed that repeats it. */
export function describeCounterexample(part: string, details: Details): string[] {
  if (!details.failed) return []
  const { seed, counterexamplePath, counterexample, numShrinks, errorInstance } = details
  const what = errorInstance instanceof Error ? reasonOf(errorInstance) : String(errorInstance)
  const [example] = counterexample ?? []
  const lines = (Array.isArray(example) ? example : [example]).map((one) => `    ${JSON.stringify(one)}`)
  const origin = `seed ${seed}, path ${counterexamplePath}, made ${numShrinks} times smaller`
  return [`${part}: ${what}\n  ${origin}:\n${lines.join('\n')}`]
}

/** Returns the message and the first stack frames outside node_modules. */
function reasonOf({ name, message, stack = '' }: Error): string {
  const frames = stack.split('\n').filter((line) => /^ +at /.test(line) && !line.includes('/node_modules/'))
  return [`${name}: ${message}`, ...frames.slice(0, 3)].join('\n')
}
