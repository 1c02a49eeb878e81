import type { SimRun } from '#tests/resilience/simulation/run.ts'
import { callSimFunction } from '#tests/resilience/simulation/sim-functions.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const SETTLE_EVERY = 5 * MINUTE
const HOURLY_AT = 7 * MINUTE

/**
 * Runs Netlify's scheduled functions: settle-payments every five minutes, hourly seven minutes past every hour. Where
 * `isDoubled` returns true, settle-payments is called a second time at once, as a full run, which also refunds, syncs
 * disputes and reconciles.
 */
export function startScheduler(run: SimRun, isDoubled: () => boolean = () => false): void {
  const { timeline, prng } = run
  const settlePayments = (by: string, body: object) => callSimFunction(run, 'settlePayments', { by, body })
  timeline.start(async () => {
    for (;;) {
      await timeline.wait(SETTLE_EVERY - (timeline.now % SETTLE_EVERY))
      timeline.start(() => settlePayments('clock', { next_run: '' }))
      if (isDoubled()) {
        await timeline.wait(prng.between(0, 25_000))
        timeline.start(() => settlePayments('second clock', { full: true }))
      }
    }
  })
  timeline.start(async () => {
    for (;;) {
      await timeline.wait(HOUR - ((timeline.now - HOURLY_AT) % HOUR))
      timeline.start(() => callSimFunction(run, 'hourly', { by: 'clock', body: { next_run: '' } }))
    }
  })
}
