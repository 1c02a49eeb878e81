import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { syncRefunds } from '#server/money/refund/apply-refund.ts'
import { settlePayment } from '#server/money/settle/settle-payment.ts'
import { settlePayments } from '#server/money/settle/settle-payments.ts'
import { openDesk, type Desk } from '#tests/harness/desk.ts'
import { functions } from '#tests/harness/every-function.ts'
import { takeLoggedErrors } from '#tests/harness/no-stray-errors.ts'
import { buy } from '#tests/harness/voucher-buyer.ts'
import { useWorld } from '#tests/harness/world.ts'

const { adjustVoucher, redeemVoucher, refundVoucher, undoVoucherEntry } = functions

const world = useWorld()
let desk: Desk
beforeAll(async () => void (desk = await openDesk(world)))

async function buyOnline() {
  const { intentId } = await buy(world)
  const settled = await settlePayment(world.services, intentId)
  if (settled.outcome !== 'fulfilled') throw new Error(settled.outcome)
  return { id: settled.voucher.id, intentId }
}

const NOTHING_PAID_LEFT =
  'There is nothing left to pay back on this voucher, because the money paid for it has been used or returned. To cancel what is left, please adjust its balance.'

const refund = (id: string, body: unknown = {}) => desk.ask(refundVoucher, id, body)
const refundsOf = (intentId: string) =>
  world.stripe.state().refunds.filter((one) => one.payment_intent === intentId)

describe('refund of a voucher that was bought online', () => {
  it('refunds the balance and emails the buyer', async () => {
    const { id, intentId } = await buyOnline()
    await desk.ask(redeemVoucher, id, { amount: 15 })
    const answer = await refund(id)
    expect(answer).toMatchObject({
      status: 200,
      refundedAmount: '35.00',
      cancelledAmount: '0.00',
      state: 'succeeded',
    })
    expect(answer.voucher).toMatchObject({ status: 'refunded', currentBalance: '0.00' })
    expect(refundsOf(intentId).map(({ amount }) => amount)).toEqual([3500])
  })

  it('refunds no more than was paid, and cancels what was added', async () => {
    const { id } = await buyOnline()
    await desk.ask(adjustVoucher, id, { amount: 25, description: 'For the wait' })
    const { voucher } = await desk.look(id)
    expect(voucher).toMatchObject({ currentBalance: '75.00', refundableAmount: '50.00' })
    const answer = await refund(id)
    expect(answer).toMatchObject({ refundedAmount: '50.00', cancelledAmount: '25.00' })
    expect(answer.entries.every(({ canUndo }) => !canUndo)).toBe(true)
  })

  it('refunds nothing of what was redeemed, whatever was added since', async () => {
    const { id, intentId } = await buyOnline()
    await desk.ask(redeemVoucher, id, { amount: 49 })
    await desk.ask(adjustVoucher, id, { amount: 49, description: 'For the wait' })
    const { voucher } = await desk.look(id)
    expect(voucher).toMatchObject({ currentBalance: '50.00', refundableAmount: '1.00' })
    const answer = await refund(id, { expectedAmount: '1.00' })
    expect(answer).toMatchObject({ status: 200, refundedAmount: '1.00', cancelledAmount: '49.00' })
    expect(refundsOf(intentId).map(({ amount }) => amount)).toEqual([100])
  })

  it('counts a refund at Stripe that has not been recorded here before what was redeemed', async () => {
    const { id, intentId } = await buyOnline()
    await desk.ask(redeemVoucher, id, { amount: 20 })
    await world.stripe.control.refund({ intent: intentId, amount: 1500 })
    expect(await refund(id)).toMatchObject({ refundedAmount: '15.00', cancelledAmount: '15.00' })
    await syncRefunds(world.services, intentId)
  })

  it.each([
    ['an adjustment downwards lowers the balance only', [], [-30, 40], '50.00', '60.00'],
    ['odd pennies added are never paid out', [10.01], [0.01], '39.99', '40.00'],
    ['a redemption that was undone is refunded', [-20], [5], '50.00', '55.00'],
    ['an undone adjustment leaves what was paid', [], [-7.77, 7.77], '50.00', '50.00'],
  ])('%s', async (_, redeemed, adjusted, refundableAmount, currentBalance) => {
    const { id } = await buyOnline()
    for (const amount of redeemed) {
      const { entry } = await desk.ask(redeemVoucher, id, { amount: Math.abs(amount) })
      if (amount < 0) await desk.ask(undoVoucherEntry, id, { entryId: entry.id })
    }
    for (const amount of adjusted) await desk.ask(adjustVoucher, id, { amount, description: 'A correction' })
    expect((await desk.look(id)).voucher).toMatchObject({ currentBalance, refundableAmount })
    expect(await refund(id)).toMatchObject({ refundedAmount: refundableAmount })
  })

  it('is refused when all that was paid has been redeemed', async () => {
    const { id, intentId } = await buyOnline()
    await desk.ask(redeemVoucher, id, { amount: 50 })
    await desk.ask(adjustVoucher, id, { amount: 20, description: 'For the wait' })
    expect((await desk.look(id)).voucher).toMatchObject({ status: 'active', refundableAmount: '0.00' })
    expect(await refund(id, { expectedAmount: '0.00' })).toMatchObject({
      status: 409,
      code: 'not_active',
      message: NOTHING_PAID_LEFT,
    })
    expect(refundsOf(intentId)).toEqual([])
  })

  it('a failed refund restores the goodwill that it had cancelled, and can be repeated', async () => {
    const { id, intentId } = await buyOnline()
    await desk.ask(adjustVoucher, id, { amount: 25, description: 'For the wait' })
    await refund(id)
    const [made] = refundsOf(intentId)
    await world.stripe.control.settleRefund({ refund: made!.id, ok: false })
    await syncRefunds(world.services, intentId)
    const { voucher } = await desk.look(id)
    expect(voucher).toMatchObject({ status: 'active', currentBalance: '75.00', refundableAmount: '50.00' })
  })

  it('sent twice under one request id refunds once and responds the same', async () => {
    const { id, intentId } = await buyOnline()
    const requestId = randomUUID()
    const presses = await Promise.all([1, 2, 3].map(() => refund(id, { requestId })))
    presses.push(await refund(id, { requestId }))
    expect(presses.map(({ status, refundedAmount }) => [status, refundedAmount])).toEqual(
      presses.map(() => [200, '50.00']),
    )
    expect(refundsOf(intentId)).toHaveLength(1)
    expect(await refund(id, { requestId: randomUUID() })).toMatchObject({ status: 409, code: 'not_active' })
  })

  it('refunds the amount that was confirmed, or nothing', async () => {
    const { id, intentId } = await buyOnline()
    const { entry } = await desk.ask(redeemVoucher, id, { amount: 10 })
    await desk.ask(undoVoucherEntry, id, { entryId: entry.id })
    const refused = await refund(id, { expectedAmount: '40.00', requestId: randomUUID() })
    expect(refused).toMatchObject({ status: 409, code: 'changed_meanwhile' })
    expect(refused.message).toContain('£50.00')
    expect(refundsOf(intentId)).toEqual([])
    const answer = await refund(id, { expectedAmount: '50.00', requestId: randomUUID() })
    expect(answer).toMatchObject({ status: 200, refundedAmount: '50.00' })
  })

  it.each([-1, '-40', 'forty', '', null, true, ['50'], { pence: 5000 }, 1e9])(
    'refuses the expected amount %j with an error message',
    async (expectedAmount) => {
      const { id, intentId } = await buyOnline()
      expect(await refund(id, { expectedAmount })).toMatchObject({ status: 400, code: 'invalid_request' })
      expect(refundsOf(intentId)).toEqual([])
    },
  )

  it('refuses the same request id with another expected amount', async () => {
    const { id } = await buyOnline()
    const requestId = randomUUID()
    expect((await refund(id, { expectedAmount: '50.00', requestId })).status).toBe(200)
    expect((await refund(id, { expectedAmount: '50.00', requestId })).status).toBe(200)
    expect(await refund(id, { expectedAmount: '40.00', requestId })).toMatchObject({ code: 'request_reused' })
  })

  it('says that nothing was refunded when Stripe cannot be reached', async () => {
    const { id, intentId } = await buyOnline()
    await world.stripe.control.fault({ match: 'GET /v1/payment_intents/*', times: 2 })
    const answer = await refund(id)
    takeLoggedErrors()
    expect(answer).toMatchObject({ status: 502, code: 'payment_provider' })
    expect(answer.message).toContain('Nothing has been refunded')
    expect(refundsOf(intentId)).toHaveLength(0)
    expect(await refund(id)).toMatchObject({ status: 200, state: 'succeeded' })
  })

  it.each(['press', 'pass'])(
    'is stored when Stripe fails halfway, and completed by the next %s',
    async (next) => {
      const { id, intentId } = await buyOnline()
      const requestId = randomUUID()
      await world.stripe.control.fault({ match: 'POST /v1/refunds', status: 0, times: 2 })
      const answer = await refund(id, { requestId })
      expect(answer).toMatchObject({ status: 200, state: 'due', refundedAmount: '50.00' })
      expect(answer.voucher.status).toBe('refunding')
      if (next === 'pass') await settlePayments(world.services, { full: true })
      const after = await refund(id, { requestId })
      expect(after).toMatchObject({ status: 200, state: 'succeeded', refundedAmount: '50.00' })
      expect(after.voucher.status).toBe('refunded')
      expect(refundsOf(intentId)).toHaveLength(1)
    },
  )
})

describe('refund of a voucher generated at the desk', () => {
  it.each(['cash', 'card'])('that was paid by %s is only recorded', async (paidBy) => {
    const { id } = await desk.generate({ paidBy })
    await desk.ask(redeemVoucher, id, { amount: 10 })
    const requestId = randomUUID()
    const [answer, again] = [await refund(id, { requestId }), await refund(id, { requestId })]
    expect(answer).toMatchObject({ refundedAmount: '40.00', cancelledAmount: '0.00', state: 'recorded' })
    expect(answer.voucher).toMatchObject({ status: 'refunded', currentBalance: '0.00' })
    expect(again).toEqual(answer)
  })

  it('that was paid in cash is recorded with the confirmed amount or refused', async () => {
    const { id } = await desk.generate({ paidBy: 'cash' })
    await desk.ask(redeemVoucher, id, { amount: 10 })
    expect(await refund(id, { expectedAmount: '50.00' })).toMatchObject({
      status: 409,
      code: 'changed_meanwhile',
    })
    expect(await refund(id, { expectedAmount: '40.00' })).toMatchObject({ refundedAmount: '40.00' })
  })

  it.each(['cash', 'card'])(
    'that was paid by %s returns what was paid, and cancels the rest',
    async (paidBy) => {
      const { id } = await desk.generate({ paidBy, originalAmount: 10 })
      await desk.ask(adjustVoucher, id, { amount: 490, description: 'An apology' })
      expect((await desk.look(id)).voucher).toMatchObject({
        currentBalance: '500.00',
        refundableAmount: '10.00',
      })
      expect(await refund(id, { expectedAmount: '500.00' })).toMatchObject({ code: 'changed_meanwhile' })
      const requestId = randomUUID()
      const answer = await refund(id, { expectedAmount: '10.00', requestId })
      expect(answer).toMatchObject({ refundedAmount: '10.00', cancelledAmount: '490.00', state: 'recorded' })
      expect(answer.entries.slice(0, 2)).toMatchObject([
        {
          kind: 'adjust',
          amount: '-490.00',
          balanceAfter: '0.00',
          description: 'Cancelled when the payment was refunded',
        },
        { kind: 'refund', amount: '-10.00', balanceAfter: '490.00', description: 'Paid back at the clinic' },
      ])
      expect(await refund(id, { expectedAmount: '10.00', requestId })).toEqual(answer)
    },
  )

  it('is refused when all that was paid has been redeemed', async () => {
    const { id } = await desk.generate({ paidBy: 'cash', originalAmount: 10 })
    await desk.ask(adjustVoucher, id, { amount: 20, description: 'An apology' })
    await desk.ask(redeemVoucher, id, { amount: 10 })
    expect(await refund(id)).toMatchObject({ status: 409, code: 'not_active', message: NOTHING_PAID_LEFT })
  })

  it('pays back what was paid, at most, when goodwill is added meanwhile', async () => {
    const { id } = await desk.generate({ paidBy: 'cash', originalAmount: 10 })
    const [answer] = await Promise.all([
      refund(id),
      ...[1, 2, 3].map(() => desk.ask(adjustVoucher, id, { amount: 5, description: 'An apology' })),
    ])
    expect(answer).toMatchObject({ status: 200, refundedAmount: '10.00' })
    expect((await desk.look(id)).voucher).toMatchObject({ status: 'refunded', currentBalance: '0.00' })
  })

  it('that was complimentary voids it', async () => {
    const { id } = await desk.generate()
    const answer = await refund(id)
    expect(answer).toMatchObject({ refundedAmount: '0.00', cancelledAmount: '50.00', state: 'voided' })
    expect(answer.voucher.status).toBe('void')
    expect(await refund(id)).toMatchObject({ status: 409, code: 'not_active' })
  })

  it('accepts a request without a body', async () => {
    const { id } = await desk.generate()
    expect((await refund(id, undefined)).status).toBe(200)
  })
})
