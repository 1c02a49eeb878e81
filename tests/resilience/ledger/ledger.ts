import * as fc from 'fast-check'
import { clinic } from '#clinic/current-clinic.ts'
import { silenceConsole } from '#local/silence-console.ts'
import { startWorld } from '#tests/harness/start-world.ts'
import { describeCounterexample } from '#tests/resilience/describe-counterexample.ts'
import type { StepResult } from '#tests/resilience/ledger/model-run.ts'
import { play } from '#tests/resilience/ledger/play.ts'
import { sequenceOf, type LedgerStep } from '#tests/resilience/ledger/steps.ts'
import type { Part } from '#tests/resilience/part.ts'

const SEQUENCES = 1000
const STEPS = 30
/** Test sites that play at the same time: while one waits for its database, another continues. */
const PLAYERS = 4
/** Stripe's own decisions never come (ms); steps make them. */
const NEVER = 2 ** 31 - 1

/** Plays random changes of vouchers and compares each with a model of the ledger. */
export const ledger: Part = async ({ from, count: sequences = SEQUENCES, postgresPort, progress }) => {
  // The model does not know days; the limit has tests of its own.
  clinic.vouchers.complimentaryPerDay = 100_000
  await using worlds = new AsyncDisposableStack()
  const counts: Record<string, number> = {}
  let played = 0
  const players: (() => Promise<fc.RunDetails<[LedgerStep[]]>>)[] = []
  for (let nth = 0; nth < Math.min(PLAYERS, sequences); nth++) {
    const world = worlds.use(await startWorld(postgresPort, { stripeSettlesAfter: NEVER }))
    const property = fc.asyncProperty(sequenceOf(STEPS), async (steps) => {
      await play(world, steps, count)
      progress((played += 1), sequences)
    })
    players.push(() => fc.check(property, { seed: from + nth, numRuns: share(sequences, nth) }))
  }
  const results = await silenceConsole(() => Promise.all(players.map((playAt) => playAt())))
  return {
    covered: results.reduce((sum, { numRuns }) => sum + numRuns, 0),
    failures: results.flatMap((result) => describeCounterexample('ledger', result)),
    report: [describe(counts)],
  }

  function count(step: LedgerStep, result: StepResult) {
    const key = `${step.do} ${result}`
    counts[key] = (counts[key] ?? 0) + 1
  }
}

const share = (all: number, nth: number) => Math.ceil((all - nth) / PLAYERS)

const describe = (counts: Record<string, number>) =>
  Object.entries(counts)
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([what, times]) => `${what} ${times}`)
    .join(', ')
