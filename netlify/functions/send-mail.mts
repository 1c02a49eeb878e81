import type { Config } from '@netlify/functions'
import { serveSchedule } from '#server/http/serve-schedule'
import { sendMail } from '#server/mail/send-mail'
import { services } from '#server/services/services'

export default serveSchedule('send-mail', services.clock, () => sendMail(services))
export const config: Config = { schedule: '2 * * * *' }
