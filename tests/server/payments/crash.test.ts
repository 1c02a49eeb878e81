import { describe, expect, it } from 'vitest'
import { sendMail } from '#server/mail/send-mail'
import { claimGiftVoucher } from '#server/payments/claim-gift-voucher'
import { settlePayments } from '#server/payments/settle-payments'
import { startVoucherPayment } from '#server/payments/start-voucher-payment'
import { applyStripeEvent } from '#server/payments/stripe-event'
import type { Services } from '#server/services/services'
import type { Stripe } from 'stripe'
import { type Death, Killed, mortal } from '../../support/mortal.ts'
import { takeLoggedErrors } from '../../support/no-stray-errors.ts'
import { DETAILS, pay } from '../../support/voucher-buyer.ts'
import { useWorld } from '../../support/world.ts'

const world = useWorld()
const ORDER = { amount: 5000, voucherData: { ...DETAILS, originalAmount: 5000 } }

/** A few in everyday runs; more by `ROUNDS=200`. */
const ROUNDS = Number(process.env['ROUNDS'] ?? 10)

let caller = 0
const start = (services: Services) => startVoucherPayment(services, ORDER, `caller ${caller++}`)

/** What a buyer's visit asks of the functions, each in its own life. */
async function claim(services: Services, clientSecret: string) {
  await claimGiftVoucher(services, { clientSecret }, `caller ${caller++}`)
  await sendMail(services)
}

const idOf = (clientSecret: string) => clientSecret.slice(0, clientSecret.indexOf('_secret_'))

const recoveries = {
  browser: claim,
  webhook: async (services: Services, clientSecret: string) => {
    const event = {
      id: 'evt_1',
      type: 'payment_intent.succeeded',
      data: { object: { id: idOf(clientSecret) } },
    }
    await applyStripeEvent(services, event as Stripe.Event)
    await sendMail(services)
  },
  scheduler: async (services: Services) => {
    await settlePayments(services, { full: true })
    await sendMail(services)
  },
}

async function dieIn(work: (services: Services) => Promise<unknown>, death?: Death): Promise<string[]> {
  const services = mortal(world.services, death)
  try {
    await work(services)
  } catch (error) {
    if (!(error instanceof Killed)) throw error
  }
  takeLoggedErrors()
  return services.calls()
}

async function bought(clientSecret: string) {
  const [row] = await world.rows<{ vouchers: string; mails: string; sent: string }>(
    `select count(distinct voucher.id) as vouchers, count(outbox.id) as mails, count(outbox.sent_at) as sent
     from payment left join gift_voucher voucher on voucher.payment_id = payment.id
       left join outbox on outbox.key like 'voucher:' || voucher.id || ':%'
     where stripe_payment_intent_id = $1`,
    [idOf(clientSecret)],
  )
  return row
}

async function newPaidIntent(): Promise<string> {
  const { clientSecret } = await start(world.services)
  await pay(world, { clientSecret, intentId: idOf(clientSecret) })
  return clientSecret
}

describe('a function killed while it claims a paid voucher', () => {
  it.each(Object.keys(recoveries) as (keyof typeof recoveries)[])(
    'at any of its outside calls, is made good by the %s alone',
    async (trigger) => {
      const whole = await newPaidIntent()
      const calls = await dieIn((services) => claim(services, whole))
      expect(calls.length).toBeGreaterThanOrEqual(6)
      for (const at of calls.keys()) {
        for (const when of ['before', 'after'] as const) {
          const secret = await newPaidIntent()
          await dieIn((services) => claim(services, secret), { at, when })
          // The dead one's claim on its mails lapses.
          world.clock.advance(3)
          await recoveries[trigger](world.services, secret)
          const where = `killed ${when} ${calls[at]} (${at}), then ${trigger}`
          expect(await bought(secret), where).toEqual({ vouchers: '1', mails: '2', sent: '2' })
        }
      }
    },
  )
})

describe('a function killed while it starts a payment', () => {
  it('at any of its outside calls, leaves nothing that could be paid and nothing that stays open', async () => {
    const calls = await dieIn((services) => start(services))
    expect(calls).toEqual(['db.batch', 'stripe.paymentIntents.create', 'db.run'])
    for (const at of calls.keys()) {
      for (const when of ['before', 'after'] as const)
        await dieIn((services) => start(services), { at, when })
    }
    world.clock.advance(40)
    await settlePayments(world.services, { full: true })
    expect(await world.rows('select id from payment where settled_at is null')).toEqual([])
    const open = world.stripe.state().intents.filter(({ status }) => status.startsWith('requires_'))
    const known = await world.rows('select stripe_payment_intent_id from payment')
    expect(open.filter(({ id }) => known.some((row) => row['stripe_payment_intent_id'] === id))).toEqual([])
  })
})

describe('a day without a mail provider', () => {
  it('ends with every mail sent once', async () => {
    const secret = await newPaidIntent()
    const down = { ...world.services, mail: { send: () => Promise.reject(new Error('no answer')) } }
    await claim(down, secret)
    for (let hour = 0; hour < 24; hour++) {
      world.clock.advance(60)
      await sendMail(down)
    }
    takeLoggedErrors()
    world.clock.advance(24 * 60)
    await sendMail(world.services)
    expect(await bought(secret)).toEqual({ vouchers: '1', mails: '2', sent: '2' })
  })
})

describe('everybody at once', () => {
  it('ten webhooks, the browser and the scheduler make one voucher and two mails', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const secret = await newPaidIntent()
      const webhooks = Array.from({ length: 10 }, () => recoveries.webhook(world.services, secret))
      await Promise.all([...webhooks, claim(world.services, secret), recoveries.scheduler(world.services)])
      await sendMail(world.services)
      expect(await bought(secret)).toEqual({ vouchers: '1', mails: '2', sent: '2' })
    }
  })
})
