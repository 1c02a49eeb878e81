import type { RunDetails } from 'fast-check'

type Details = Omit<RunDetails<unknown[]>, 'runConfiguration'>

/** A sentence for a property that does not hold: the smallest case that was found, and how to see it again. */
export function sentencesOf(part: string, details: Details): string[] {
  if (!details.failed) return []
  const { seed, counterexamplePath, counterexample, numShrinks, errorInstance } = details
  const what = errorInstance instanceof Error ? errorInstance.message : String(errorInstance)
  const [example] = counterexample ?? []
  const lines = (Array.isArray(example) ? example : [example]).map((one) => `    ${JSON.stringify(one)}`)
  const origin = `seed ${seed}, path ${counterexamplePath}, made ${numShrinks} times smaller`
  return [`${part}: ${what}\n  ${origin}:\n${lines.join('\n')}`]
}
