import type { Config } from '@netlify/functions'
import { serveSchedule } from '#server/http/serve-schedule'
import { sendMail } from '#server/mail/send-mail'
import { settlePayments } from '#server/payments/settle-payments'
import { services } from '#server/services/services'

export default serveSchedule('settle-payments', services.clock, async (run) => {
  const settled = await settlePayments(services, run)
  if (settled > 0) await sendMail(services)
  return settled
})
export const config: Config = { schedule: '*/5 * * * *' }
