import type { Config } from '@netlify/functions'
import { database } from '#server/clients/database.ts'
import { postmark } from '#server/clients/email.ts'
import { openServices } from '#server/clients/services.ts'
import { stripe } from '#server/clients/stripe.ts'
import { serveSchedule } from '#server/http/serve-schedule.ts'
import { runSettlementJob } from '#server/jobs/settlement-job.ts'

const services = openServices({ db: database, stripe, email: postmark })

export default serveSchedule('settle-payments', services.clock, (run) => runSettlementJob(services, run))
export const config: Config = { schedule: '*/5 * * * *' }
