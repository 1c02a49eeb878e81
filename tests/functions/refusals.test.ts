import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { callFunction } from '#tests/harness/call-function.ts'
import { findPersonalData } from '#tests/harness/capture-log.ts'
import { functions } from '#tests/harness/every-function.ts'
import { sign } from '#tests/harness/webhook.ts'
import { useWorld } from '#tests/harness/world.ts'

const { attention, login, products, stripeWebhook } = functions

useWorld()

let lines: string[]
beforeEach(() => {
  lines = []
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2040, 0, 1) + Math.random() * 1e12 })
  vi.spyOn(console, 'warn').mockImplementation((line: string) => void lines.push(line))
})
afterEach(() => {
  vi.useRealTimers()
  vi.mocked(console.warn).mockRestore()
  expect(findPersonalData(lines)).toEqual([])
})

const logged = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>)
const EVENT = '{"object":"event","type":"charge.refunded","data":{"object":{}},"id":"evt_1"}'
const deliver = (signature: string, address = '192.0.2.7') =>
  callFunction(stripeWebhook, {
    path: '/api/stripe-webhook',
    body: EVENT,
    headers: { 'stripe-signature': signature },
    address,
  })
const secondsAgo = (seconds: number) => Math.floor(Date.now() / 1000) - seconds

it.each([
  ['a wrong secret', () => sign(EVENT, 'whsec_other'), 'not signed with STRIPE_WEBHOOK_SECRET'],
  [
    'a clock five minutes ahead',
    () => sign(EVENT, undefined, secondsAgo(310)),
    'signed more than five minutes ago by our clock',
  ],
  ['no signature', () => '', 'not signed with STRIPE_WEBHOOK_SECRET'],
])('a webhook with %s leaves one line', async (_, signature, detail) => {
  expect((await deliver(signature())).status).toBe(400)
  expect(logged()).toMatchObject([
    { message: 'request refused', endpoint: '/api/stripe-webhook', code: 'invalid_request', detail },
  ])
})

it('refusals leave one line a minute for each caller and endpoint', async () => {
  for (let nth = 0; nth < 5; nth++) await deliver('')
  await deliver('', '2001:db8::1')
  await deliver('', '2001:db8::2')
  const callers = logged().map(({ caller }) => caller)
  expect(callers).toHaveLength(2)
  expect(new Set(callers).size).toBe(2)
  vi.setSystemTime(Date.now() + 60_000)
  await deliver('')
  expect(logged()[2]?.['caller']).toBe(callers[0])
})

it('a flood from many addresses leaves at most 200 lines a minute', async () => {
  for (let nth = 0; nth < 250; nth++) await deliver('', `198.51.${nth}.1`)
  expect(lines).toHaveLength(200)
})

// ASVS 16.3.2
it('a refused request to the portal leaves a line, and no other 4xx does', async () => {
  const ask = (headers = {}) =>
    callFunction(attention, { path: '/x', method: 'GET', headers, address: '192.0.2.8' })
  expect((await ask()).status).toBe(401)
  const crossSite = { 'content-type': 'application/json', 'sec-fetch-site': 'cross-site' }
  const from = { path: '/x', body: {}, address: '192.0.2.8' }
  expect((await callFunction(login, { ...from, headers: crossSite })).status).toBe(403)
  expect((await callFunction(login, from)).status).toBe(400)
  expect((await callFunction(products, from)).status).toBe(405)
  expect(logged().map(({ endpoint, code }) => [endpoint, code])).toEqual([
    ['/api/admin/attention', 'signed_out'],
    ['/api/admin/login', 'cross_site'],
  ])
})
