import { Stripe } from 'stripe'
import { loginEndpoint } from '#contract/auth/session.ts'
import { SESSION_IDLE_MINUTES } from '#contract/auth/sign-in-limits.ts'
import type { BodyInput, Endpoint, ParamsInput, QueryInput, Reply } from '#contract/base/endpoint.ts'
import type { DemoPerson } from '#local/demo/demo-people.ts'
import type { LocalAdmin } from '#local/local-admin.ts'
import type { Functions } from '#local/netlify/functions.ts'
import type { StripeStandIn } from '#local/stripe/start-stripe.ts'
import type { Timeline } from '#local/timeline.ts'
import { STRIPE_WEBHOOK_PATH } from '#server/clients/webhook-paths.ts'
import { env } from '#server/env.ts'
import { STRIPE_EVENTS } from '#server/money/settle/apply-stripe-event.ts'

interface Input<E extends Endpoint> {
  body?: BodyInput<E>
  params?: ParamsInput<E>
  query?: QueryInput<E>
}

/** The site as its visitors, its owner, Stripe and Netlify call it, one request at a time. */
export interface DemoSite {
  visit: <E extends Endpoint>(person: DemoPerson, endpoint: E, input: Input<E>) => Promise<Reply<E>>
  /** Signs the owner in first if the session has ended. */
  manage: <E extends Endpoint>(endpoint: E, input?: Input<E>) => Promise<Reply<E>>
  /** Sends the webhooks of all events at Stripe since the last time. */
  deliverEvents: () => Promise<void>
  runScheduled: () => Promise<void>
}

interface Parts {
  functions: Functions
  stripe: StripeStandIn
  owner: LocalAdmin
  timeline: Timeline
  /** Has the database go by the timeline. */
  setDatabaseClock: () => Promise<unknown>
}

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const OWNER_IP = '192.0.2.254'
const BROWSER =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

export function createDemoSite({ functions, stripe, owner, timeline, setDatabaseClock }: Parts): DemoSite {
  const cookies = new Map<string, string>()
  const session = { token: '', usedAt: -Infinity }
  let delivered = 0

  /** Takes a few seconds, as a person does. */
  async function send(path: string, ip: string, init: RequestInit): Promise<Response> {
    timeline.jump(4 * SECOND_MS)
    const response = await functions.fetch(new Request(env('URL') + path, init), ip)
    await functions.settled()
    if (!response) throw new Error(`${path} has no function`)
    return response
  }

  function sendTo<E extends Endpoint>(
    { path, method }: E,
    ip: string,
    { body, params, query, headers }: Input<E> & { headers: Record<string, string> },
  ): Promise<Response> {
    const values: Record<string, string> = Object.assign({}, params)
    const filled = path.replace(/:(\w+)/g, (_, name: string) => values[name] ?? '')
    return send(query ? `${filled}?${new URLSearchParams(query)}` : filled, ip, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  }

  async function signIn(): Promise<void> {
    const response = await requireOk(
      sendTo(loginEndpoint, OWNER_IP, { body: owner, headers: ownerHeaders() }),
    )
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    session.token = ((await response.json()) as Reply<typeof loginEndpoint>).token
  }

  const ownerHeaders = () => ({
    'user-agent': BROWSER,
    cookie: Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; '),
  })

  return {
    async visit(person, endpoint, input) {
      const response = await requireOk(
        sendTo(endpoint, person.ip, { ...input, headers: { 'user-agent': BROWSER } }),
      )
      return (await response.json()) as Reply<typeof endpoint>
    },
    async manage(endpoint, input = {}) {
      if (timeline.now - session.usedAt > (SESSION_IDLE_MINUTES - 1) * MINUTE_MS) await signIn()
      session.usedAt = timeline.now
      const sendAsOwner = () =>
        sendTo(endpoint, OWNER_IP, {
          ...input,
          headers: { ...ownerHeaders(), authorization: `Bearer ${session.token}` },
        })
      const asked = await sendAsOwner()
      // What moves money asks again who it is.
      if (asked.status === 403) await signIn()
      const response = await requireOk(asked.status === 403 ? sendAsOwner() : asked)
      return (await response.json()) as Reply<typeof endpoint>
    },
    async deliverEvents() {
      const events = stripe.state().events.slice(delivered)
      delivered += events.length
      for (const event of events.filter(({ type }) => STRIPE_EVENTS.some((sent) => sent === type))) {
        const payload = JSON.stringify(event)
        const signature = Stripe.webhooks.generateTestHeaderString({
          payload,
          secret: env('STRIPE_WEBHOOK_SECRET') ?? '',
        })
        const headers = { 'stripe-signature': signature }
        await requireOk(send(STRIPE_WEBHOOK_PATH, OWNER_IP, { method: 'POST', headers, body: payload }))
      }
    },
    async runScheduled() {
      await setDatabaseClock()
      for (const name of functions.scheduled) {
        await requireOk(functions.runScheduled(name, { full: true }))
        await functions.settled()
      }
    },
  }
}

async function requireOk(asked: Response | Promise<Response>): Promise<Response> {
  const response = await asked
  if (!response.ok) throw new Error(`A function responded ${response.status}: ${await response.text()}`)
  return response
}
