import { Stripe } from 'stripe'
import { buyingEndpoints } from '#contract/endpoints/buying.ts'
import { publicEndpoints } from '#contract/endpoints/public.ts'
import type { Services } from '#server/clients/services.ts'
import { POSTMARK_WEBHOOK, STRIPE_WEBHOOK_PATH } from '#server/clients/webhook-paths.ts'
import { buyingHandlers } from '#server/endpoints/buying.ts'
import { publicHandlers } from '#server/endpoints/public.ts'
import { startingEndpoints, startingHandlers } from '#server/endpoints/starting.ts'
import { serveWebhooks } from '#server/endpoints/webhooks.ts'
import { env } from '#server/env.ts'
import { serveSchedule } from '#server/http/serve-schedule.ts'
import { serve } from '#server/http/serve.ts'
import { runHourlyJob } from '#server/jobs/hourly-job.ts'
import { runSettlementJob } from '#server/jobs/settlement-job.ts'
import type { Invocation, SimRun } from '#tests/resilience/simulation/run.ts'

/** Netlify's time limits (ms). */
const LIMIT = 60_000
const SCHEDULED_LIMIT = 30_000

export interface FunctionResponse {
  status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- its type depends on the status
  body: any
}

const buying = (services: Services) => serve(buyingEndpoints, buyingHandlers, services)
const visiting = (services: Services) => serve(publicEndpoints, publicHandlers, services)

/** The functions of the money path as in netlify/functions, with the clients of one process. */
const FUNCTIONS = {
  startVoucher: (services: Services) => serve(startingEndpoints, startingHandlers, services),
  startOrder: buying,
  claimVoucher: buying,
  claimOrder: buying,
  cancelPurchase: buying,
  changeRecipient: visiting,
  changeSendDate: visiting,
  reissuePurchase: visiting,
  postmarkWebhook: serveWebhooks,
  webhook: serveWebhooks,
  settlePayments: (services: Services) =>
    serveSchedule('settle-payments', services.clock, (run) => runSettlementJob(services, run)),
  hourly: (services: Services) => serveSchedule('hourly', services.clock, () => runHourlyJob(services)),
}

type Name = keyof typeof FUNCTIONS

const PATHS: Record<Name, string> = {
  startVoucher: startingEndpoints.createPaymentIntent.path,
  startOrder: buyingEndpoints.createProductPaymentIntent.path,
  claimVoucher: buyingEndpoints.giftVouchers.path,
  claimOrder: buyingEndpoints.createOrder.path,
  cancelPurchase: buyingEndpoints.cancelPurchase.path,
  changeRecipient: publicEndpoints.changeRecipient.path,
  changeSendDate: publicEndpoints.changeSendDate.path,
  reissuePurchase: publicEndpoints.reissuePurchase.path,
  postmarkWebhook: POSTMARK_WEBHOOK.path,
  webhook: STRIPE_WEBHOOK_PATH,
  settlePayments: '/settle-payments',
  hourly: '/hourly',
}

interface FunctionCall {
  /** The caller, for the trace. */
  by: string
  body: unknown
  headers?: Record<string, string>
  address?: string
}

/** Calls a function in a new process. Resolves to undefined if no response arrives. */
export async function callSimFunction(
  run: SimRun,
  name: Name,
  { by, body, headers = {}, address = '192.0.2.1' }: FunctionCall,
): Promise<FunctionResponse | undefined> {
  const limit = name === 'settlePayments' || name === 'hourly' ? SCHEDULED_LIMIT : LIMIT
  const outcome = await run.runProcess(`${by} ${name}`, limit, async ({ services, context }: Invocation) => {
    const request = new Request(`http://localhost:4321${PATHS[name]}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
    const response = await FUNCTIONS[name](services)(request, { ...context, ip: address })
    return { status: response.status, body: await response.json() }
  })
  const response = outcome !== 'dead' && 'answer' in outcome ? outcome.answer : undefined
  run.trace.note(
    `${by} ${name}: ${response ? `${response.status} ${response.body.code ?? ''}` : 'no answer'}`,
  )
  return response
}

export function callWebhook(
  run: SimRun,
  event: Stripe.EventBase,
  by: string,
): Promise<FunctionResponse | undefined> {
  const body = JSON.stringify(event)
  const secret = env('STRIPE_WEBHOOK_SECRET')
  const signature = Stripe.webhooks.generateTestHeaderString({ payload: body, secret })
  return callSimFunction(run, 'webhook', { by, body, headers: { 'stripe-signature': signature } })
}
