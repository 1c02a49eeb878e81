import { describe, expect, inject, it } from 'vitest'
import { pointsOf, SCENARIOS, strike } from '../../resilience/simulation/crash-points.ts'
import { inLanes } from '../../resilience/simulation/worker-pool.ts'
import { proveSchedules, runSeed, seedsReached, type Verdict } from '../../resilience/simulation/schedules.ts'

// A few of the cases that `npm run test:resilience` plays.

/** Each of these notices when what stands beside it is taken away. A seed that finds something new joins them. */
const SEEDS = [
  4, // two calls under one request id wait for each other
  7, // a payment has one intent, however often Stripe is asked for it
  9, // a refund that is due is asked for, under a key that keeps no failure
  17, // a refund is made only of the amount that was confirmed; a failure that Stripe keeps is passed by
  24, // a refund is made once; a webhook is acknowledged once its effect is committed; stock is given back
  26, // whatever changes a refund or a dispute locks what was bought
  645_108, // settling a payment that is under review locks it before its voucher
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

  it('proveSchedules plays the seeds from … to from + count − 1, and says what they covered', async () => {
    const told: string[] = []
    const verdicts = await run([9, 10])
    const { covered, failures, report } = await proveSchedules({
      from: 9,
      count: 2,
      postgresPort: inject('postgresPort'),
      progress: (done, of, detail) => void told.push(`${done} of ${of}, ${detail}`),
    })
    const sum = (name: keyof Verdict['tally']) => verdicts.reduce((all, { tally }) => all + tally[name], 0)
    expect({ covered, failures }).toEqual({ covered: 2, failures: [] })
    expect(report[0]).toContain(
      `Seeds 9 to 10, 2 schedules: ${sum('awaits')} awaits, ${sum('faults')} faults, ${sum('paid')} payments,`,
    )
    expect(report[0]).toMatch(/; 0 broken\.$/)
    expect(told.at(-1)).toBe('2 of 2, the next seed is 11')
  })

  it('seedsReached passes no seed that has not ended', () => {
    const reached = seedsReached(40)
    expect([41, 42, 40, 44, 43].map(reached)).toEqual([40, 40, 43, 43, 45])
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
