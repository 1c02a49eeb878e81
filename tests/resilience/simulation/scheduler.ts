import { callFunction } from './functions.ts'
import type { Run } from './run.ts'

const MINUTE = 60_000
const EVERY = 5 * MINUTE
const HOUR = 60 * MINUTE
const MAIL_AT = 2 * MINUTE

/**
 * Netlify's clock: settle-payments every five minutes, send-mail two minutes past every hour. `beside`: at the same time
 * somebody calls it for a full run, which also refunds, follows disputes and reconciles.
 */
export function startClockwork(run: Run, beside: () => boolean = () => false): void {
  const { timeline, chance } = run
  const pass = (by: string, body: object) => callFunction(run, 'settlePayments', { by, body })
  timeline.begin(async () => {
    for (;;) {
      await timeline.wait(EVERY - (timeline.now % EVERY))
      timeline.begin(() => pass('clock', { next_run: '' }))
      if (beside()) {
        await timeline.wait(chance.between(0, 25_000))
        timeline.begin(() => pass('second clock', { full: true }))
      }
    }
  })
  timeline.begin(async () => {
    for (;;) {
      await timeline.wait(HOUR - ((timeline.now - MAIL_AT) % HOUR))
      timeline.begin(() => callFunction(run, 'sendMail', { by: 'clock', body: { next_run: '' } }))
    }
  })
}
