import { describe, expect, inject, it } from 'vitest'
import { pointsOf, SCENARIOS, strike } from '../../../prove/simulator/crash-points.ts'
import { inLanes } from '../../../prove/simulator/lanes.ts'
import { runSeed, type Verdict } from '../../../prove/simulator/schedules.ts'

// A handful of what `npm run prove` looks at.

/** Each of these notices when what stands beside it is taken away. A seed that finds something new joins them. */
const SEEDS = [
  5, // whoever settles a payment locks it first
  7, // nobody takes a mail that another sender has in its hands
  18, // a failure that Stripe keeps under a payment's key is passed by
  24, // what could not be cancelled at Stripe is not cancelled here
  35, // a refund is asked for under its own key
]

async function run(seeds: number[]): Promise<Verdict[]> {
  const verdicts: Verdict[] = []
  await inLanes(inject('postgresPort'), 2, seeds, async (seed, database) => {
    verdicts.push(await runSeed(seed, database))
  })
  return verdicts.toSorted((one, other) => one.seed - other.seed)
}

describe('the money path in simulated worlds', () => {
  it('keeps its promises in all of them', async () => {
    const verdicts = await run(SEEDS)
    expect(verdicts.filter(({ wrong }) => wrong.length > 0)).toEqual([])
  })

  it('goes the same way for the same seed', async () => {
    const [first] = await run([9])
    const [again] = await run([9])
    expect(again?.lines).toEqual(first?.lines)
  })

  it.each(['claim what was paid', 'settle by the clock'])(
    'is made good by the clock alone, whichever call is struck: %s',
    async (name) => {
      const scenario = SCENARIOS.find(({ path, recovery }) => path.name === name && recovery === 'scheduler')!
      await inLanes(inject('postgresPort'), 1, [scenario], async (each, database) => {
        const { calls } = await strike(each, database)
        expect(calls.length).toBeGreaterThan(6)
        for (const point of pointsOf(calls).filter(({ fate }) => fate === 'dies after')) {
          expect((await strike(each, database, point)).wrong).toEqual([])
        }
      })
    },
  )
})
