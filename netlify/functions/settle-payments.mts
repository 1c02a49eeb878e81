import type { Config } from '@netlify/functions'
import { serveSchedule } from '#server/http/serve-schedule'
import { runSettlementJob } from '#server/jobs/settlement-job'
import { database } from '#server/services/database'
import { postmark } from '#server/services/mail'
import { openServices } from '#server/services/services'
import { stripe } from '#server/services/stripe'

const services = openServices({ db: database, stripe, mail: postmark })

export default serveSchedule('settle-payments', services.clock, (run) => runSettlementJob(services, run))
export const config: Config = { schedule: '*/5 * * * *' }
