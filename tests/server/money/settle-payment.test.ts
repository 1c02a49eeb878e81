import { describe, expect, it } from 'vitest'
import { sendEmails } from '#server/email/send-emails.ts'
import { settlePayment } from '#server/money/settle/settle-payment.ts'
import { takeLoggedErrors } from '#tests/harness/no-stray-errors.ts'
import { buy } from '#tests/harness/voucher-buyer.ts'
import { useWorld } from '#tests/harness/world.ts'

const world = useWorld()
const CALLERS = 10
const ROUNDS = 5

describe('settlePayment', () => {
  it('settlePayment returns the same voucher to ten concurrent callers and sends its emails once', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { intentId } = await buy(world, 5000, { buyerEmail: `round${round}@example.com` })
      const callers = Array.from({ length: CALLERS }, () => settlePayment(world.services, intentId))
      const settled = await Promise.all(callers)
      const codes = new Set(
        settled.map((one) => (one.outcome === 'fulfilled' ? one.voucher.code : one.outcome)),
      )
      expect(codes.size).toBe(1)
      await Promise.all(Array.from({ length: CALLERS }, () => sendEmails(world.services)))
      expect(world.mail.list().filter(({ to }) => to.includes(`round${round}@`))).toHaveLength(1)
    }
    expect(await world.counts()).toMatchObject({
      gift_voucher: ROUNDS,
      voucher_entry: ROUNDS,
      outbox: 3 * ROUNDS,
    })
    expect(world.mail.list()).toHaveLength(3 * ROUNDS)
  })

  it('settlePayment settles a payment whose intent id was never stored', async () => {
    const { intentId } = await buy(world)
    await world.rows(
      'update payment set stripe_payment_intent_id = null where stripe_payment_intent_id = $1',
      [intentId],
    )
    expect(await settlePayment(world.services, intentId)).toMatchObject({ outcome: 'fulfilled' })
  })

  it('settlePayment issues nothing for an intent without a payment of ours', async () => {
    const intent = await world.services.stripe.paymentIntents.create({
      amount: 5000,
      currency: 'gbp',
      payment_method: 'pm_card_visa',
      confirm: true,
      return_url: 'http://localhost:4321/',
    })
    expect(await settlePayment(world.services, intent.id)).toMatchObject({ outcome: 'unknown' })
  })

  it('settlePayment issues nothing for a second intent that names another buyer’s payment', async () => {
    const { intentId } = await buy(world)
    const paid = await world.services.stripe.paymentIntents.retrieve(intentId)
    const forged = await world.services.stripe.paymentIntents.create({
      amount: 5000,
      currency: 'gbp',
      payment_method: 'pm_card_visa',
      confirm: true,
      return_url: 'http://localhost:4321/',
      metadata: paid.metadata,
    })
    await settlePayment(world.services, forged.id)
    expect(takeLoggedErrors()).toEqual([expect.stringContaining('no record of it')])
    const made = await world.rows('select id from gift_voucher where payment_id = $1', [
      paid.metadata['payment_id'],
    ])
    expect(made).toEqual([])
  })
})
