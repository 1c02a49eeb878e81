import type { Config } from '@netlify/functions'
import { serveSchedule } from '#server/http/serve-schedule'
import { sendMail } from '#server/email/send-emails'
import { database } from '#server/clients/database'
import { postmark } from '#server/clients/email'
import { openServices } from '#server/clients/services'

const services = openServices({ db: database, mail: postmark })

export default serveSchedule('send-mail', services.clock, () => sendMail(services))
export const config: Config = { schedule: '2 * * * *' }
