import type Stripe from 'stripe'
import type { TestAccount } from '#local/stripe/account.ts'
import { forgetHistory } from '#local/stripe/balance-history.ts'
import { answerControl } from '#local/stripe/control-calls.ts'
import { controls, type Control } from '#local/stripe/control.ts'
import type { Domain } from '#local/stripe/domains.ts'
import { startWebhooks } from '#local/stripe/event-deliveries.ts'
import { eventLog } from '#local/stripe/events.ts'
import { updateFraudWarnings } from '#local/stripe/fraud-warnings.ts'
import { idempotencyKeys } from '#local/stripe/idempotency-keys.ts'
import { serveHandler } from '#local/stripe/listener.ts'
import { paymentsPage } from '#local/stripe/payments-page.ts'
import type { WebhookEndpoint } from '#local/stripe/post-event.ts'
import { updateReviews } from '#local/stripe/reviews.ts'
import { settleLater } from '#local/stripe/settle-later.ts'
import { openStore } from '#local/stripe/store.ts'
import { answerApi, type LoggedRequest } from '#local/stripe/stripe-api.ts'
import { createStripeFaults } from '#local/stripe/stripe-faults.ts'
import { stripeReport, type StripeReport } from '#local/stripe/stripe-report.ts'
import { answerTestPayment } from '#local/stripe/test-payment-page.ts'

export interface StripeOptions {
  /** Stores the state across restarts, as lines of JSON. */
  file?: string
  /** A free one by default. */
  port?: number
  secretKey: string
  publishableKey: string
  webhooks: WebhookEndpoint[]
  domains?: readonly Domain[]
  /** Overrides of the default account, which is fully enabled. */
  traits?: Partial<Stripe.Account>
  /** Delays between the attempts of a webhook (ms). */
  retryMs?: number[]
  /** Delay until bank debits and later refund failures settle (ms). */
  settleMs?: number
  /** The current time (ms). */
  clock?: () => number
}

export interface StripeStandIn {
  /** The base URL for the real `stripe` SDK. */
  url: string
  /** The same in process. `Response.error()` tells the caller to break the connection. */
  handle(request: Request): Promise<Response>
  /** Renders `/__local/stripe`. */
  page(request: Request): Promise<Response>
  setWebhooks(webhooks: WebhookEndpoint[]): void
  setDomains(domains: readonly Domain[]): void
  control: Control
  state(): StripeReport
  stop(): Promise<void>
}

/** Starts a local Stripe test account, for the real SDK and the stand-in for Stripe.js. */
export async function startStripe(options: StripeOptions): Promise<StripeStandIn> {
  const { file, port = 0, traits = {}, retryMs, settleMs = 2000, clock = Date.now } = options
  const { state, save } = openStore(file)
  const webhooks = startWebhooks({ state, save }, retryMs)
  webhooks.setEndpoints(options.webhooks)
  const faults = createStripeFaults()
  const requests: LoggedRequest[] = []
  const now = () => Math.floor(clock() / 1000)
  const { emit: record, during } = eventLog(state, now, webhooks)
  const account: TestAccount = {
    state,
    url: '',
    now,
    emit(type, object) {
      record(type, object)
      if (type !== 'charge.refunded' && type !== 'charge.dispute.created') return
      updateFraudWarnings(account)
      updateReviews(account)
    },
    settleLater: keepUnsettled,
    endpoints: webhooks.endpoints,
    domains: options.domains ?? [],
    traits,
  }
  const settling = settleLater(account, settleMs, save)

  function keepUnsettled(id: string, ok: boolean) {
    state.unsettled[id] = ok
    settling.schedule(id)
  }

  function reset() {
    settling.cancel()
    webhooks.clear()
    faults.clear()
    requests.length = 0
    forgetHistory(state)
    for (const collection of Object.values(state))
      for (const id of Object.keys(collection)) delete collection[id]
  }

  const look = () => stripeReport(state, requests)
  const idempotency = idempotencyKeys(state, clock)
  const log = (request: LoggedRequest) => void requests.push(request)
  const locked = new Set<string>()
  const parts = { account, keys: options, idempotency, faults, locked, log, clock, save, during }
  const control = controls({ account, webhooks, settling, faults, save, reset, report: look })

  async function handle(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)
    if (pathname.startsWith('/__control/')) return answerControl(control, request)
    if (pathname.startsWith('/test-payment/')) return answerTestPayment(account, save, request)
    return answerApi(parts, request)
  }

  const listener = await serveHandler(port, handle)
  account.url = `http://localhost:${listener.port}`
  for (const id of Object.keys(state.unsettled)) settling.schedule(id)
  return {
    url: account.url,
    handle,
    page: (request) => paymentsPage({ account, control }, request),
    setWebhooks: webhooks.setEndpoints,
    setDomains: (domains) => void (account.domains = domains),
    control,
    state: look,
    async stop() {
      settling.cancel()
      await listener.close()
      await webhooks.stop()
      await save()
    },
  }
}
