import { describe, expect, it } from 'vitest'
import { clinic } from '#clinic/current-clinic.ts'
import { listActivity } from '#server/activity/list-activity.ts'
import { settlePayment } from '#server/money/settle/settle-payment.ts'
import { settlePayments } from '#server/money/settle/settle-payments.ts'
import { listAttention } from '#server/reports/attention.ts'
import { deliverEvents, subjectsTo } from '#tests/harness/deliver-events.ts'
import { takeLoggedErrors } from '#tests/harness/no-stray-errors.ts'
import { siteId } from '#tests/harness/site-id.ts'
import { buy, payStarted, startPayment } from '#tests/harness/voucher-buyer.ts'
import { useWorld } from '#tests/harness/world.ts'

const world = useWorld()

describe('a payment that bought nothing', () => {
  it('a payment of another amount is refunded at once and its buyer gets an email', async () => {
    const started = await startPayment(5000, { buyerEmail: 'differs@example.com' })
    await world.services.stripe.paymentIntents.update(started.intentId, { amount: 4000 })
    await payStarted(world, started)
    expect(await settlePayment(world.services, started.intentId)).toMatchObject({ outcome: 'returned' })
    expect(takeLoggedErrors()).toEqual([expect.stringContaining('refunding it')])
    await Promise.all([1, 2, 3].map(() => settlePayment(world.services, started.intentId)))
    await deliverEvents(world, started.intentId)
    const [row] = await world.rows('select state from payment where stripe_payment_intent_id = $1', [
      started.intentId,
    ])
    expect(row).toEqual({ state: 'refunded' })
    const made = world.stripe.state().refunds.filter((one) => one.payment_intent === started.intentId)
    expect(made.map(({ amount }) => amount)).toEqual([4000])
    expect(subjectsTo(world, 'differs@example.com')).toHaveLength(1)
  })

  it('a payment in another currency is refunded at once and buys nothing', async () => {
    const started = await startPayment(5000, { buyerEmail: 'euros@example.com' })
    await world.stripe.control.amend({ id: started.intentId, changes: { currency: 'eur' } })
    await payStarted(world, started)
    expect(await settlePayment(world.services, started.intentId)).toMatchObject({ outcome: 'returned' })
    expect(takeLoggedErrors()).toEqual([expect.stringContaining('refunding it')])
    await deliverEvents(world, started.intentId)
    const made = world.stripe.state().refunds.filter((one) => one.payment_intent === started.intentId)
    expect(made.map(({ amount, currency }) => `${amount} ${currency}`)).toEqual(['5000 eur'])
    expect(world.mail.list().find(({ to }) => to.includes('euros@example.com'))?.text).not.toContain('£')
  })

  it('whatever the owner reads about a payment in another currency names that currency', async () => {
    const { intentId } = await buy(world)
    await world.rows('delete from payment where stripe_payment_intent_id = $1', [intentId])
    await world.stripe.control.amend({ id: intentId, changes: { currency: 'eur' } })
    await settlePayment(world.services, intentId)
    await world.stripe.control.openDispute({ intent: intentId })
    await deliverEvents(world, intentId)
    takeLoggedErrors()
    const { items } = await listAttention(world.services)
    expect(items.filter((item) => 'reference' in item && item.reference === intentId)).toMatchObject([
      { kind: 'dispute', amount: '50.00', currency: 'eur' },
    ])
    const emails = world.mail
      .list()
      .filter(({ to, text }) => to.includes(clinic.email) && text?.includes(intentId))
    expect(emails.map(({ subject }) => subject)).toEqual(emails.map(() => expect.stringContaining('€50.00')))
    expect(emails.length).toBeGreaterThan(1)
    expect(emails.map(({ text }) => text).join()).not.toContain('£')
    const { items: activity } = await listActivity(world.services.db, {})
    const told = activity.filter(({ type }) => type === 'payment').map(({ description }) => description)
    expect(told.filter((sentence) => sentence.includes('€50.00')).length).toBeGreaterThan(1)
  })

  it('the refund of a payment of another amount leaves the revenue unchanged', async () => {
    const revenue = async () =>
      (await world.rows('select coalesce(sum(pence), 0)::int as pence from takings'))[0]!['pence']
    const before = await revenue()
    const started = await startPayment(5000)
    await world.services.stripe.paymentIntents.update(started.intentId, { amount: 4000 })
    await payStarted(world, started)
    await deliverEvents(world, started.intentId)
    expect(takeLoggedErrors()).toEqual([expect.stringContaining('refunding it')])
    expect(await revenue()).toBe(before)
  })

  it('a payment without a record after a restored backup is shown to the owner', async () => {
    const { intentId } = await buy(world)
    const lost = await world.services.stripe.paymentIntents.create({
      amount: 7000,
      currency: 'gbp',
      payment_method: 'pm_card_visa',
      confirm: true,
      return_url: 'http://localhost:4321/',
      metadata: {
        payment_id: '11111111-1111-4111-8111-111111111111',
        purpose: 'gift_voucher',
        site: await siteId(world),
      },
    })
    expect(lost.id).not.toBe(intentId)
    await settlePayments(world.services, { full: true })
    await settlePayments(world.services, { full: true })
    takeLoggedErrors()
    const rows = await world.rows(
      'select state, amount_pence from payment where stripe_payment_intent_id = $1',
      [lost.id],
    )
    expect(rows).toEqual([{ state: 'unknown', amount_pence: 7000 }])
  })
})
