import { Stripe } from 'stripe'
import { addOwner } from '#tests/benchmarks/add-owner.ts'
import type { BuiltSite } from '#tests/benchmarks/round-trips/built-site.ts'
import { BENCH_PUBLISHABLE_KEY, BENCH_WEBHOOK_SECRET } from '#tests/benchmarks/stand-ins.ts'
import { order } from '#tests/harness/voucher-buyer.ts'

let callers = 0

/** Each call has its own address, so that no rate limit is hit. */
async function call(world: BuiltSite, path: string, init: RequestInit): Promise<Response> {
  callers += 1
  const request = new Request(`http://localhost:4321${path}`, init)
  const answer = await world.functions.fetch(request, `192.0.2.${callers}`)
  if (!answer?.ok) throw new Error(`${path} answered ${answer ? await answer.text() : 'nothing'}`)
  return answer
}

export const get = (world: BuiltSite, path: string, headers = {}) => call(world, path, { headers })

export const post = (world: BuiltSite, path: string, body: unknown, headers = {}) =>
  call(world, path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

/** Signs in as the owner. Resolves to the headers of the session. */
export async function ownerHeaders(world: BuiltSite): Promise<Record<string, string>> {
  const answer = await post(world, '/api/admin/login', await addOwner(world.databaseUrl))
  const { token } = (await answer.json()) as { token: string }
  const cookie = answer.headers.getSetCookie().map((set) => set.split(';')[0])
  return { authorization: `Bearer ${token}`, cookie: cookie.join('; ') }
}

export function requestPayment(world: BuiltSite, replaces?: string): Promise<Response> {
  return post(world, '/api/create-payment-intent', { ...order(), ...(replaces && { replaces }) })
}

/** Starts and pays a payment as Stripe.js does. Resolves to its client secret. */
export async function paidSecret(world: BuiltSite): Promise<string> {
  const clientSecret = await secretOf(await requestPayment(world))
  const confirm = `${world.stripeUrl}/v1/payment_intents/${intentOf(clientSecret)}/confirm`
  const paid = await fetch(confirm, {
    method: 'POST',
    headers: { authorization: `Bearer ${BENCH_PUBLISHABLE_KEY}` },
    body: new URLSearchParams({ client_secret: clientSecret, payment_method: 'pm_card_visa' }),
  })
  if (!paid.ok) throw new Error(`The card was not charged: ${await paid.text()}`)
  return clientSecret
}

export async function secretOf(answer: Response): Promise<string> {
  return ((await answer.json()) as { clientSecret: string }).clientSecret
}

/** Sends the signed webhook event of a payment. */
export function announce(world: BuiltSite, clientSecret: string): Promise<Response> {
  const object = { object: 'payment_intent', id: intentOf(clientSecret) }
  const event = { id: 'evt_bench', object: 'event', type: 'payment_intent.succeeded', data: { object } }
  const payload = JSON.stringify(event)
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: BENCH_WEBHOOK_SECRET })
  return post(world, '/api/stripe-webhook', payload, { 'stripe-signature': signature })
}

const intentOf = (clientSecret: string) => clientSecret.slice(0, clientSecret.indexOf('_secret_'))
