import { describe, expect, inject, it, vi } from 'vitest'
import { CRASH_SCENARIOS, faultPointsOf, playScenario } from '#tests/resilience/simulation/crash-points.ts'
import {
  nextUnfinishedSeed,
  runSchedules,
  runSeed,
  type Verdict,
} from '#tests/resilience/simulation/schedules.ts'
import { runInWorkerPool } from '#tests/resilience/simulation/worker-pool.ts'

// Simulated runs need 13 s on a free machine, and several times that on a busy one.
vi.setConfig({ testTimeout: 120_000 })

// A few of the cases that `npm run test:resilience` plays.

/** Each seed fails when the guard beside it is removed. A seed that finds a new fault is added. */
const SEEDS = [
  4, // two requests with one request id wait for each other
  7, // a payment has one intent, however often it is requested from Stripe
  9, // a due refund is requested under an idempotency key without a stored failure
  17, // only the confirmed amount is refunded; keys with a stored failure are skipped
  24, // a refund is made once; a webhook is acknowledged after its commit; stock is released
  26, // every change of a refund or dispute locks the purchase
  7_200_132, // settling a refunded payment locks it before its stock
  645_108, // settling a payment under review locks it before its voucher
]

async function run(seeds: number[]): Promise<Verdict[]> {
  const verdicts: Verdict[] = []
  await runInWorkerPool(inject('postgresPort'), 2, seeds, async (seed, database) => {
    verdicts.push(await runSeed(seed, database))
  })
  return verdicts.toSorted((one, other) => one.seed - other.seed)
}

describe('the simulated money path', () => {
  it('a simulated run ends without problems for each of the seeds', async () => {
    const verdicts = await run(SEEDS)
    expect(verdicts.filter(({ problems }) => problems.length > 0)).toEqual([])
  })

  it('a simulated run has the same trace for the same seed', async () => {
    const [first] = await run([9])
    const [again] = await run([9])
    expect(again?.fingerprint).toBe(first?.fingerprint)
  })

  it('runSchedules plays the seeds from … to from + count − 1 and reports their sums', async () => {
    const lines: string[] = []
    const verdicts = await run([9, 10])
    const { covered, failures, report } = await runSchedules({
      from: 9,
      count: 2,
      postgresPort: inject('postgresPort'),
      progress: (done, of, detail) => void lines.push(`${done} of ${of}, ${detail}`),
    })
    const sum = (name: keyof Verdict['stats']) => verdicts.reduce((all, { stats }) => all + stats[name], 0)
    expect({ covered, failures }).toEqual({ covered: 2, failures: [] })
    expect(report[0]).toContain(
      `Seeds 9 to 10, 2 schedules: ${sum('awaits')} awaits, ${sum('faults')} faults, ${sum('paid')} payments,`,
    )
    expect(report[0]).toMatch(/; 0 broken\.$/)
    expect(lines.at(-1)).toBe('2 of 2, the next seed is 11')
  })

  it('nextUnfinishedSeed returns the first seed that has not ended', () => {
    const next = nextUnfinishedSeed(40)
    expect([41, 42, 40, 44, 43].map(next)).toEqual([40, 40, 43, 43, 45])
  })

  it.each(['claim what was paid', 'settle by the clock'])(
    'the scheduled job alone recovers from a kill after any call: %s',
    async (name) => {
      const scenario = CRASH_SCENARIOS.find(
        ({ path, recovery }) => path.name === name && recovery === 'scheduler',
      )!
      await runInWorkerPool(inject('postgresPort'), 1, [scenario], async (each, database) => {
        const { calls } = await playScenario(each, database)
        expect(calls.length).toBeGreaterThan(6)
        for (const point of faultPointsOf(calls).filter(({ fault }) => fault === 'dies after')) {
          expect((await playScenario(each, database, point)).problems).toEqual([])
        }
      })
    },
  )
})
