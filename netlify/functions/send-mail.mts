import type { Config } from '@netlify/functions'
import { database } from '#server/clients/database.ts'
import { postmark } from '#server/clients/email.ts'
import { openServices } from '#server/clients/services.ts'
import { sendEmails } from '#server/email/send-emails.ts'
import { serveSchedule } from '#server/http/serve-schedule.ts'

const services = openServices({ db: database, email: postmark })

export default serveSchedule('send-mail', services.clock, () => sendEmails(services))
export const config: Config = { schedule: '2 * * * *' }
