import { beforeEach, describe, expect, it, vi } from 'vitest'
import { clinic } from '#clinic/current-clinic.ts'
import type { Reply } from '#contract/base/endpoint.ts'
import type { attentionEndpoint } from '#contract/reports/reports.ts'
import hourly from '#functions/hourly.mts'
import settlePayments from '#functions/settle-payments.mts'
import { systemClock } from '#server/clients/services.ts'
import { signInNewAdmin, type SignedIn } from '#tests/harness/admin-session.ts'
import { callFunction } from '#tests/harness/call-function.ts'
import { functions } from '#tests/harness/every-function.ts'
import { takeLoggedErrors } from '#tests/harness/no-stray-errors.ts'
import { order, payStarted, startPayment } from '#tests/harness/voucher-buyer.ts'
import { useWorld } from '#tests/harness/world.ts'

const { attention, contact, createPaymentIntent } = functions

const world = useWorld()
vi.spyOn(systemClock, 'now').mockImplementation(() => world.clock.now())

/** The clinic and an admin. */
let owners: string[]
let headers: SignedIn['headers']
let seen = 0
beforeEach(async () => {
  world.clock.advance(600)
  const admin = await signInNewAdmin(world)
  owners = [clinic.email, admin.email]
  headers = admin.headers
  await heal()
  seen = world.mail.list().length
})

const buy = () => callFunction(createPaymentIntent, { path: '/api/create-payment-intent', body: order() })
/** As Netlify runs it, every five minutes. */
const run = (full = false) => callFunction(settlePayments, { path: '/settle-payments', body: { full } })
async function write() {
  const person = { firstName: 'A', lastName: 'B', email: 'c@example.com' }
  const body = { ...person, subject: 'A subject', message: 'A message of some words' }
  expect((await callFunction(contact, { path: '/api/contact', body })).status).toBe(200)
}

/** Everything works again, and whatever waited has been told. */
async function heal() {
  await world.stripe.control.heal()
  world.mail.control.heal()
  await buy()
  await run(true)
  await callFunction(hourly, { path: '/hourly', body: {} })
  takeLoggedErrors()
}

const ABOUT_OUTAGES = /can pay|are sent again|scheduled jobs/

/** Subjects of the emails about outages to an owner since the test began. */
const told = (owner = owners[0]!) =>
  world.mail
    .list()
    .slice(0, world.mail.list().length - seen)
    .filter(({ to, subject }) => to === owner && ABOUT_OUTAGES.test(subject))
    .map(({ subject }) => subject)
    .toReversed()

/** What Needs attention says of outages. */
async function needs() {
  const response = await callFunction(attention, {
    path: '/api/admin/attention',
    method: 'GET',
    headers,
  })
  const { items } = (await response.json()) as Reply<typeof attentionEndpoint>
  return items.filter(({ kind }) => kind === 'outage' || kind === 'emails_waiting')
}

const REFUSED = expect.stringMatching(/^Since \d\d:\d\d nobody can pay: Stripe refuses our key$/)
const UNREACHABLE = expect.stringMatching(/^Since \d\d:\d\d nobody can pay: Stripe cannot be reached$/)
const AGAIN = 'People can pay again'

describe('an outage of Stripe', () => {
  it('by a revoked key is emailed to every owner within fifteen minutes of one purchase that fails', async () => {
    await world.stripe.control.refuseKey()
    expect((await buy()).status).toBe(502)
    for (let minutes = 0; minutes < 15; minutes += 5) {
      world.clock.advance(5)
      await run()
    }
    for (const owner of owners) expect(told(owner)).toEqual([REFUSED])
    expect(await needs()).toMatchObject([{ kind: 'outage', id: 'stripe', cause: 'refused' }])
    takeLoggedErrors()
  })

  it('is told once when it begins and once when it is over, whatever fails meanwhile', async () => {
    await world.stripe.control.takeDown()
    await Promise.all([buy(), buy(), buy(), buy()])
    for (let times = 0; times < 2; times++) {
      world.clock.advance(5)
      await Promise.all([buy(), run(), run()])
    }
    expect(told()).toEqual([UNREACHABLE])
    await world.stripe.control.heal()
    world.clock.advance(5)
    await Promise.all([run(), run()])
    await run(true)
    for (const owner of owners) expect(told(owner)).toEqual([UNREACHABLE, AGAIN])
    expect(await needs()).toEqual([])
    takeLoggedErrors()
  })

  it('is over for the buyers and jobs of every instance once a payment can be started', async () => {
    await world.stripe.control.refuseKey()
    for (let times = 0; times < 3; times++) await buy()
    expect(await needs()).toHaveLength(1)
    await world.stripe.control.heal()
    expect((await buy()).status).toBe(200)
    expect(await needs()).toEqual([])
    takeLoggedErrors()
  })

  it('that only buyers saw is over once a job is answered, although nobody buys', async () => {
    await world.stripe.control.refuseKey()
    for (let times = 0; times < 3; times++) await buy()
    await world.stripe.control.heal()
    world.clock.advance(5)
    await run(true)
    expect(told()).toEqual([REFUSED, AGAIN])
    expect(await needs()).toEqual([])
    takeLoggedErrors()
  })

  it('in which only payments cannot be started is not over because Stripe answers something else', async () => {
    await world.stripe.control.fault({ match: 'POST /v1/payment_intents', status: 403, times: 1e6 })
    for (let times = 0; times < 3; times++) await buy()
    await run(true)
    expect(told()).toEqual([REFUSED])
    expect(await needs()).toHaveLength(1)
    takeLoggedErrors()
  })

  it.each([
    ['declined cards', () => world.stripe.control.heal()],
    [
      'refused input',
      () => world.stripe.control.fault({ match: 'POST /v1/payment_intents', status: 400, times: 1e6 }),
    ],
    [
      'a permission that nobody needs to pay',
      () => world.stripe.control.fault({ match: 'GET *', status: 403, times: 1e6 }),
    ],
  ])('is not %s', async (_, begin) => {
    const started = await startPayment()
    await begin()
    for (let times = 0; times < 4; times++) {
      await payStarted(world, started, 'pm_card_chargeDeclined')
      await buy()
      await run(true)
    }
    expect(told()).toEqual([])
    expect(await needs()).toEqual([])
    takeLoggedErrors()
  })

  it('is not two failures, nor three in a quarter of an hour, nor three with a success in between', async () => {
    await world.stripe.control.refuseKey()
    for (let times = 0; times < 3; times++) {
      await buy()
      world.clock.advance(6)
    }
    await buy()
    await world.stripe.control.heal()
    await buy()
    await world.stripe.control.refuseKey()
    await buy()
    await buy()
    expect(await needs()).toEqual([])
    takeLoggedErrors()
  })

  it('counts a failure once, and is told once, although the connection to the database dies', async () => {
    await world.stripe.control.refuseKey()
    world.gateway.fault({ match: /\boutage\b/, after: true, times: 1e6, passRepeats: true })
    await buy()
    await buy()
    expect(await needs()).toEqual([])
    await buy()
    await run()
    expect(await needs()).toHaveLength(1)
    await world.stripe.control.heal()
    await buy()
    await run()
    world.gateway.clearFaults()
    expect(told()).toEqual([REFUSED, AGAIN])
    takeLoggedErrors()
  })

  it('neither slows nor breaks the response if it cannot be recorded', async () => {
    await world.stripe.control.refuseKey()
    world.gateway.fault({ match: /insert into "outage"/, times: 1e6 })
    const response = await buy()
    expect(response.status).toBe(502)
    world.gateway.clearFaults()
    takeLoggedErrors()
  })
})

describe('an outage of Postmark', () => {
  it.each([
    ['down', 'unreachable', { status: 503, code: 100, times: 1e6 }],
    ['refusing our token', 'refused', { status: 401, code: 10, times: 1e6 }],
  ])('that is %s stands in Needs attention, and is emailed once when it is over', async (_, cause, fault) => {
    world.mail.control.fail(fault)
    for (let times = 0; times < 3; times++) await write()
    world.clock.advance(31)
    expect(await needs()).toMatchObject([{ kind: 'outage', id: 'postmark', cause }])
    world.mail.control.heal()
    await Promise.all([write(), write()])
    world.clock.advance(5)
    await write()
    for (const owner of owners) expect(told(owner)).toEqual(['Emails are sent again'])
    expect(await needs()).toEqual([])
    takeLoggedErrors()
  })

  it('is not an address that Postmark refuses', async () => {
    world.mail.control.refuse('c@example.com')
    for (let times = 0; times < 4; times++) await write()
    expect(await needs()).toEqual([])
    takeLoggedErrors()
  })
})

describe('scheduled jobs that stopped', () => {
  it('are noticed by the next request that sends emails, and told once when they run again', async () => {
    world.clock.advance(119)
    await write()
    expect(told()).toEqual([])
    world.clock.advance(2)
    await Promise.all([write(), write()])
    await write()
    const stopped = expect.stringMatching(/^The scheduled jobs have not run since /)
    for (const owner of owners) expect(told(owner)).toEqual([stopped])
    // The session has ended.
    headers = (await signInNewAdmin(world)).headers
    expect(await needs()).toMatchObject([{ kind: 'outage', id: 'jobs' }])
    await run(true)
    await run(true)
    for (const owner of owners) expect(told(owner)).toEqual([stopped, 'The scheduled jobs run again'])
    expect(await needs()).toEqual([])
  })
})
