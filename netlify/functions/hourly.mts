import type { Config } from '@netlify/functions'
import { buildHook } from '#server/clients/build-hook.ts'
import { database } from '#server/clients/database.ts'
import { postmark } from '#server/clients/email.ts'
import { openServices } from '#server/clients/services.ts'
import { serveSchedule } from '#server/http/serve-schedule.ts'
import { runHourlyJob } from '#server/jobs/hourly-job.ts'

const services = openServices({ db: database, email: postmark, buildHook })

export default serveSchedule('hourly', services.clock, () => runHourlyJob(services))
// Soon after the full run of settle-payments, so that the database is awake once an hour.
export const config: Config = { schedule: '7 * * * *' }
