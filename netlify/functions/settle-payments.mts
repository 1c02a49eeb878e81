import type { Config } from '@netlify/functions'
import { serveSchedule } from '#server/http/serve-schedule'
import { runSettlementJob } from '#server/settlement/settlement-job'
import { database } from '#server/clients/database'
import { postmark } from '#server/clients/email'
import { openServices } from '#server/clients/services'
import { stripe } from '#server/clients/stripe'

const services = openServices({ db: database, stripe, email: postmark })

export default serveSchedule('settle-payments', services.clock, (run) => runSettlementJob(services, run))
export const config: Config = { schedule: '*/5 * * * *' }
