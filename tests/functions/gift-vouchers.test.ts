import { describe, expect, it, vi } from 'vitest'
import { callFunction } from '#tests/harness/call-function.ts'
import { functions } from '#tests/harness/every-function.ts'
import { buy, DETAILS, payLater, payStarted, startPayment } from '#tests/harness/voucher-buyer.ts'
import { useWorld } from '#tests/harness/world.ts'

const { giftVouchers } = functions

const world = useWorld()
const claim = (body: unknown) => callFunction(giftVouchers, { path: '/api/gift-vouchers', body })

interface Bought {
  voucher: Record<string, string> & { number: number }
}

describe('gift-vouchers', () => {
  it('returns the voucher of a paid intent for its client secret', async () => {
    const { clientSecret, intentId } = await buy(world)
    const response = await claim({ clientSecret })
    expect(response.status).toBe(200)
    const { voucher } = (await response.json()) as Bought
    expect(voucher).toMatchObject({
      status: 'active',
      amount: '50.00',
      originalAmount: '50.00',
      currentBalance: '50.00',
      reference: intentId,
      buyerName: 'Buyer Name',
      recipientName: 'Recipient Name',
      recipientEmail: 'recipient@example.com',
    })
    expect(voucher['voucherCode']).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/)
  })

  it('numbers voucher purchases in the order they are issued, and repeats the number when asked again', async () => {
    const [first, second] = [await buy(world), await buy(world)]
    const numberOf = async ({ clientSecret }: { clientSecret: string }) =>
      ((await (await claim({ clientSecret })).json()) as Bought).voucher.number
    const number = await numberOf(first)
    expect(number).toBeGreaterThan(1000)
    expect(await numberOf(second)).toBeGreaterThan(number)
    expect(await numberOf(first)).toBe(number)
  })

  it('returns the voucher for the intent with all the input, as specified', async () => {
    const { intentId: paymentIntentId } = await buy(world)
    const response = await claim({ ...DETAILS, originalAmount: '50.00', paymentIntentId })
    expect(response.status).toBe(200)
  })

  // ASVS 8.2.2
  it('refuses the intent id alone', async () => {
    const { intentId: paymentIntentId } = await buy(world)
    const guess = { ...DETAILS, buyerEmail: 'thief@example.com', originalAmount: '50.00', paymentIntentId }
    expect((await claim(guess)).status).toBe(404)
    expect((await claim({ clientSecret: `${paymentIntentId}_secret_guessed` })).status).toBe(404)
  })

  it('returns the same voucher to a repeated request', async () => {
    const { clientSecret } = await buy(world)
    const [first, second] = await Promise.all(
      [1, 2].map(async () => (await (await claim({ clientSecret })).json()) as Bought),
    )
    expect(second).toEqual(first)
  })

  // ASVS 2.3.1
  it('issues no voucher for an unpaid intent', async () => {
    const started = await startPayment()
    const response = await claim({ clientSecret: started.clientSecret })
    expect(response.status).toBe(409)
    expect(await response.json()).toMatchObject({ code: 'payment_incomplete' })
    await payStarted(world, started, 'pm_card_chargeDeclined')
    expect((await claim({ clientSecret: started.clientSecret })).status).toBe(409)
  })

  it('responds 404 for an unknown intent', async () => {
    expect((await claim({ clientSecret: 'pi_never_secret_was' })).status).toBe(404)
    expect((await claim({ clientSecret: 'never' })).status).toBe(400)
    expect((await claim({ paymentIntentId: '../v1/charges', ...DETAILS, originalAmount: '50' })).status).toBe(
      400,
    )
  })

  it('emails the receipt to the buyer and the voucher to the recipient', async () => {
    const { clientSecret } = await buy(world, 12_345, {
      buyerEmail: 'b7@example.com',
      recipientEmail: 'r7@example.com',
    })
    const { voucher } = (await (await claim({ clientSecret })).json()) as Bought
    const code = voucher['voucherCode']!
    await vi.waitFor(() => expect(mailTo('r7@example.com')).toHaveLength(1))
    const [receipt] = mailTo('b7@example.com')
    const [gift] = mailTo('r7@example.com')
    expect(receipt?.text).toContain(`Ending ${code.slice(-4)}`)
    expect(receipt?.text).not.toContain(code)
    expect(receipt?.html).toContain('£123.45')
    expect(gift?.text).toContain('“Have a quiet hour.”')
    expect(gift?.html).toContain(code)
  })

  function mailTo(address: string) {
    return world.mail.list().filter(({ to }) => to.includes(address))
  }

  it('announces an email while the payment is processing', async () => {
    const started = await startPayment()
    await payLater(world, started)
    const response = await claim({ clientSecret: started.clientSecret })
    expect(response.status).toBe(202)
    expect(await response.json()).toMatchObject({ processing: true })
    await world.stripe.control.completeProcessing({ intent: started.intentId })
    expect((await claim({ clientSecret: started.clientSecret })).status).toBe(200)
  })
})
