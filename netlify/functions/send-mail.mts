import type { Config } from '@netlify/functions'
import { serveSchedule } from '#server/http/serve-schedule'
import { sendMail } from '#server/mail/send-mail'
import { database } from '#server/services/database'
import { postmark } from '#server/services/mail'
import { openServices } from '#server/services/services'

const services = openServices({ db: database, mail: postmark })

export default serveSchedule('send-mail', services.clock, () => sendMail(services))
export const config: Config = { schedule: '2 * * * *' }
