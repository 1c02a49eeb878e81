import { expect, it, vi } from 'vitest'
import { checkReconciliation } from '#scripts/doctor/check-reconciliation.ts'
import { runCheck } from '#scripts/doctor/run-check.ts'
import { settlePayment } from '#server/money/settle/settle-payment.ts'
import { deliverEvents } from '#tests/harness/deliver-events.ts'
import { orderOf } from '#tests/harness/order-buyer.ts'
import { siteId } from '#tests/harness/site-id.ts'
import { buy } from '#tests/harness/voucher-buyer.ts'
import { useWorld } from '#tests/harness/world.ts'

const world = useWorld()

const HOUR = 3_600_000
const AGREED = 'Stripe’s payments of the last 30 days agree with our vouchers and orders.'

/** Returns the findings an hour later, when no change counts as recent. */
async function findings(withinMs = 10_000): Promise<string[]> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + HOUR })
  try {
    const found = await runCheck(checkReconciliation(withinMs))
    return found.map(({ state, message: says, next = '' }) => `${state}: ${says} ${next}`.trim())
  } finally {
    vi.useRealTimers()
  }
}

const payNobody = async () =>
  world.services.stripe.paymentIntents.create({
    amount: 4500,
    currency: 'gbp',
    payment_method: 'pm_card_visa',
    confirm: true,
    return_url: 'http://localhost:4321/',
    metadata: { site: await siteId(world) },
  })

it('the doctor reports that payments and purchases agree', async () => {
  await orderOf(world)
  expect(await findings()).toEqual([`ok: ${AGREED}`])
})

it('the doctor names each difference and what to do, and stores none', async () => {
  const { intentId } = await buy(world, 10_000)
  const settled = await settlePayment(world.services, intentId)
  if (settled.outcome !== 'fulfilled') throw new Error(settled.outcome)
  const order = await orderOf(world)
  await world.stripe.control.refund({ intent: order.intentId, amount: 1000 })
  const lost = await payNobody()
  const lose = 'update payment set lost_pence = $2 where stripe_payment_intent_id = $1'
  await world.rows(lose, [intentId, 4000])
  await world.rows(`update reconciliation set after_intent = 'pi_bookmark'`)
  const said = await findings()
  expect(said).toHaveLength(4)
  for (const sentence of [
    `wrong: Stripe has £100.00 of ${intentId}, our books have £60.00. run this again in an hour`,
    `wrong: Stripe has £22.00 of ${order.intentId}, our books have £32.00.`,
    `wrong: Voucher ${settled.voucher.id} holds £100.00, but only £60.00 of it is backed by money. take the excess off`,
    `wrong: £45.00 was paid with ${lost.id}, and nothing was delivered for it. refund it in full`,
  ])
    expect(said).toContainEqual(expect.stringContaining(sentence))
  expect(await world.rows('select * from difference')).toEqual([])
  expect(await world.rows('select after_intent from reconciliation')).toEqual([
    { after_intent: 'pi_bookmark' },
  ])
  await world.rows(lose, [intentId, 0])
  await deliverEvents(world, order.intentId)
  await world.stripe.control.refund({ intent: lost.id })
  expect(await findings()).toEqual([`ok: ${AGREED}`])
})

it('the doctor names ten differences and counts the others', async () => {
  const lost = await Promise.all(Array.from({ length: 12 }, payNobody))
  const said = await findings()
  expect(said).toHaveLength(11)
  expect(said.at(-1)).toContain('There are 2 more differences.')
  for (const { id } of lost) await world.stripe.control.refund({ intent: id })
})

it('the doctor says if its time ran out', async () => {
  expect(await findings(0)).toEqual([
    expect.stringContaining(
      'unseen: Not all payments of the last 30 days could be compared within 0 seconds. look into Needs attention',
    ),
  ])
})

it.each([
  ['without a key', 'STRIPE_SECRET_KEY', '', 'see Settings above'],
  ['without a database', 'DATABASE_URL', '', 'see Settings above'],
  [
    'with a key that Stripe refuses',
    'STRIPE_SECRET_KEY',
    'sk_test_wrong',
    'put right what stands under Stripe',
  ],
])('%s, the doctor says that nothing could be compared', async (_, name, value, next) => {
  vi.stubEnv(name, value)
  expect(await findings()).toEqual([expect.stringMatching(`^unseen: .*${next}`)])
  vi.unstubAllEnvs()
})
