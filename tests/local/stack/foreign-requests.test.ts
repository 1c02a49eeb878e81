import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { handleLocal, type LocalStack } from '#local/local-routes.ts'
import { startMail, type LocalMailServer } from '#local/mail/mail.ts'
import type { StripeStandIn } from '#local/stripe/start-stripe.ts'
import { createTestIntent } from '#tests/harness/probe-account.ts'
import { sdk, startTestAccount } from '#tests/harness/test-account.ts'

let stripe: StripeStandIn
let mail: LocalMailServer
beforeAll(async () => {
  stripe = await startTestAccount()
  mail = await startMail({ token: 'token' })
  await createTestIntent(sdk(stripe))
})
afterAll(() => Promise.all([stripe.stop(), mail.stop()]))

const HOME = 'http://localhost:4321'

/** What a browser sends for `fetch(…, { method: 'POST', mode: 'no-cors' })` on a page of another origin. */
const FOREIGN = [
  { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example', 'content-type': 'text/plain' },
  { 'sec-fetch-site': 'same-site', origin: 'http://localhost:9999', 'content-type': 'text/plain' },
  { origin: 'http://localhost:9999', 'content-type': 'text/plain' },
  { origin: 'null', 'content-type': 'text/plain' },
]

async function post(url: string, headers: Record<string, string>, body?: string): Promise<number> {
  const call = httpRequest(url, { method: 'POST', headers }).end(body)
  const [response] = (await once(call, 'response')) as [IncomingMessage]
  return response.resume().statusCode ?? 0
}

describe.each(FOREIGN)('a POST of another page, with %j', (headers) => {
  it.each(['/settle', '/hourly', '/stripe', '/stripe/__control/reset', '/mail', '/mail/fail'])(
    'is refused at /__local%s before anything is done',
    async (path) => {
      // Nothing of the stack may be touched.
      const stack = { services: {} } as LocalStack
      const response = await handleLocal(
        stack,
        new Request(`${HOME}/__local${path}`, { method: 'POST', headers, body: '{}' }),
      )
      expect(response?.status).toBe(403)
    },
  )

  it('is refused at the own port of the stand-in for Stripe, which keeps its state', async () => {
    expect(await post(`${stripe.url}/__control/reset`, headers, '{}')).toBe(403)
    expect(stripe.state().intents).toHaveLength(1)
  })

  it('is refused at the own port of the mail stand-in', async () => {
    const json = { ...headers, 'content-type': 'application/json' }
    expect(await post(`${mail.url}/__local/mail/heal`, json)).toBe(403)
  })
})

describe.each([
  ['a program', {}],
  ['the same page', { 'sec-fetch-site': 'same-origin', origin: 'null' }],
  ['a person', { 'sec-fetch-site': 'none' }],
])('a POST of %s', (_, headers: Record<string, string>) => {
  it('reaches the controls of both stand-ins', async () => {
    expect(await post(`${stripe.url}/__control/hold`, headers, '{}')).toBe(200)
    expect(await post(`${stripe.url}/__control/release`, headers, '{}')).toBe(200)
    const json = { ...headers, 'content-type': 'application/json' }
    expect(await post(`${mail.url}/__local/mail/heal`, json)).toBe(204)
  })
})

it('an older browser that names the own origin reaches the controls', async () => {
  expect(await post(`${stripe.url}/__control/hold`, { origin: stripe.url }, '{}')).toBe(200)
  expect(await post(`${stripe.url}/__control/release`, { origin: stripe.url }, '{}')).toBe(200)
})

it.each([
  ['Stripe', () => `${stripe.url}/v1/payment_intents`],
  ['mail', () => `${mail.url}/__local/mail`],
])('the own port of the %s stand-in shows nothing under a foreign name', async (_, url) => {
  const call = httpRequest(url(), { headers: { host: 'rebound.example' } }).end()
  const [response] = (await once(call, 'response')) as [IncomingMessage]
  expect(response.resume().statusCode).toBe(403)
})
