import type { Config } from '@netlify/functions'
import { serveSchedule } from '#server/http/serve-schedule'
import { sendMail } from '#server/mail/send-mail'
import { settlePayments } from '#server/payments/settle-payments'
import { database } from '#server/services/database'
import { postmark } from '#server/services/mail'
import { openServices } from '#server/services/services'
import { stripe } from '#server/services/stripe'

const services = openServices({ db: database, stripe, mail: postmark })

export default serveSchedule('settle-payments', services.clock, async (run) => {
  const { settled, awake } = await settlePayments(services, run)
  // Whoever settled one before this may have died before its mails left.
  if (awake) await sendMail(services)
  return settled
})
export const config: Config = { schedule: '*/5 * * * *' }
