import type { Stripe } from 'stripe'
import { describe, expect, it } from 'vitest'
import settlePayments from '#functions/settle-payments.mts'
import { runSettlementJob } from '#server/jobs/settlement-job.ts'
import { callFunction } from '#tests/harness/call-function.ts'
import { takeLoggedErrors } from '#tests/harness/no-stray-errors.ts'
import { buy, payLater, startPayment } from '#tests/harness/voucher-buyer.ts'
import { useWorld } from '#tests/harness/world.ts'

const world = useWorld()

const run = () => callFunction(settlePayments, { path: '/settle-payments', body: { full: true } })

const stepsIn = (lines: string[]) =>
  lines.map((line) => (JSON.parse(line) as { step?: string }).step).filter((step) => step !== undefined)

/** Enqueues an email again. The function that it returns tells whether it was sent. */
async function waitingEmail(): Promise<() => Promise<unknown>> {
  await buy(world)
  await run()
  const [email] = await world.rows<{ id: string }>(
    `insert into outbox (id, key, template, recipient, data, created_at, due_at)
     select gen_random_uuid(), 'again:' || gen_random_uuid(), template, recipient, data, now(), now() from outbox
     where template = 'voucher-notice' limit 1
     returning id`,
  )
  return async () =>
    (await world.rows('select sent_at is not null as sent from outbox where id = $1', [email!.id]))[0]?.[
      'sent'
    ]
}

describe('a full run of settle-payments, when', () => {
  it.each([
    ['Stripe refuses to list disputes', 'GET /v1/disputes', ['sync disputes', 'reconcile']],
    ['Stripe refuses to list refunds', 'GET /v1/refunds', ['sync refunds', 'reconcile']],
    ['Stripe refuses to list fraud warnings', 'GET /v1/radar/early_fraud_warnings', ['sync fraud alerts']],
    ['Stripe refuses to list reviews', 'GET /v1/reviews', ['sync fraud alerts']],
    ['Stripe refuses to list charges', 'GET /v1/charges', ['settle payments']],
    ['Stripe refuses to list intents', 'GET /v1/payment_intents', ['close unpaid payments', 'reconcile']],
  ])('%s, still sends emails and answers 200', async (_, match, steps) => {
    const isSent = await waitingEmail()
    await world.stripe.control.fault({ match, status: 403, times: steps.length })
    const answer = await run()
    expect(answer.status).toBe(200)
    expect(await isSent()).toBe(true)
    expect(stepsIn(takeLoggedErrors())).toEqual(steps)
  })

  it('the database fails in one step, runs the others and answers 200', async () => {
    const isSent = await waitingEmail()
    world.gateway.fault({ match: /from "refund" inner join "payment"/, times: 2 })
    expect((await run()).status).toBe(200)
    expect(await isSent()).toBe(true)
    expect(stepsIn(takeLoggedErrors())).toEqual(['make refunds'])
  })

  it('Stripe refuses to list charges, does not close payments that may have been paid', async () => {
    const { intentId } = await startPayment()
    const forget = 'update payment set stripe_payment_intent_id = null where stripe_payment_intent_id = $1'
    const [payment] = await world.rows<{ id: string }>(`${forget} returning id`, [intentId])
    world.clock.advance(31)
    await world.stripe.control.fault({ match: 'GET /v1/charges', status: 403 })
    await runSettlementJob(world.services, { full: true })
    const stateOf = async () =>
      (await world.rows('select state from payment where id = $1', [payment!.id]))[0]?.['state']
    expect(await stateOf()).toBe('created')
    takeLoggedErrors()
    await runSettlementJob(world.services, { full: true })
    expect(await stateOf()).toBe('cancelled')
    world.clock.advance(-31)
  })
})

describe('a full run of settle-payments has one deadline', () => {
  /** Returns a clock that advances with each request to Stripe or Postmark (ms). */
  function slowServices(perRequest: number) {
    let offset = 0
    const requests: { name: string; at: number }[] = []
    const clock = { now: () => new Date(world.clock.now().getTime() + offset) }
    const counted = (name: string) => {
      requests.push({ name, at: offset })
      offset += perRequest
    }
    const { stripe, email: mail } = world.services
    const listed = (part: 'paymentIntents' | 'refunds' | 'disputes' | 'reviews') =>
      Object.assign(Object.create(stripe[part]), {
        list: (params: never) => {
          counted(part)
          return stripe[part].list(params)
        },
        retrieve: (...args: [never]) => {
          counted(part)
          return (stripe[part] as unknown as { retrieve: (...args: [never]) => unknown }).retrieve(...args)
        },
      }) as object
    return {
      requests,
      services: {
        ...world.services,
        clock,
        stripe: Object.assign(Object.create(stripe), {
          paymentIntents: listed('paymentIntents'),
          refunds: listed('refunds'),
          disputes: listed('disputes'),
          reviews: listed('reviews'),
          radar: {
            earlyFraudWarnings: {
              list: (params: never) => {
                counted('radar')
                return stripe.radar.earlyFraudWarnings.list(params)
              },
            },
          },
        }) as Stripe,
        email: {
          ...mail,
          send: (...letter: Parameters<typeof mail.send>) => {
            counted('mail')
            return mail.send(...letter)
          },
        },
      },
    }
  }

  it.each([1000, 2000, 5000, 9000])(
    'of 16 s for all its steps, emails included, at %i ms a request',
    async (each) => {
      const started = await Promise.all(Array.from({ length: 3 }, () => startPayment()))
      for (const one of started) await payLater(world, one)
      for (let sold = 0; sold < 5; sold++) await buy(world)
      const { services, requests } = slowServices(each)
      await runSettlementJob(services, { full: true })
      expect(requests.length).toBeGreaterThan(1)
      expect(Math.max(...requests.map(({ at }) => at))).toBeLessThanOrEqual(16_000 + each)
      for (const { intentId } of started) await world.stripe.control.completeProcessing({ intent: intentId })
      await run()
    },
  )

  it('and compares with Stripe even if there is more to settle than it has time for', async () => {
    const { intentId } = await buy(world)
    await run()
    const lose = 'update payment set lost_pence = $2::int where stripe_payment_intent_id = $1'
    await world.rows(lose, [intentId, 100])
    // An incomplete run leaves a day to changes.
    world.clock.advance(1440)
    for (let sold = 0; sold < 16; sold++) await buy(world)
    world.clock.advance(120)
    await runSettlementJob(slowServices(1000).services, { full: true })
    const open = `select from payment where state = 'created' and paid_at is null`
    expect(await world.rows(open)).not.toEqual([])
    expect(await world.rows('select kind from difference')).toContainEqual({ kind: 'amounts_differ' })
    expect(takeLoggedErrors()).toContainEqual(expect.stringContaining('our books differ from Stripe'))
    await world.rows(lose, [intentId, 0])
    await run()
    world.clock.advance(-120 - 1440)
  })
})
