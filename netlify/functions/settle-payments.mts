import type { Config } from '@netlify/functions'
import { serveSchedule } from '#server/http/serve-schedule'
import { sendMail } from '#server/mail/send-mail'
import { reconcile } from '#server/payments/reconcile'
import { settlePayments } from '#server/payments/settle-payments'
import { listShownPayments } from '#server/reports/attention'
import { database } from '#server/services/database'
import { postmark } from '#server/services/mail'
import { openServices } from '#server/services/services'
import { stripe } from '#server/services/stripe'

/** A scheduled function lives 30 s (ms). */
const RECONCILED_WITHIN = 25_000

const services = openServices({ db: database, stripe, mail: postmark })

export default serveSchedule('settle-payments', services.clock, async (run) => {
  const began = services.clock.now().getTime()
  const { settled, awake } = await settlePayments(services, run)
  // Whoever settled one before this may have died before its mails left.
  if (awake) await sendMail(services)
  if (run.full) {
    const timeIsUp = () => services.clock.now().getTime() > began + RECONCILED_WITHIN
    await reconcile(services, { days: 8, shown: await listShownPayments(services), timeIsUp })
  }
  return settled
})
export const config: Config = { schedule: '*/5 * * * *' }
