import { Stripe } from 'stripe'
import { createOrderEndpoint, createProductPaymentIntentEndpoint } from '#contract/orders.ts'
import {
  changeRecipientEndpoint,
  changeSendDateEndpoint,
  reissuePurchaseEndpoint,
} from '#contract/purchase-changes.ts'
import { createPaymentIntentEndpoint, giftVouchersEndpoint } from '#contract/vouchers.ts'
import { POSTMARK_WEBHOOK } from '#server/clients/postmark-webhook.ts'
import type { Services } from '#server/clients/services.ts'
import { applyPostmarkEvent } from '#server/delivery/email-events.ts'
import { verifyPostmarkEvent } from '#server/delivery/verify-postmark-event.ts'
import { sendEmails } from '#server/email/send-emails.ts'
import { env } from '#server/env.ts'
import { runHourlyJob } from '#server/hourly/hourly-job.ts'
import { serveSchedule } from '#server/http/serve-schedule.ts'
import { serveWebhook } from '#server/http/serve-webhook.ts'
import { serve } from '#server/http/serve.ts'
import { claimGiftVoucher, claimOrder } from '#server/payments/claim.ts'
import { startProductPayment, startVoucherPayment } from '#server/payments/start-payment.ts'
import { changeRecipient, changeSendDate, reissuePurchase } from '#server/purchases/give-as-buyer.ts'
import {
  applyStripeEvent,
  STRIPE_WEBHOOK_PATH,
  verifyStripeEvent,
} from '#server/settlement/apply-stripe-event.ts'
import { runSettlementJob } from '#server/settlement/settlement-job.ts'
import type { Invocation, SimRun } from '#tests/resilience/simulation/run.ts'

/** Netlify's time limits (ms). */
const LIMIT = 60_000
const SCHEDULED_LIMIT = 30_000

export interface FunctionResponse {
  status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- its type depends on the status
  body: any
}

/** The functions of the money path as in netlify/functions, with the clients of one process. */
const FUNCTIONS = {
  startVoucher: (services: Services) =>
    serve(createPaymentIntentEndpoint, (order, caller) =>
      startVoucherPayment(services, order, caller.addressKey),
    ),
  startOrder: (services: Services) =>
    serve(createProductPaymentIntentEndpoint, (order, caller) =>
      startProductPayment(services, order, caller.addressKey),
    ),
  claimVoucher: (services: Services) =>
    serve(giftVouchersEndpoint, async (claim, caller) => {
      const reply = await claimGiftVoucher(services, claim, caller.addressKey)
      caller.waitUntil(sendEmails(services))
      return reply
    }),
  claimOrder: (services: Services) =>
    serve(createOrderEndpoint, async (claim, caller) => {
      const reply = await claimOrder(services, claim, caller.addressKey)
      caller.waitUntil(sendEmails(services))
      return reply
    }),
  changeRecipient: (services: Services) =>
    serve(changeRecipientEndpoint, async (change, caller) => {
      const purchase = await changeRecipient(services, change, caller.addressKey)
      caller.waitUntil(sendEmails(services))
      return purchase
    }),
  changeSendDate: (services: Services) =>
    serve(changeSendDateEndpoint, async (change, caller) => {
      const purchase = await changeSendDate(services, change, caller.addressKey)
      caller.waitUntil(sendEmails(services))
      return purchase
    }),
  reissuePurchase: (services: Services) =>
    serve(reissuePurchaseEndpoint, async (change, caller) => {
      const purchase = await reissuePurchase(services, change, caller.addressKey)
      caller.waitUntil(sendEmails(services))
      return purchase
    }),
  postmarkWebhook: (services: Services) =>
    serveWebhook({
      path: POSTMARK_WEBHOOK.path,
      verify: verifyPostmarkEvent,
      apply: (event) => applyPostmarkEvent(services, event),
      after: () => sendEmails(services),
    }),
  webhook: (services: Services) =>
    serveWebhook({
      path: STRIPE_WEBHOOK_PATH,
      verify: (body, headers) => verifyStripeEvent(services, body, headers.get('stripe-signature') ?? ''),
      apply: (event) => applyStripeEvent(services, event),
      after: () => sendEmails(services),
    }),
  settlePayments: (services: Services) =>
    serveSchedule('settle-payments', services.clock, (run) => runSettlementJob(services, run)),
  hourly: (services: Services) => serveSchedule('hourly', services.clock, () => runHourlyJob(services)),
}

type Name = keyof typeof FUNCTIONS

const PATHS: Record<Name, string> = {
  startVoucher: createPaymentIntentEndpoint.path,
  startOrder: createProductPaymentIntentEndpoint.path,
  claimVoucher: giftVouchersEndpoint.path,
  claimOrder: createOrderEndpoint.path,
  changeRecipient: changeRecipientEndpoint.path,
  changeSendDate: changeSendDateEndpoint.path,
  reissuePurchase: reissuePurchaseEndpoint.path,
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
