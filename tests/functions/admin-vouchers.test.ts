import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { clinic } from '#clinic/current-clinic.ts'
import { sendEmails } from '#server/email/send-emails.ts'
import { expireVouchers } from '#server/vouchers/ledger/expire-vouchers.ts'
import { AFTER_VALIDITY_DAYS } from '#tests/harness/after-validity-days.ts'
import { callFunction } from '#tests/harness/call-function.ts'
import { GIVEN, openDesk, type Desk } from '#tests/harness/desk.ts'
import { functions } from '#tests/harness/every-function.ts'
import { useWorld } from '#tests/harness/world.ts'

const {
  adjustVoucher,
  complimentaryValue,
  extendVoucher,
  findVoucher,
  generateVoucher,
  redeemVoucher,
  refundVoucher,
  resendVoucher,
} = functions

const world = useWorld()
let desk: Desk
beforeAll(async () => void (desk = await openDesk(world)))

const mailsTo = (address: string) => world.mail.list().filter(({ to }) => to.includes(address))
const generate = (body: Record<string, unknown>) =>
  desk.ask(generateVoucher, undefined, { ...GIVEN, ...body })
const daysFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

describe('find', () => {
  const find = (code: unknown) => desk.ask(findVoucher, undefined, { code })

  it('ignores case, spaces and hyphens, and accepts letters that look like digits', async () => {
    const { id, voucherCode } = await desk.generate()
    const read = voucherCode.replaceAll('1', 'l').replaceAll('0', 'O')
    for (const code of [voucherCode, read, ` ${voucherCode.toLowerCase().replaceAll('-', ' – ')} `]) {
      expect((await find(code)).voucher.id).toBe(id)
    }
  })

  it('finds a custom code', async () => {
    const { id } = await desk.generate({ customVoucherCode: 'Winter Oil 26' })
    expect(await find('w1nter-0i1-26')).toMatchObject({ voucher: { id, voucherCode: 'WINTEROIL26' } })
  })

  it.each(['OLDONE', 'OLD0NE7'])(
    'finds the custom code %s, which is too short for a new one',
    async (code) => {
      const { id } = await desk.generate()
      await world.rows('update gift_voucher set code = $2 where id = $1', [id, code])
      expect(await find(code.toLowerCase())).toMatchObject({ voucher: { id, voucherCode: code } })
    },
  )

  it('distinguishes a mistyped code from an unknown one', async () => {
    const { voucherCode } = await desk.generate()
    const wrong = voucherCode.slice(0, -1) + (voucherCode.endsWith('7') ? '8' : '7')
    expect(await find(wrong)).toMatchObject({
      status: 404,
      fields: { code: 'There may be a typing mistake in this code. Please check each letter and digit' },
    })
    expect(await find('0000-0000-0000-0000')).toMatchObject({
      status: 404,
      fields: { code: 'There is no voucher with this code' },
    })
  })

  it.each(['', 'ABC', 'x'.repeat(101), null, 7, '%', '12É4'])('refuses %j', async (code) => {
    expect(await find(code)).toMatchObject({
      status: 400,
      fields: { code: 'Please enter the code on the voucher' },
    })
  })
})

describe('generate', () => {
  it('creates a voucher and emails buyer and recipient', async () => {
    const requestId = randomUUID()
    const wanted = {
      buyerName: 'Buyer Name',
      buyerEmail: 'Desk.Buyer@Example.com',
      recipientEmail: 'desk.recipient@example.com',
      originalAmount: '123.45',
      personalMessage: 'Rest well.',
      paidBy: 'card',
      requestId,
    }
    const [first, again] = await Promise.all([generate(wanted), generate(wanted)])
    expect(first.voucher).toMatchObject({
      originalAmount: '123.45',
      currentBalance: '123.45',
      paidBy: 'card',
      buyerEmail: 'desk.buyer@example.com',
      status: 'active',
    })
    // The first one's email may have left by now.
    const sent = { giftEmail: undefined, isDelivered: true, nextReminder: undefined }
    expect({ ...again.voucher, ...sent }).toEqual({ ...first.voucher, ...sent })
    await sendEmails(world.services)
    const [gift, ...more] = mailsTo('desk.recipient@example.com')
    expect(more).toEqual([])
    expect(gift?.text).toContain(first.voucher.voucherCode)
    expect(mailsTo('desk.buyer@example.com')[0]?.text).toContain('By card, at the clinic')
    expect((await generate({ ...wanted, originalAmount: 20 })).code).toBe('request_reused')
  })

  it('creates a complimentary voucher from the clinic by default', async () => {
    const { id, paidBy } = await desk.generate({ recipientEmail: 'given@example.com' })
    expect(paidBy).toBe('complimentary')
    await sendEmails(world.services)
    expect(mailsTo('given@example.com')[0]?.subject).toBe(`A gift voucher for you, from ${clinic.name}`)
    expect(await desk.look(id)).toMatchObject({ voucher: { id, refundableAmount: '0.00' } })
  })

  it('returns a field error for a code that is taken, however it is written', async () => {
    await desk.generate({ customVoucherCode: 'SPRING-LILO' })
    expect(await generate({ customVoucherCode: 'spr1ng 1i10' })).toMatchObject({
      status: 400,
      fields: { customVoucherCode: 'This code is already taken. Please choose another one' },
    })
  })

  it.each([
    [{ recipientName: 'x' }, 'recipientName', 'Recipient name is required'],
    [{ recipientEmail: 'nowhere' }, 'recipientEmail', 'Please enter a valid email'],
    [{ buyerEmail: 'nowhere' }, 'buyerEmail', 'Please enter a valid email'],
    [{ originalAmount: '' }, 'originalAmount', 'Amount is required'],
    [{ originalAmount: '9.99' }, 'originalAmount', 'Please enter an amount from £10.00 to £500.00'],
    [{ originalAmount: 500.01 }, 'originalAmount', 'Please enter an amount from £10.00 to £500.00'],
    [{ originalAmount: -50 }, 'originalAmount', 'Please enter an amount from £10.00 to £500.00'],
    [
      { customVoucherCode: 'ABCD-123' },
      'customVoucherCode',
      'Please use 8 to 32 letters and digits for your own code',
    ],
    [
      { customVoucherCode: 'A'.repeat(33) },
      'customVoucherCode',
      'Please use 8 to 32 letters and digits for your own code',
    ],
    [
      { customVoucherCode: 'ÄÖÜ-2026' },
      'customVoucherCode',
      'Please use 8 to 32 letters and digits for your own code',
    ],
    [{ personalMessage: 'x'.repeat(1001) }, 'personalMessage', 'Please use at most 1,000 characters'],
    [{ paidBy: 'online' }, 'paidBy', 'Please choose how the voucher was paid for'],
  ])('refuses %j', async (wrong, field, sentence) => {
    expect(await generate(wrong)).toMatchObject({ status: 400, fields: { [field]: sentence } })
  })
})

describe('the complimentary value of a day', () => {
  const show = async () => {
    const call = { path: '/api/admin/complimentary-value', method: 'GET', headers: desk.headers }
    return (await callFunction(complimentaryValue, call)).json()
  }

  // ASVS 2.3.2
  it('is shown, and limits what is issued free and added', async () => {
    const sold = await desk.generate({ paidBy: 'cash' })
    const { leftToday } = (await show()) as { leftToday: string }
    const given = Math.round(clinic.vouchers.complimentaryPerDay - Number(leftToday))
    clinic.vouchers.complimentaryPerDay = given + 48
    const sentence = `The clinic can give away another £48.00 today (the limit is £${given + 48}.00 a day)`
    expect(await show()).toEqual({ leftToday: '48.00', perDay: `${given + 48}.00` })
    expect(await generate({ originalAmount: 50 })).toMatchObject({
      status: 409,
      code: 'daily_limit',
      message: `${sentence}.`,
      fields: { originalAmount: sentence },
    })
    const added = await desk.ask(adjustVoucher, sold.id, { amount: '48.01', description: 'For the wait' })
    expect(added).toMatchObject({ status: 409, code: 'daily_limit', fields: { amount: sentence } })
    clinic.vouchers.complimentaryPerDay = 100_000
  })
})

describe('resend', () => {
  it('emails the voucher with its balance to the corrected address', async () => {
    const { id, voucherCode } = await desk.generate({ recipientEmail: 'wrong@example.com' })
    await desk.ask(redeemVoucher, id, { amount: 20, tellHolder: false })
    await desk.ask(resendVoucher, id, {})
    await world.rows(`update outbox set bounced_at = now(), bounce = 'no_mailbox' where recipient = $1`, [
      'wrong@example.com',
    ])
    const corrected = await desk.ask(resendVoucher, id, { recipientEmail: 'Right@Example.com' })
    expect(corrected.voucher.recipientEmail).toBe('right@example.com')
    expect(mailsTo('wrong@example.com')).toHaveLength(2)
    expect(mailsTo('right@example.com')[0]?.text).toContain(voucherCode)
    expect(mailsTo('right@example.com')[0]?.text).toContain('£30')
    const noted = await world.rows(
      `select after from activity where voucher_id = $1 and action = 'voucher_resent' order by id`,
      [id],
    )
    expect(noted).toMatchObject([{ after: { corrected: false } }, { after: { corrected: true } }])
  })

  it('emails the voucher once, however often one request is sent', async () => {
    const { id } = await desk.generate({ recipientEmail: 'once@example.com' })
    for (const requestId of [randomUUID(), randomUUID()])
      for (const _ of [1, 2]) expect((await desk.ask(resendVoucher, id, { requestId })).status).toBe(200)
    expect(mailsTo('once@example.com')).toHaveLength(3)
  })

  it('accepts active vouchers only, five times an hour', async () => {
    const { id } = await desk.generate()
    for (let sent = 0; sent < 5; sent++) expect((await desk.ask(resendVoucher, id, {})).status).toBe(200)
    expect((await desk.ask(resendVoucher, id, {})).status).toBe(429)
    const spent = await desk.generate()
    await desk.ask(redeemVoucher, spent.id, { amount: 50 })
    expect(await desk.ask(resendVoucher, spent.id, {})).toMatchObject({
      status: 409,
      code: 'not_active',
    })
    expect((await desk.ask(resendVoucher, spent.id, { recipientEmail: 'x' })).fields).toBeTruthy()
    expect((await desk.ask(resendVoucher, randomUUID(), {})).status).toBe(404)
  })
})

describe('extend', () => {
  const extend = (id: string, expiryDate: unknown) => desk.ask(extendVoucher, id, { expiryDate })

  it('moves the last valid day, and is safe to repeat', async () => {
    const { id } = await desk.generate()
    const day = daysFromNow(AFTER_VALIDITY_DAYS)
    const answers = [await extend(id, day), await extend(id, day)]
    for (const { voucher } of answers) expect(voucher.expiryDate).toBe(day)
    expect(answers[1]?.entries).toHaveLength(1)
    expect(
      await world.rows(`select 1 from activity where voucher_id = $1 and action = 'voucher_extended'`, [id]),
    ).toHaveLength(1)
  })

  it('restores an expired voucher with its balance', async () => {
    const { id } = await desk.generate()
    await world.rows(
      `update gift_voucher set issued_at = now() - interval '2 days', expires_at = now() - interval '1 day' where id = $1`,
      [id],
    )
    await expireVouchers(world.services)
    const { voucher, entries } = await extend(id, daysFromNow(30))
    expect(voucher).toMatchObject({ status: 'active', currentBalance: '50.00' })
    expect(entries.map(({ kind }) => kind)).toEqual(['reverse', 'expire', 'issue'])
  })

  it('refuses a refunded voucher', async () => {
    const { id } = await desk.generate()
    await desk.ask(refundVoucher, id, {})
    expect(await extend(id, daysFromNow(AFTER_VALIDITY_DAYS))).toMatchObject({
      status: 409,
      code: 'not_active',
    })
  })

  it.each([
    ['', 'Please choose a day'],
    ['2027-02-31', 'Please choose a day'],
    ['0000-01-01', 'Please choose a day'],
    ['tomorrow', 'Please choose a day'],
    [7, 'Please choose a day'],
    ['2020-01-01', 'Please choose a day after today'],
    ['9999-12-31', 'Please choose a day in the next 5 years'],
    [daysFromNow(30), 'Please choose a day after the current last valid day'],
  ])('refuses %j', async (day, sentence) => {
    const { id } = await desk.generate()
    expect(await extend(id, day)).toMatchObject({ status: 400, fields: { expiryDate: sentence } })
  })
})
