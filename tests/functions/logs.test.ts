import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Stripe } from 'stripe'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { monthOf } from '#contract/accounts/period.ts'
import { londonDay } from '#contract/base/send-date.ts'
import settlePayments from '#functions/settle-payments.mts'
import { accountKey } from '#server/auth/secret-tokens.ts'
import { buildHook } from '#server/clients/build-hook.ts'
import { describeFailure } from '#server/log.ts'
import { addAdmin, ADMIN_PASSWORD, signInAs } from '#tests/harness/admin-session.ts'
import { createAuthenticator } from '#tests/harness/authenticator.ts'
import { callFunction } from '#tests/harness/call-function.ts'
import { captureLog, findPersonalData } from '#tests/harness/capture-log.ts'
import { openDesk, type Desk } from '#tests/harness/desk.ts'
import { everyEndpoint } from '#tests/harness/every-endpoint.ts'
import { functions } from '#tests/harness/every-function.ts'
import { takeLoggedErrors } from '#tests/harness/no-stray-errors.ts'
import { addProductWithStock, purchaseOf, startPaying } from '#tests/harness/order-buyer.ts'
import { PortalBrowser } from '#tests/harness/portal-browser.ts'
import { siteId } from '#tests/harness/site-id.ts'
import { WEBHOOK_SECRET } from '#tests/harness/start-world.ts'
import { order, payStarted, startPayment } from '#tests/harness/voucher-buyer.ts'
import { POSTMARK_HEADERS } from '#tests/harness/webhook.ts'
import { useWorld } from '#tests/harness/world.ts'

const {
  appointments,
  changePassword,
  contact,
  createOrder,
  createPaymentIntent,
  eraseCustomer,
  exportCsv,
  pack,
  findVoucher,
  forgotPassword,
  giftVouchers,
  postmarkWebhook,
  productInquiries,
  recordCancellation,
  redeemVoucher,
  refundOrder,
  refundVoucher,
  resetPassword,
  stripeWebhook,
} = functions

const world = useWorld()
const logged = captureLog()

// All user input in these tests contains the marker.
const NAMES = {
  firstName: 'Zzqzzqfirst',
  lastName: 'Zzqzzqlast',
  email: 'zzqzzq@example.com',
  phone: '0151 496 0777',
}
const BUYER = {
  buyerName: 'Zzqzzqbuyer Name',
  buyerEmail: 'zzqzzq-buyer@example.com',
  recipientName: 'Zzqzzqrecipient Name',
  recipientEmail: 'zzqzzq-recipient@example.com',
  personalMessage: 'Zzqzzq, meet me at noon.',
}
const SHIPPING = { line1: '7 Zzqzzq Street', city: 'Zzqzzqtown', postcode: 'L1 0AB' }
const MESSAGE = {
  ...NAMES,
  subject: 'Zzqzzq subject',
  message: 'Zzqzzq, meet me at noon.\n    at zzqzzq@example.com',
}
const APPOINTMENT = { ...NAMES, service: 'zzqzzq therapy', reason: 'Zzqzzq reason' }
const EVERYTHING = {
  ...order('50', BUYER),
  ...MESSAGE,
  ...APPOINTMENT,
  password: 'zzqzzq herons',
  token: 'zzqzzq-token',
}

const send = (handler: Parameters<typeof callFunction>[0], body: unknown, more: object = {}) =>
  callFunction(handler, { path: '/api/of-a-test', body, address: '198.51.100.77', ...more })

const deliver = (type: string, id: string, object: object = { id }) => {
  const payload = JSON.stringify({ id: 'evt_1', object: 'event', type, data: { object } })
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: WEBHOOK_SECRET })
  return send(stripeWebhook, payload, { headers: { 'stripe-signature': signature } })
}

async function buyVoucher(card = 'pm_card_visa') {
  const started = await startPayment(5000, BUYER)
  await payStarted(world, started, card)
  const response = await send(giftVouchers, { clientSecret: started.clientSecret })
  const { voucher } = (await response.json()) as { voucher?: { id: string; voucherCode: string } }
  return { ...started, id: voucher?.id ?? '', code: voucher?.voucherCode ?? '' }
}

async function buyProduct() {
  const product = await addProductWithStock(world, 5)
  const started = await startPaying(
    purchaseOf(product, { purchaseData: { ...NAMES, shippingAddress: SHIPPING } }),
  )
  await payStarted(world, started)
  const response = await send(createOrder, { clientSecret: started.clientSecret })
  return { ...started, product, id: ((await response.json()) as { order: { id: string } }).order.id }
}

const messages = () => logged.map((line) => (JSON.parse(line) as { message: string }).message)

let desk: Desk
beforeAll(async () => void (desk = await openDesk(world)))

describe('the log', () => {
  let read = 0
  afterEach(() => {
    takeLoggedErrors()
    const news = logged.slice(read)
    read = logged.length
    expect(findPersonalData(news)).toEqual([])
  })

  it('of what Postmark reports contains no address', async () => {
    const { email: Recipient } = NAMES
    const report = {
      RecordType: 'Delivery',
      MessageID: 'zzqzzq',
      Recipient,
      DeliveredAt: '2026-11-26T09:00:00Z',
    }
    const { status } = await send(postmarkWebhook, report, { headers: POSTMARK_HEADERS })
    expect(status).toBe(200)
    expect(messages()).toContain('postmark event ignored')
  })

  it('of purchases contains no name, voucher code or card', async () => {
    const { intentId } = await buyVoucher()
    await buyVoucher('pm_card_chargeDeclined')
    await buyProduct()
    await deliver('payment_intent.succeeded', intentId)
    await deliver('payment_intent.created', intentId)
    await deliver('payment_intent.succeeded', 'pi_unknown')
    await send(stripeWebhook, '{}', { headers: { 'stripe-signature': 't=1,v1=zzqzzq' } })
    expect(messages()).toEqual(
      expect.arrayContaining([
        'stripe event applied',
        'stripe event not used',
        'stripe event of something unknown',
      ]),
    )
  })

  it('of emails that fail contains no recipient', async () => {
    world.mail.control.refuse(BUYER.buyerEmail)
    world.mail.control.refuse(BUYER.recipientEmail, 300)
    await buyVoucher()
    world.mail.control.fail({ status: 503, code: 0, times: 9, message: 'No mail for zzqzzq@example.com' })
    await send(contact, MESSAGE)
    world.mail.control.heal()
    world.gateway.fault({ match: /claimed_until/, times: 2 })
    await send(contact, MESSAGE)
    expect(messages()).toEqual(expect.arrayContaining(['mail not sent', 'failed after the answer']))
  })

  it('of refunds, successful or failed, contains no personal data', async () => {
    const voucher = await buyVoucher()
    await desk.ask(redeemVoucher, voucher.id, { amount: 5, description: 'Zzqzzq description' })
    await desk.ask(findVoucher, undefined, { code: voucher.code })
    await world.stripe.control.fault({ match: 'POST /v1/refunds', status: 500 })
    await desk.ask(refundVoucher, voucher.id, {})
    const cancelled = await buyVoucher()
    await world.stripe.control.takeDown()
    await send(
      recordCancellation,
      { sentOn: londonDay(new Date()) },
      { headers: desk.headers, params: { id: cancelled.id } },
    )
    await world.stripe.control.heal()
    const bought = await buyProduct()
    await world.stripe.control.fault({ match: 'POST /v1/refunds', status: 400 })
    await desk.ask(refundOrder, bought.id, {})
    await desk.ask(refundOrder, bought.id, {})
    await send(settlePayments, { full: true })
    expect(messages()).toEqual(
      expect.arrayContaining([
        'refund not asked yet',
        'refund refused',
        'cancelled purchase not paid back yet',
      ]),
    )
  })

  it('of a dispute with an unknown status contains no personal data', async () => {
    const { intentId } = await buyVoucher()
    const { id } = await world.stripe.control.openDispute({ intent: intentId })
    await world.stripe.control.setDisputeStatus({ dispute: id, status: 'mediation' })
    await send(settlePayments, { full: true })
    expect(messages()).toContain('dispute status not known')
    await world.stripe.control.setDisputeStatus({ dispute: id, status: 'won' })
    await send(settlePayments, { full: true })
  })

  it('of a review closed for an unknown reason contains no personal data', async () => {
    const { intentId } = await buyVoucher()
    const { id } = await world.stripe.control.openReview({ intent: intentId })
    await send(settlePayments, { full: true })
    await world.stripe.control.amend({ id, changes: { open: false, closed_reason: 'mediated' } })
    await send(settlePayments, { full: true })
    expect(messages()).toContain('review closed for a reason not known')
    await world.stripe.control.amend({ id, changes: { closed_reason: 'approved' } })
    await send(settlePayments, { full: true })
  })

  it('of unmatched payments contains no personal data', async () => {
    const other = await startPayment(5000, BUYER)
    await world.services.stripe.paymentIntents.update(other.intentId, { amount: 4000 })
    await payStarted(world, other)
    await deliver('payment_intent.succeeded', other.intentId)
    await world.services.stripe.paymentIntents.create({
      amount: 7000,
      currency: 'gbp',
      payment_method: 'pm_card_visa',
      confirm: true,
      receipt_email: NAMES.email,
      return_url: 'http://localhost:4321/',
      metadata: { payment_id: randomUUID(), purpose: 'gift_voucher', site: await siteId(world) },
    })
    const late = await startPayment(5000, BUYER)
    await payStarted(world, late)
    await world.stripe.control.fault({
      match: `GET /v1/payment_intents/${late.intentId}`,
      status: 500,
      times: 2,
    })
    for (let pass = 0; pass < 2; pass++) await send(settlePayments, { full: true })
    expect(messages()).toEqual(
      expect.arrayContaining([
        'paid, but nothing to give: refunding it',
        'paid, and no record of it',
        'payment not settled',
      ]),
    )
  })

  it('of a failed step of the full run contains no personal data', async () => {
    await buyVoucher()
    await world.stripe.control.fault({ match: 'GET /v1/disputes', status: 403, times: 2 })
    await send(settlePayments, { full: true })
    expect(messages()).toContain('step of a job failed')
  })

  it('of differences from Stripe contains no personal data', async () => {
    const started = await startPayment(5000, BUYER)
    await payStarted(world, started)
    await deliver('payment_intent.succeeded', started.intentId)
    const lose = 'update payment set lost_pence = $2::int where stripe_payment_intent_id = $1'
    await world.rows(lose, [started.intentId, 100])
    await send(settlePayments, { full: true })
    await world.rows(lose, [started.intentId, 0])
    expect(messages()).toContain('our books differ from Stripe')
  })

  it('of a passkey that is refused, and of one that counts back, contains neither', async () => {
    const { email } = await addAdmin(world, 'staff')
    const device = createAuthenticator()
    const browser = new PortalBrowser()
    await browser.signIn(email)
    const { options } = await browser.ask('passkeyOptions', { add: true })
    await browser.ask('addPasskey', { name: 'Zzqzzq', attestation: device.attest(options!.challenge) })
    for (const forged of [{ counter: 9 }, { counter: 8 }, { host: 'example.net' }]) {
      const { challenge } = await browser.ask('signInOptions', {})
      await browser.ask('signInWithPasskey', device.assert(challenge!, forged))
    }
    expect(messages()).toEqual(expect.arrayContaining(['a passkey counted back', 'passkey refused']))
  })

  it('of signing in contains no email address, password or token', async () => {
    const { email } = await addAdmin(world)
    await signInAs(email, { password: 'zzqzzq herons stand there' })
    await signInAs(NAMES.email, { password: 'zzqzzq herons stand there' })
    await world.rows('update sign_in_failure set failures = 100 where account = $1', [accountKey(email)])
    await signInAs(email, { password: 'zzqzzq herons stand there' })
    await send(forgotPassword, { email })
    await send(forgotPassword, { email: NAMES.email })
    const mail = world.mail.list().find(({ to }) => to === email)
    const token = /#([\w-]{43})/.exec(mail?.text ?? '')?.[1]
    await send(resetPassword, { token: 'zzqzzq-token', password: 'zzqzzq herons stand there' })
    expect((await send(resetPassword, { token, password: 'zzqzzq herons stand there' })).status).toBe(200)
    expect((await signInAs(email, { password: 'zzqzzq herons stand there' })).status).toBe(200)
  })

  it('of a new password that cannot be checked against leaks contains nothing of it, nor of its hash', async () => {
    const { headers } = desk
    const password = 'zzqzzq herons stand here'
    world.pwnedPasswords.fault = 'nonsense'
    const before = logged.length
    expect(
      (await send(changePassword, { currentPassword: ADMIN_PASSWORD, password }, { headers })).status,
    ).toBe(200)
    world.pwnedPasswords.fault = undefined
    expect(messages().slice(before)).toEqual(['breached passwords could not be checked'])
    expect(logged.slice(before).join()).not.toMatch(/0FA81/i)
  })

  // ASVS 16.5.1
  it('of a database error that quotes its input contains no input', async () => {
    for (const table of ['contact_message', 'appointment', 'product_inquiry']) {
      await world.rows(`
        create function gossip_of_${table}() returns trigger language plpgsql as
        $$ begin raise exception 'Failing row: % at %', new.email, to_jsonb(new); end $$;
        create trigger gossip before insert on ${table} for each row execute function gossip_of_${table}()`)
    }
    const productId = await addProductWithStock(world, 5)
    const answers = [
      await send(contact, MESSAGE),
      await send(appointments, APPOINTMENT),
      await send(productInquiries, { ...NAMES, productId }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([500, 500, 500])
    for (const answer of answers) expect(await answer.text()).not.toMatch(/zzqzzq|failing/i)
    expect(logged.slice(-3).map((line) => JSON.parse(line))).toEqual(
      Array(3).fill(expect.objectContaining({ code: 'P0001', place: expect.stringMatching(/^at /) })),
    )
  })

  // ASVS 16.2.5
  it('of every function without a database contains no personal data', async () => {
    const { headers } = desk
    const before = logged.length
    world.gateway.fault({ times: 10_000 })
    for (const [name, { method }] of everyEndpoint) {
      const params = { id: randomUUID(), file: 'orders.csv' }
      await send(functions[name], EVERYTHING, {
        method,
        headers,
        params,
        path: '/api/x?search=zzqzzq@example.com',
      })
    }
    world.gateway.clearFaults()
    expect(logged.length - before).toBeGreaterThan(20)
  })

  it('of an aborted file, an erasure and an unset secret contains no personal data', async () => {
    const { headers } = desk
    const file = await send(exportCsv, undefined, {
      method: 'GET',
      headers,
      params: { file: 'customers.csv' },
    })
    world.gateway.fault({ times: 2 })
    await expect(file.text()).rejects.toThrow()
    await send(eraseCustomer, { email: NAMES.email }, { headers })
    const key = process.env['STRIPE_SECRET_KEY']
    process.env['STRIPE_SECRET_KEY'] = 'zzqzzq: no key'
    await send(createPaymentIntent, order('50', BUYER))
    process.env['STRIPE_SECRET_KEY'] = key
    expect(messages()).toContain('a file was broken off')
    expect(logged.at(-1)).toContain('STRIPE_SECRET_KEY is malformed')
  })

  it('of a pack that is made while Stripe is down contains no personal data', async () => {
    await world.stripe.control.takeDown()
    const params = { period: monthOf(londonDay(new Date())) }
    const file = await send(pack, undefined, { method: 'GET', headers: desk.headers, params })
    expect(file.status).toBe(200)
    await file.arrayBuffer()
    await world.stripe.control.heal()
    expect(messages()).toContain('a pack was made without Stripe')
  })

  it('of a build hook that refuses, and of one that is down, contains no address', async () => {
    const hook = createServer((_, response) => void response.writeHead(404).end()).listen(0, 'localhost')
    await once(hook, 'listening')
    const { port } = hook.address() as AddressInfo
    process.env['BUILD_HOOK'] = `http://localhost:${port}/build_hooks/zzqzzq`
    expect(await buildHook().start()).toBe(false)
    hook.close()
    process.env['BUILD_HOOK'] = 'http://localhost:1/build_hooks/zzqzzq'
    expect(await buildHook().start()).toBe(false)
    delete process.env['BUILD_HOOK']
    expect(messages().slice(-2)).toEqual(['the build hook refused', 'the build hook could not be reached'])
  })

  // ASVS 16.2.5
  it('has been tested with every message in the code', () => {
    const folder = join(import.meta.dirname, '../../src/server')
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.ts'),
    )
    const code = files.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n')
    const lines = Array.from(
      code.matchAll(/\blog\([^,()]+(?:\([^)]*\))?,\s*'([^']+)'/g),
      ([, message]) => message!,
    )
    expect(lines.length).toBe(code.match(/(?<!function )\blog\(/g)?.length)
    expect(lines.filter((message) => !messages().includes(message))).toEqual([])
  })
})

/** The lines of what `work` logs. */
async function linesOf(work: () => Promise<unknown>): Promise<Record<string, unknown>[]> {
  const before = logged.length
  await work()
  takeLoggedErrors()
  return logged.slice(before).map((line) => JSON.parse(line) as Record<string, unknown>)
}

// ASVS 16.3.4
describe('the log says what failed', () => {
  it('at Stripe, with class and code', async () => {
    await world.stripe.control.refuseKey()
    const lines = await linesOf(async () => {
      await send(createPaymentIntent, order('50', BUYER))
      await send(settlePayments, { full: false })
    })
    await world.stripe.control.heal()
    const refused = 'StripeAuthenticationError'
    expect(lines.slice(0, 2)).toMatchObject([
      { message: 'request failed', causes: `${refused} api_key_expired 401` },
      { message: 'step of a job failed', failure: refused, code: 'api_key_expired', status: 401 },
    ])
  })

  it('at Neon, with what became of the connection, and where', async () => {
    world.gateway.fault({ times: 2 })
    expect(await linesOf(() => send(contact, MESSAGE))).toMatchObject([
      {
        message: 'request failed',
        code: 'database_unreachable',
        failure: 'NeonDbError',
        causes: expect.stringMatching(/ECONNRESET|UND_ERR_SOCKET/),
        place: expect.stringMatching(/receive\w+/),
      },
    ])
  })

  it('at Postmark, with class, code and status', async () => {
    world.mail.control.fail({ status: 401, code: 10, times: 9 })
    const [line] = await linesOf(() => send(forgotPassword, { email: desk.email }))
    world.mail.control.heal()
    expect(line).toMatchObject({ message: 'mail not sent', causes: 'InvalidAPIKeyError 10 401' })
  })
})

describe('the log names the payment', () => {
  const eventsOf = (lines: Record<string, unknown>[]) => lines.filter(({ event }) => event)

  it('of its events, and why a card was declined', async () => {
    const started = await startPayment(5000, BUYER)
    const { intentId } = started
    await payStarted(world, started, 'pm_card_chargeDeclined')
    const object = await world.services.stripe.paymentIntents.retrieve(intentId)
    const refund = { id: 're_1', object: 'refund', payment_intent: intentId }
    const lines = await linesOf(async () => {
      await deliver('payment_intent.payment_failed', intentId, object)
      await deliver('refund.updated', 're_1', refund)
    })
    expect(eventsOf(lines)).toMatchObject([
      { intent: intentId, declined: 'generic_decline' },
      { intent: intentId },
    ])
  })

  it('of a claim that fails, and never beside a caller', async () => {
    const started = await startPayment(5000, BUYER)
    await payStarted(world, started)
    await world.stripe.control.takeDown()
    const lines = await linesOf(() => send(giftVouchers, { clientSecret: started.clientSecret }))
    await world.stripe.control.heal()
    expect(lines).toMatchObject([{ message: 'request failed', intent: started.intentId }])
    expect(logged.filter((line) => line.includes('"caller"') && line.includes('"intent"'))).toEqual([])
  })
})

describe('an error whose message looks like a stack frame', () => {
  it.each(['Zzqzzq lives at 7 Zzqzzq Street', 'No row\n    at zzqzzq@example.com', 'at zzqzzq'])(
    'is logged with its stack frame only: %j',
    (message) => {
      const { place } = describeFailure(new TypeError(message))
      expect(place).toMatch(/^at .*logs\.test\.ts/)
    },
  )
})

// ASVS 16.2.5
it.each([
  'Zzqzzqbuyer Name',
  'hello@example.com',
  'from 198.51.100.77',
  '0151 496 0777',
  'L1 0AB',
  '4242 4242 4242 4242',
  '7K2M-0PQR-4XVB-19DN',
  '7K2M0PQR4XVB19DN',
  'pi_3Abc_secret_9xyz',
  'Bearer eyJhbGciOiJIUzI1NiJ9.YQ.c2ln',
  `session=${'a'.repeat(43)}`,
  '$argon2id$v=19$m=47104,t=1,p=1$c2FsdA$aGFzaA',
  'sk_test_local',
  'postgres://somebody@somewhere/clinic',
])('the check finds personal data in a log line: %s', (said) => {
  expect(findPersonalData([JSON.stringify({ level: 'info', message: 'a line', said })])).toHaveLength(1)
})
