import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { callFunction } from '#tests/harness/call-function.ts'
import { functions } from '#tests/harness/every-function.ts'
import { takeLoggedErrors } from '#tests/harness/no-stray-errors.ts'
import { order, payLater, payStarted, startPayment } from '#tests/harness/voucher-buyer.ts'
import { useWorld } from '#tests/harness/world.ts'

const { createPaymentIntent } = functions

const world = useWorld()
const path = '/api/create-payment-intent'
const call = (body: unknown, options = {}) => callFunction(createPaymentIntent, { path, body, ...options })

/** Raises the request count of every client that has started a payment. */
const useUpStarts = (more: number) =>
  world.rows(
    `update throttle set hits = array_fill(hits[1], array[$1::int]) || hits where kind = 'intent' and cardinality(hits) = 1`,
    [more],
  )

describe('create-payment-intent', () => {
  it('starts a payment of the chosen amount and returns its client secret', async () => {
    const response = await call(order('50'))
    expect(response.status).toBe(200)
    const reply = (await response.json()) as { clientSecret: string; publishableKey: string }
    expect(reply.publishableKey).toBe('pk_test_local')
    const intent = world.stripe.state().intents.find((one) => one.client_secret === reply.clientSecret)
    expect(intent).toMatchObject({ amount: 5000, currency: 'gbp', description: 'Gift voucher £50.00' })
    expect(response.headers.get('x-request-id')).toBeTruthy()
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  it('sends Stripe neither names nor the message', async () => {
    await startPayment()
    const intent = world.stripe.state().intents.at(-1)
    expect(JSON.stringify(intent)).not.toMatch(/Buyer|Recipient|quiet/)
    expect(Object.keys(intent?.metadata ?? {})).toEqual(['payment_id', 'purpose', 'site'])
  })

  it.each([
    ['0', 'Please select a valid amount'],
    [0, 'Please select a valid amount'],
    ['-1', 'Please select a valid amount'],
    [-1, 'Please select a valid amount'],
    ['0.001', 'Please enter an amount such as 50 or 50.00'],
    ['0.29', 'The smallest voucher is £0.30'],
    [0.29, 'The smallest voucher is £0.30'],
    ['500.01', 'The largest voucher is £500.00'],
    ['1e2', 'Please enter an amount such as 50 or 50.00'],
    ['1,000', 'Please enter an amount such as 50 or 50.00'],
    ['５０p', 'Please enter an amount such as 50 or 50.00'],
    ['50,00', 'Please enter an amount such as 50 or 50.00'],
    ['0x32', 'Please enter an amount such as 50 or 50.00'],
    ['', 'Please select a valid amount'],
    [' ', 'Please select a valid amount'],
    [['50'], 'Please select a valid amount'],
    [{ pence: 5000 }, 'Please select a valid amount'],
    [null, 'Please select a valid amount'],
    [true, 'Please select a valid amount'],
    [1e21, 'Please enter an amount such as 50 or 50.00'],
  ])('refuses the amount %j with a field error, and writes nothing', async (amount, sentence) => {
    const before = await world.counts()
    const response = await call(order(amount))
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 'invalid_request', fields: { amount: sentence } })
    expect(await world.counts()).toEqual(before)
  })

  it.each(['0.30', 0.3, '500', 500, '499.99', ' 50 ', '50.5'])('accepts the amount %j', async (amount) => {
    expect((await call(order(amount))).status).toBe(200)
  })

  // ASVS 2.2.2
  it('refuses an amount that differs from the voucher’s', async () => {
    const response = await call({ ...order('50'), amount: '5' })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      fields: { amount: 'The two amounts do not match. Please refresh the page and try again' },
    })
  })

  // ASVS 2.2.1
  it('returns an error message for each invalid field', async () => {
    const details = { buyerName: 'B', buyerEmail: 'buyer@', recipientName: ' ', recipientEmail: undefined }
    const response = await call(order('50', { ...details, personalMessage: 'x'.repeat(1001) }))
    expect(response.status).toBe(400)
    expect(((await response.json()) as { fields: unknown }).fields).toEqual({
      'voucherData.buyerName': 'Buyer name must be at least 2 characters',
      'voucherData.buyerEmail': 'Please enter a valid email address',
      'voucherData.recipientName': 'Recipient name must be at least 2 characters',
      'voucherData.recipientEmail': 'Please enter a valid email address',
      'voucherData.personalMessage': 'Please use at most 1,000 characters',
    })
  })

  it.each([
    ['no JSON', '{', 400],
    ['nothing', '', 400],
    ['null', 'null', 400],
    ['a list', '[]', 400],
    ['a number', '7', 400],
    ['2 MB', JSON.stringify(order('50', { personalMessage: 'x'.repeat(2_000_000) })), 413],
  ])('refuses a body that is %s, and writes nothing', async (_, body, status) => {
    const before = await world.counts()
    expect((await call(body)).status).toBe(status)
    expect(await world.counts()).toEqual(before)
  })

  // ASVS 3.5.2
  it('refuses another content type and another method', async () => {
    expect((await call('a=1', { headers: { 'content-type': 'text/plain' } })).status).toBe(415)
    expect((await callFunction(createPaymentIntent, { path, method: 'GET' })).status).toBe(405)
  })

  it('refuses a request with the honeypot filled in', async () => {
    expect((await call({ ...order(), leaveEmpty: 'https://spam.example' })).status).toBe(400)
    expect((await call({ ...order(), leaveEmpty: '' })).status).toBe(200)
  })

  it('stores the input without characters that Postgres cannot store', async () => {
    const typed = { buyerName: 'Zoë\r\n‮ \u0000O’Brien 👩‍⚕️', personalMessage: 'One\r\nTwo \ud800' }
    const response = await call(order('50', typed))
    expect(response.status).toBe(200)
    const [row] = await world.rows<{ purchase: Record<string, string> }>(
      `select purchase from payment order by created_at desc limit 1`,
    )
    expect(row?.purchase['buyerName']).toBe('Zoë O’Brien 👩‍⚕️')
    expect(row?.purchase['personalMessage']).toBe('One\nTwo �')
  })

  it('responds to a repeated request with the same secret', async () => {
    const body = { ...order('50'), requestId: randomUUID() }
    const replies = await Promise.all(
      [body, body, body].map(async (same) => (await call(same)).json() as Promise<{ clientSecret: string }>),
    )
    expect(new Set(replies.map(({ clientSecret }) => clientSecret)).size).toBe(1)
  })

  it('refuses the same request id for another purchase', async () => {
    const requestId = randomUUID()
    await call({ ...order('50'), requestId })
    const response = await call({ ...order('60'), requestId })
    expect(response.status).toBe(409)
    expect(await response.json()).toMatchObject({ code: 'request_reused' })
  })

  it('cancels the attempt that a new one replaces', async () => {
    const former = await startPayment(5000)
    const response = await call({ ...order('60'), replaces: former.clientSecret })
    expect(response.status).toBe(200)
    expect(world.stripe.state().intents.find(({ id }) => id === former.intentId)?.status).toBe('canceled')
    const [payment] = await world.rows('select state from payment where stripe_payment_intent_id = $1', [
      former.intentId,
    ])
    expect(payment).toEqual({ state: 'cancelled' })
  })

  it('starts no second payment when the replaced one is paid', async () => {
    const former = await startPayment(5000)
    await payStarted(world, former)
    const response = await call({ ...order('60'), replaces: former.clientSecret })
    expect(response.status).toBe(409)
    expect(await response.json()).toMatchObject({ code: 'already_paid' })
  })

  it('starts no second payment when the replaced one is processing, and asks Stripe for no cancellation', async () => {
    const former = await startPayment(5000)
    await payLater(world, former)
    const response = await call({ ...order('60'), replaces: former.clientSecret })
    expect(response.status).toBe(409)
    expect(await response.json()).toMatchObject({ code: 'already_paid' })
    const asked = world.stripe.state().requests.map(({ path }) => path)
    expect(asked).not.toContain(`/v1/payment_intents/${former.intentId}/cancel`)
    await world.stripe.control.completeProcessing({ intent: former.intentId, ok: true })
  })

  // ASVS 2.4.1
  it('admits 300 intents in ten minutes from one address, even concurrently', async () => {
    expect((await call(order(), { address: '198.51.100.7' })).status).toBe(200)
    await useUpStarts(293)
    const tries = Array.from({ length: 10 }, () => call(order(), { address: '198.51.100.7' }))
    const answers = await Promise.all(tries)
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(6)
    const refused = answers.find(({ status }) => status === 429)
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(500)
    expect((await call(order(), { address: '198.51.100.8' })).status).toBe(200)
  })

  // ASVS 4.1.3, 15.3.4
  it('counts an IPv6 /56 as one address', async () => {
    const start = (network: string) => call(order(), { address: `2001:db8:0:7${network}::1` })
    expect((await start('00')).status).toBe(200)
    await useUpStarts(298)
    expect((await start('ff')).status).toBe(200)
    expect((await start('aa')).status).toBe(429)
  })

  // ASVS 4.1.3
  it('counts an IPv6 /48 with eight times the limit', async () => {
    const start = (network: string) => call(order(), { address: `2001:db8:9:${network}::1` })
    expect((await start('100')).status).toBe(200)
    await world.rows(
      `update throttle set hits = array_fill(hits[1], array[2399]) where kind = 'intent_of_block'`,
    )
    expect((await start('200')).status).toBe(200)
    const refused = await start('300')
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(500)
    expect((await call(order(), { address: '2001:db8:a:300::1' })).status).toBe(200)
  })

  // ASVS 4.1.3
  it.each(['::ffff:198.51.100.9', '::ffff:c633:6409', '0:0:0:0:0:FFFF:c633:6409'])(
    'counts %s as its IPv4 address',
    async (mapped) => {
      await world.rows('delete from throttle')
      expect((await call(order(), { address: '198.51.100.9' })).status).toBe(200)
      await useUpStarts(299)
      expect((await call(order(), { address: mapped })).status).toBe(429)
      expect((await call(order(), { address: '::ffff:c633:640a' })).status).toBe(200)
    },
  )

  it('responds that the card provider cannot be reached', async () => {
    await world.stripe.control.fault({ match: 'POST /v1/payment_intents', status: 0, times: 2 })
    const response = await call(order())
    expect(response.status).toBe(502)
    expect(await response.json()).toMatchObject({ code: 'payment_provider' })
    expect(takeLoggedErrors()).toEqual([expect.stringContaining('payment_provider')])
  })

  it('responds unavailable and logs the name when a secret is unset', async () => {
    const key = process.env['STRIPE_SECRET_KEY']
    delete process.env['STRIPE_SECRET_KEY']
    const response = await call(order())
    process.env['STRIPE_SECRET_KEY'] = key
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({ code: 'unavailable' })
    expect(takeLoggedErrors()).toEqual([expect.stringContaining('STRIPE_SECRET_KEY')])
  })
})
