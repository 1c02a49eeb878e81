import type { Config } from '@netlify/functions'
import { serveSchedule } from '#server/http/serve-schedule'
import { sendEmails } from '#server/email/send-emails'
import { database } from '#server/clients/database'
import { postmark } from '#server/clients/email'
import { openServices } from '#server/clients/services'

const services = openServices({ db: database, email: postmark })

export default serveSchedule('send-mail', services.clock, () => sendEmails(services))
export const config: Config = { schedule: '2 * * * *' }
