import { join } from 'node:path'
import { startChild } from '../../bench/child.ts'
import type { Part } from '../part.ts'
import type { Answered, Result } from './slow-world.ts'
import { SLOWNESSES } from './slowness.ts'

const WORLD = join(import.meta.dirname, 'slow-world.ts')
/** Nobody waits longer, in seconds. */
const LONGEST = 25
/** Whose honest answer is a refusal: a link to reset a password that there is none of. */
const REFUSED = new Set(['resetPassword'])

/** Everything is asked in worlds that are slow in one way or another; all of them are waited for at the same time. */
export const slowWorlds: Part = async ({ postgresPort, progress }) => {
  const names = Object.keys(SLOWNESSES)
  await using started = new AsyncDisposableStack()
  const start = async (slowness: string) =>
    started.use(await startChild<'ready', Result>(WORLD, [slowness, `${postgresPort}`]))
  const worlds = await Promise.all(names.map(start))
  let done = 0
  const results = await Promise.all(
    worlds.map(async ({ ask }) => {
      const result = await ask()
      progress(++done, names.length)
      return result
    }),
  )
  return {
    covered: results.reduce((sum, { answers }) => sum + answers.length, 0),
    failures: results.flatMap((result, nth) => judge(names[nth]!, result)),
    report: results.map((result, nth) => describe(names[nth]!, result)),
  }
}

function judge(slowness: string, { answers, broken }: Result): string[] {
  return [...answers.flatMap((answer) => complaints(slowness, answer)), ...broken].map(
    (sentence) => `with ${slowness}, ${sentence}`,
  )
}

function complaints(slowness: string, { name, seconds, status, message }: Answered): string[] {
  const late = seconds > LONGEST ? [`${name} took ${seconds.toFixed(1)} s`] : []
  if (status < 400 || (status < 500 && REFUSED.has(name))) return late
  const honest = SLOWNESSES[slowness]!.says(name).includes(message)
  return honest ? late : [...late, `${name} answered ${status}: ${message}`]
}

function describe(slowness: string, { answers }: Result): string {
  const slowest = answers.toSorted((one, other) => other.seconds - one.seconds)[0]!
  const failed = answers.filter(({ status }) => status >= 500).length
  return `With ${slowness}: ${answers.length - failed} of ${answers.length} did what they were asked, ${failed} said why not; the longest wait was ${slowest.seconds.toFixed(1)} s, for ${slowest.name}.`
}
