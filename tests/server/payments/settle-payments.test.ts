import { describe, expect, it } from 'vitest'
import { sendMail } from '#server/mail/send-mail'
import { settlePayments } from '#server/payments/settle-payments'
import { buy, payLater, startPayment } from '../../support/voucher-buyer.ts'
import { useWorld } from '../../support/world.ts'

const world = useWorld()
const stateOf = async (intent: string) =>
  (
    await world.rows<{ state: string }>('select state from payment where stripe_payment_intent_id = $1', [
      intent,
    ])
  )[0]?.state
const atStripe = (intent: string) => world.stripe.state().intents.find(({ id }) => id === intent)?.status

describe('settlePayments', () => {
  it('makes the voucher when neither browser nor webhook ever came', async () => {
    const { intentId } = await buy(world)
    await settlePayments(world.services, { full: false })
    expect(await stateOf(intentId)).toBe('fulfilled')
  })

  it('leaves a payment alone that may still be paid', async () => {
    const { intentId } = await startPayment()
    await settlePayments(world.services, { full: true })
    expect(atStripe(intentId)).toBe('requires_payment_method')
  })

  it('cancels at Stripe and here what nobody paid in half an hour', async () => {
    const { intentId } = await startPayment()
    world.clock.advance(31)
    await settlePayments(world.services, { full: true })
    expect(atStripe(intentId)).toBe('canceled')
    expect(await stateOf(intentId)).toBe('cancelled')
    world.clock.advance(-31)
  })

  it('fulfils what was paid at the last moment instead of cancelling it', async () => {
    const { intentId } = await buy(world)
    world.clock.advance(90)
    await settlePayments(world.services, { full: true })
    expect(await stateOf(intentId)).toBe('fulfilled')
    world.clock.advance(-90)
  })

  it('waits for a pay-later provider as long as it takes', async () => {
    const started = await startPayment()
    await payLater(world, started)
    world.clock.advance(600)
    await settlePayments(world.services, { full: true })
    expect(await stateOf(started.intentId)).toBe('processing')
    await world.stripe.control.completeProcessing({ intent: started.intentId })
    await settlePayments(world.services, { full: true })
    expect(await stateOf(started.intentId)).toBe('fulfilled')
    world.clock.advance(-600)
  })

  it('closes an attempt whose intent never came to be', async () => {
    const { intentId } = await startPayment()
    await world.rows(
      'update payment set stripe_payment_intent_id = null where stripe_payment_intent_id = $1',
      [intentId],
    )
    world.clock.advance(31)
    await settlePayments(world.services, { full: true })
    const open = await world.rows(
      `select id from payment where settled_at is null and stripe_payment_intent_id is null`,
    )
    expect(open).toEqual([])
    world.clock.advance(-31)
  })
})

describe('what is kept no longer than it is needed', () => {
  const kept = (query: string, id: string) => world.rows(query, [id])

  it('is what a mail said, what was typed for an unpaid purchase, and who called', async () => {
    const paid = await buy(world)
    const unpaid = await startPayment()
    await settlePayments(world.services, { full: true })
    await sendMail(world.services)
    world.clock.advance(31)
    await settlePayments(world.services, { full: true })
    world.clock.advance(31 * 24 * 60)
    await settlePayments(world.services, { full: true })

    const mails = `select outbox.data from outbox join gift_voucher voucher on outbox.key like 'voucher:' || voucher.id || ':%'
      join payment on payment.id = voucher.payment_id where stripe_payment_intent_id = $1`
    expect(await kept(mails, paid.intentId)).toEqual([{ data: null }, { data: null }])
    const purchase = 'select purchase from payment where stripe_payment_intent_id = $1'
    expect(await kept(purchase, unpaid.intentId)).toEqual([{ purchase: null }])
    expect((await kept(purchase, paid.intentId))[0]?.['purchase']).not.toBeNull()
    expect(await world.rows('select kind from throttle')).toEqual([])
    world.clock.advance(-31 - 31 * 24 * 60)
  })
})
