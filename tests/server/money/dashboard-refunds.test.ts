import { describe, expect, it } from 'vitest'
import { refundVoucher } from '#server/money/refund/refund-voucher.ts'
import { deliverEvents } from '#tests/harness/deliver-events.ts'
import { payStarted, startPayment } from '#tests/harness/voucher-buyer.ts'
import { voucherShop, type ShopVoucher } from '#tests/harness/voucher-shop.ts'
import { useWorld } from '#tests/harness/world.ts'

const world = useWorld()
const { buyVoucher, books, redeem, comeToAnEnd } = voucherShop(world)

describe('an external refund', () => {
  it('a full external refund ends the voucher', async () => {
    const voucher = await buyVoucher()
    await world.stripe.control.refund({ intent: voucher.intentId })
    await deliverEvents(world, voucher.intentId)
    await deliverEvents(world, voucher.intentId)
    expect(await books(voucher)).toEqual({ status: 'refunded', balance: 0, state: 'refunded' })
  })

  it('a partial external refund leaves the rest of the voucher valid', async () => {
    const voucher = await buyVoucher()
    await world.stripe.control.refund({ intent: voucher.intentId, amount: 2000 })
    await deliverEvents(world, voucher.intentId)
    expect(await books(voucher)).toEqual({ status: 'active', balance: 3000, state: 'fulfilled' })
    await world.stripe.control.refund({ intent: voucher.intentId, amount: 3000 })
    await deliverEvents(world, voucher.intentId)
    expect(await books(voucher)).toEqual({ status: 'refunded', balance: 0, state: 'refunded' })
  })

  it('a partial external refund tells the buyer nothing of a use', async () => {
    const voucher = await buyVoucher()
    await redeem(voucher, 1500)
    await world.stripe.control.refund({ intent: voucher.intentId, amount: 1000 })
    await deliverEvents(world, voucher.intentId)
    const mail = world.mail.list().find(({ to, subject }) => to === voucher.email && /refund/i.test(subject))
    expect(mail?.text).toContain('£40.00')
    expect(mail?.text).not.toContain('25.00')
  })

  it('an external refund above the balance takes the balance and shows the shortfall', async () => {
    const voucher = await buyVoucher()
    await redeem(voucher, 4000)
    await world.stripe.control.refund({ intent: voucher.intentId })
    await deliverEvents(world, voucher.intentId)
    expect(await books(voucher)).toMatchObject({ status: 'refunded', balance: 0 })
    const [noted] = await world.rows(
      `select after from activity where action = 'refund_made_at_stripe' and voucher_id = $1`,
      [voucher.id],
    )
    expect(noted).toEqual({ after: { pence: 5000, taken: 1000 } })
  })

  const outcomeOf = async (voucher: ShopVoucher) => ({
    ...(await books(voucher)),
    mail: world.mail.list().find(({ to, subject }) => to.includes(voucher.email) && /refund/i.test(subject))
      ?.text,
  })

  it.each(['spent', 'expired'] as const)(
    'a full external refund ends a voucher that is %s and tells the buyer',
    async (status) => {
      const voucher = await buyVoucher()
      await comeToAnEnd(voucher, status)
      await world.stripe.control.refund({ intent: voucher.intentId })
      await deliverEvents(world, voucher.intentId)
      const { mail, ...ended } = await outcomeOf(voucher)
      expect(ended).toEqual({ status: 'refunded', balance: 0, state: 'refunded' })
      expect(mail).toContain('It can no longer be used')
      expect(mail).not.toMatch(/part of your|still worth|expiry date have not changed/i)
    },
  )

  it('the second of two external refunds ends a spent voucher', async () => {
    const voucher = await buyVoucher()
    await comeToAnEnd(voucher, 'spent')
    for (const status of ['spent', 'refunded']) {
      await world.stripe.control.refund({ intent: voucher.intentId, amount: 2500 })
      await deliverEvents(world, voucher.intentId)
      expect(await books(voucher)).toMatchObject({ status })
    }
  })

  it.each(['spent', 'expired'] as const)(
    'a partial external refund of a voucher that is %s promises no balance',
    async (status) => {
      const voucher = await buyVoucher()
      await comeToAnEnd(voucher, status)
      await world.stripe.control.refund({ intent: voucher.intentId, amount: 2000 })
      await deliverEvents(world, voucher.intentId)
      const { mail, ...left } = await outcomeOf(voucher)
      expect(left).toEqual({ status, balance: 0, state: 'fulfilled' })
      expect(mail).toContain('£20.00')
      expect(mail).not.toMatch(/still worth|expiry date have not changed/i)
      expect(/no longer be used/.test(mail!)).toBe(status === 'expired')
    },
  )

  it.each(['spent', 'expired'] as const)(
    'an external refund that the bank returns leaves a voucher that is %s unchanged',
    async (status) => {
      const voucher = await buyVoucher()
      await comeToAnEnd(voucher, status)
      const refund = await world.stripe.control.refund({ intent: voucher.intentId })
      await deliverEvents(world, voucher.intentId)
      await world.stripe.control.settleRefund({ refund: refund.id, ok: false })
      await deliverEvents(world, voucher.intentId)
      expect(await books(voucher)).toEqual({ status, balance: 0, state: 'fulfilled' })
    },
  )

  it('an external refund that the bank returns leaves a voucher refunded that our refund had ended', async () => {
    const voucher = await buyVoucher()
    await redeem(voucher, 3000)
    await refundVoucher(world.services, voucher.id, 'admin')
    const refund = await world.stripe.control.refund({ intent: voucher.intentId, amount: 3000 })
    await deliverEvents(world, voucher.intentId)
    await world.stripe.control.settleRefund({ refund: refund.id, ok: false })
    await deliverEvents(world, voucher.intentId)
    expect(await books(voucher)).toMatchObject({ status: 'refunded', balance: 0 })
  })

  it('an external refund during an inquiry ends the voucher when the inquiry is closed', async () => {
    const voucher = await buyVoucher()
    const inquiry = await world.stripe.control.openDispute({ intent: voucher.intentId, inquiry: true })
    await deliverEvents(world, voucher.intentId)
    await world.stripe.control.refund({ intent: voucher.intentId })
    await deliverEvents(world, voucher.intentId)
    await world.stripe.control.setDisputeStatus({ dispute: inquiry.id, status: 'warning_closed' })
    await deliverEvents(world, voucher.intentId)
    expect(await books(voucher)).toEqual({ status: 'refunded', balance: 0, state: 'refunded' })
  })

  it('a full external refund whose event precedes the payment’s event leaves no voucher', async () => {
    const started = await startPayment()
    await payStarted(world, started)
    await world.stripe.control.refund({ intent: started.intentId })
    await deliverEvents(world, started.intentId, 'reversed')
    const [row] = await world.rows(
      `select state, status from payment left join gift_voucher on payment_id = payment.id where stripe_payment_intent_id = $1`,
      [started.intentId],
    )
    expect(row).toEqual({ state: 'refunded', status: null })
  })
})
