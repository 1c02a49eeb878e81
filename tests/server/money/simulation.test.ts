import { describe, expect, inject, it } from 'vitest'
import { CRASH_SCENARIOS, faultPointsOf, playScenario } from '#tests/resilience/simulation/crash-points.ts'
import { runSchedules, runSeed, type Verdict } from '#tests/resilience/simulation/schedules.ts'
import { runInWorkerPool } from '#tests/resilience/simulation/worker-pool.ts'

// A few of the cases that `npm run test:resilience` plays.

/** Each seed fails when the guard beside it is removed. A seed that finds a new fault is added. */
const KNOWN_SEEDS = [
  4, // two requests with one request id wait for each other
  7, // a payment has one intent, however often it is requested from Stripe
  9, // a due refund is requested under an idempotency key without a stored failure
  14, // unpaid payments of strangers do not keep the full run from a refund
  17, // only the confirmed amount is refunded
  24, // a refund is made once; a webhook is acknowledged after its commit; stock is released
  26, // every change of a refund or dispute locks the purchase
  88, // a payment skips keys with a stored failure
  300_080, // a report on a gift email that left unnoticed tells its recipient that the voucher has ended
  337_265, // a charge that changes between two of Stripe's lists is no difference
  7_200_132, // settling a refunded payment locks it before its stock
  645_108, // settling a payment under review locks it before its voucher
  909_386, // an email to a holder that failed stays with the address that it failed at
  694_951, // a change is no difference before a full run has settled everything
  260_223, // settling a payment under review locks it before its stock
]
const SEEDS = process.env['NIGHTLY'] === '1' ? KNOWN_SEEDS : [24]

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

  it('a simulated run has the same trace when its seed is played again', async () => {
    const options = { from: 26, count: 1, postgresPort: inject('postgresPort'), progress: () => {} }
    const { covered, failures, report } = await runSchedules(options)
    expect({ covered, failures }).toEqual({ covered: 1, failures: [] })
    expect(report[1]).toContain('1 of them were run twice')
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
