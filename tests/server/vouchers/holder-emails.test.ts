import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { addDays, londonDay } from '#contract/base/send-date.ts'
import { applyPostmarkEvent } from '#server/delivery/email-events.ts'
import { sendEmails } from '#server/email/send-emails.ts'
import { runHourlyJob } from '#server/jobs/hourly-job.ts'
import { signToken } from '#server/links/signed-token.ts'
import { refundVoucher } from '#server/money/refund/refund-voucher.ts'
import { changeSettings } from '#server/notices/settings.ts'
import { listAttention } from '#server/reports/attention.ts'
import { listVouchers } from '#server/vouchers/desk/list-vouchers.ts'
import { getVoucher } from '#server/vouchers/desk/voucher-detail.ts'
import { reissueVoucher } from '#server/vouchers/giving/give-at-desk.ts'
import { changeHolderEmails } from '#server/vouchers/holder/change-holder-emails.ts'
import { importVouchers } from '#server/vouchers/import/import-vouchers.ts'
import { redeemVoucher, undoVoucherEntry } from '#server/vouchers/ledger/change-balance.ts'
import { extendVoucher } from '#server/vouchers/ledger/extend-voucher.ts'
import { callFunction } from '#tests/harness/call-function.ts'
import { functions } from '#tests/harness/every-function.ts'
import { generateAsOwner } from '#tests/harness/generate-as-owner.ts'
import { takeLoggedErrors } from '#tests/harness/no-stray-errors.ts'
import { buyVoucherOnline, type Bought } from '#tests/harness/voucher-buyer.ts'
import { useWorld } from '#tests/harness/world.ts'

const { resendHeldVouchers, stopReminders } = functions

const world = useWorld()
/** A Monday in winter. */
const MONDAY = '2026-11-23T12:00:00Z'
beforeEach(async () => {
  world.clock.set(MONDAY)
  await world.rows('delete from throttle')
  await world.rows('update settings set summarised_until = $1', [MONDAY])
  await changeSettings(world.services, { reminders: true }, ADMIN)
})

const ADMIN = randomUUID()
const change = (voucherId: string) => ({ voucherId, actor: ADMIN })
const newAddress = () => `h${randomUUID()}@example.com`
const mailsTo = (address: string) => world.mail.list().filter(({ to }) => to === address)
const subjects = (address: string) => mailsTo(address).map(({ subject }) => subject)
const isAboutUse = (subject: string) =>
  /^(You have £.+ left on your gift voucher|Your gift voucher is used up)$/.test(subject)
const isReminder = (subject: string) => subject.startsWith('Your gift voucher is valid until')
const toldOfUses = (address: string) => mailsTo(address).filter(({ subject }) => isAboutUse(subject))
const reminded = (address: string) => mailsTo(address).filter(({ subject }) => isReminder(subject))

/** Buys a voucher whose email has left. It is issued now, because Stripe has the real clock. */
async function buy(details: Record<string, unknown> = {}): Promise<Bought> {
  const bought = await buyVoucherOnline(world, details)
  await world.rows(
    `update gift_voucher set issued_at = $2,
       expires_at = (($2::timestamptz at time zone 'Europe/London')::date + interval '1 year 1 day') at time zone 'Europe/London'
     where id = $1`,
    [bought.id, world.clock.now()],
  )
  await sendEmails(world.services)
  return bought
}

const redeem = (id: string, amount: number, tellHolder?: boolean) =>
  redeemVoucher(world.services, change(id), {
    amount,
    description: 'Words of the desk',
    requestId: undefined,
    ...(tellHolder !== undefined && { tellHolder }),
  })

async function afterMinutes(minutes: number): Promise<void> {
  world.clock.advance(minutes)
  await sendEmails(world.services)
}

describe('after a use at the desk', () => {
  it('the recipient is told what was used and what is left, ten minutes later, and the buyer is not', async () => {
    const { id, recipient, buyer } = await buy()
    await redeem(id, 3000)
    await afterMinutes(9)
    expect(toldOfUses(recipient)).toEqual([])
    await afterMinutes(2)
    const [mail, ...more] = toldOfUses(recipient)
    expect(more).toEqual([])
    expect(mail?.subject).toBe('You have £20.00 left on your gift voucher')
    expect(mail?.text).toContain('Used: £30.00, on Monday 23 November 2026')
    expect(mail?.text).toContain('Valid until: Tuesday 23 November 2027')
    const { voucher } = await getVoucher(world.services, id)
    expect(mail?.text).toContain(`http://localhost:4321/voucher#${voucher.voucherCode.replaceAll('-', '')}`)
    expect(mail?.html).not.toContain('Words of the desk')
    expect(subjects(buyer).filter(isAboutUse)).toEqual([])
  })

  it('several uses are in one email, which leaves ten minutes after the last one', async () => {
    const { id, recipient } = await buy()
    await redeem(id, 3000)
    await afterMinutes(6)
    await redeem(id, 2000)
    await afterMinutes(6)
    expect(toldOfUses(recipient)).toEqual([])
    await afterMinutes(5)
    const [mail, ...more] = toldOfUses(recipient)
    expect(more).toEqual([])
    expect(mail?.subject).toBe('Your gift voucher is used up')
    expect(mail?.text).toMatch(/Used: £30\.00, .+\nUsed: £20\.00, /)
  })

  it('Undo withdraws it, and of two uses it leaves the other', async () => {
    const [one, two] = [await buy(), await buy()]
    const undo = async (id: string, amount: number) => {
      const { entry } = await redeem(id, amount)
      return () => undoVoucherEntry(world.services, change(id), { entryId: entry.id, requestId: undefined })
    }
    const undoOne = await undo(one.id, 3000)
    const undoTwo = await undo(two.id, 3000)
    await redeem(two.id, 500)
    await undoOne()
    await undoTwo()
    await afterMinutes(11)
    expect(toldOfUses(one.recipient)).toEqual([])
    const [mail] = toldOfUses(two.recipient)
    expect(mail?.subject).toBe('You have £45.00 left on your gift voucher')
    expect(mail?.text).not.toContain('£30.00')
  })

  it('says what is true when it leaves: after a use and a reissue that came since', async () => {
    const { id, recipient } = await buy()
    await redeem(id, 3000)
    await reissueVoucher(world.services, change(id), { recipientEmail: undefined, code: undefined })
    await extendVoucher(world.services, change(id), '2028-01-31')
    await afterMinutes(11)
    const { voucher } = await getVoucher(world.services, id)
    const [mail] = toldOfUses(recipient)
    expect(mail?.text).toContain('Valid until: Monday 31 January 2028')
    expect(mail?.text).toContain(`Ending ${voucher.codeEnd}`)
  })

  it('an email that Undo had withdrawn takes up the next use with the address, code and last day of then', async () => {
    const { id, recipient } = await buy()
    const { entry } = await redeem(id, 1000)
    await undoVoucherEntry(world.services, change(id), { entryId: entry.id, requestId: undefined })
    const other = newAddress()
    await reissueVoucher(world.services, change(id), { recipientEmail: other, code: undefined })
    await extendVoucher(world.services, change(id), '2028-01-31')
    await afterMinutes(0)
    await redeem(id, 2000)
    await afterMinutes(11)
    expect(toldOfUses(recipient)).toEqual([])
    const { voucher } = await getVoucher(world.services, id)
    const [mail, ...more] = toldOfUses(other)
    expect(more).toEqual([])
    expect(mail?.subject).toBe('You have £30.00 left on your gift voucher')
    expect(mail?.text).toContain('Valid until: Monday 31 January 2028')
    expect(mail?.text).toContain(`Ending ${voucher.codeEnd}`)
    expect(mail?.text).not.toContain('Used: £10.00')
  })

  it('the next holder is not told of a use by the holder before', async () => {
    const { id, recipient } = await buy()
    await redeem(id, 2000)
    const other = newAddress()
    await reissueVoucher(world.services, change(id), { recipientEmail: other, code: undefined })
    await afterMinutes(11)
    expect([toldOfUses(recipient), toldOfUses(other)]).toEqual([[], []])
    await redeem(id, 1000)
    await afterMinutes(11)
    expect(toldOfUses(other).map(({ text }) => text)).toEqual([expect.not.stringContaining('£20.00, on')])
    expect(toldOfUses(other)[0]!.text).toContain('Used: £10.00')
  })

  it('nobody is told if the voucher was refunded meanwhile', async () => {
    const { id, recipient } = await buy()
    await redeem(id, 3000)
    await refundVoucher(world.services, id, ADMIN)
    await afterMinutes(11)
    expect(toldOfUses(recipient)).toEqual([])
  })

  it('a tick leaves it out, and is remembered for this voucher', async () => {
    const { id, recipient } = await buy()
    expect((await getVoucher(world.services, id)).voucher.tellHolder).toBe(true)
    expect((await redeem(id, 1000, false)).voucher.tellHolder).toBe(false)
    await redeem(id, 1000)
    await afterMinutes(11)
    expect(toldOfUses(recipient)).toEqual([])
    await redeem(id, 500, true)
    await afterMinutes(11)
    const [mail] = toldOfUses(recipient)
    expect(mail?.text).toMatch(/Used: £5\.00/)
    expect(mail?.text).not.toMatch(/Used: £10\.00/)
  })

  it.each([
    ['it is for printing', { deliverTo: 'buyer', recipientEmail: undefined }],
    ['its email waits for its day', { sendOn: '2026-12-24' }],
  ])('nobody is told if %s', async (_, details) => {
    const { id, recipient, buyer } = await buy(details)
    await redeem(id, 3000)
    await afterMinutes(11)
    expect([...toldOfUses(recipient), ...toldOfUses(buyer)]).toEqual([])
  })

  it('nobody is told if the email with the voucher came back', async () => {
    const { id, recipient } = await buy()
    const [gift] = mailsTo(recipient)
    await applyPostmarkEvent(world.services, world.mail.control.bounce(gift!.id))
    await redeem(id, 3000)
    await afterMinutes(11)
    expect(toldOfUses(recipient)).toEqual([])
  })

  it('an email that waits for the hourly job is not late', async () => {
    const { id } = await buy()
    await redeem(id, 3000)
    world.clock.advance(10 + 59)
    const waiting = async () => (await listAttention(world.services)).items.map(({ kind }) => kind)
    expect(await waiting()).not.toContain('emails_waiting')
    world.clock.advance(60)
    expect(await waiting()).toContain('emails_waiting')
    await sendEmails(world.services)
  })
})

const LAST = '2027-11-23'
const at = (day: string, time = '09:07') => `${day}T${time}:00Z`

/** Runs the hourly job at a time. */
async function runAt(moment: string): Promise<void> {
  world.clock.set(moment)
  await runHourlyJob(world.services)
}

describe('before the last day', () => {
  it('the recipient is reminded 30 and 7 days before at nine in London, once each', async () => {
    const { id, recipient, buyer } = await buy()
    await redeem(id, 2000, false)
    expect((await getVoucher(world.services, id)).voucher).toMatchObject({
      reminders: 'on',
      nextReminder: { on: addDays(LAST, -30), to: 'recipient' },
    })
    // In summer time: eight o'clock.
    await runAt(at(addDays(LAST, -30), '07:59'))
    expect(reminded(recipient)).toEqual([])
    await runAt(at(addDays(LAST, -30), '08:07'))
    await runAt(at(addDays(LAST, -30)))
    expect(reminded(recipient)).toHaveLength(1)
    expect((await getVoucher(world.services, id)).voucher.nextReminder?.on).toBe(addDays(LAST, -7))
    await runAt(at(addDays(LAST, -7), '08:59'))
    expect(reminded(recipient)).toHaveLength(1)
    await runAt(at(addDays(LAST, -7), '09:07'))
    await runAt(at(addDays(LAST, -7), '10:07'))
    expect(reminded(recipient)).toHaveLength(2)
    expect(subjects(buyer).filter(isReminder)).toEqual([])
    expect((await getVoucher(world.services, id)).voucher).not.toHaveProperty('nextReminder')
    const [mail] = reminded(recipient)
    expect(mail?.text).toContain(
      'you have £30.00 left on your gift voucher. It is valid until Tuesday 23 November 2027.',
    )
  })

  it('a reminder whose day the job missed is sent when it next runs, once, while it is true', async () => {
    const [kept, spent] = [await buy(), await buy()]
    await runAt(at(addDays(LAST, -31), '20:07'))
    await redeem(spent.id, 5000, false)
    await runAt(at(addDays(LAST, -28), '05:07'))
    expect(reminded(kept.recipient)).toHaveLength(1)
    for (const days of [-28, -27, -26]) await runAt(at(addDays(LAST, days), '20:07'))
    expect(reminded(kept.recipient)).toHaveLength(1)
    // The evening email has left since, and the job fails again.
    await runAt(at(addDays(LAST, -2)))
    await runAt(at(addDays(LAST, -1)))
    expect(reminded(kept.recipient)).toHaveLength(2)
    expect(reminded(spent.recipient)).toEqual([])
  })

  it('of two reminders whose days the job missed, only the second one is sent, and none after the last day', async () => {
    const [one, over] = [await buy(), await buy()]
    await extendVoucher(world.services, change(one.id), addDays(LAST, 10))
    await sendEmails(world.services)
    await runAt(at(addDays(LAST, -31), '20:07'))
    await runAt(at(addDays(LAST, 4)))
    await runAt(at(addDays(LAST, 4), '10:07'))
    expect(reminded(one.recipient)).toHaveLength(1)
    expect(reminded(over.recipient)).toEqual([])
  })

  it('no reminder is made up for whose day had passed before there were any', async () => {
    const [extended, allowed] = [await buy(), await buy()]
    await changeHolderEmails(world.services, change(allowed.id), { reminders: false })
    await runAt(at(addDays(LAST, -30), '20:07'))
    const before = reminded(extended.recipient).length
    await runAt(at(addDays(LAST, -21), '20:07'))
    world.clock.set(at(addDays(LAST, -20), '12:00'))
    await extendVoucher(world.services, change(extended.id), addDays(LAST, 5))
    await changeHolderEmails(world.services, change(allowed.id), { reminders: true })
    await runAt(at(addDays(LAST, -20), '12:07'))
    expect([before, reminded(extended.recipient).length, reminded(allowed.recipient).length]).toEqual([
      1, 1, 0,
    ])
  })

  it('the buyer of a voucher for printing is reminded, but not told what is left', async () => {
    const { id, buyer } = await buy({ deliverTo: 'buyer', recipientEmail: undefined })
    await redeem(id, 2000)
    expect((await getVoucher(world.services, id)).voucher.nextReminder?.to).toBe('buyer')
    await runAt(at(addDays(LAST, -30)))
    const [mail] = reminded(buyer)
    expect(mail?.text).toContain('is valid until Tuesday 23 November 2027')
    expect(mail?.text).not.toContain('£')
  })

  it.each<[string, (bought: Bought) => Promise<unknown>]>([
    ['it is spent', ({ id }) => redeem(id, 5000, false)],
    ['it is refunded', ({ id }) => refundVoucher(world.services, id, ADMIN)],
    [
      'they were turned off for it',
      ({ id }) => changeHolderEmails(world.services, change(id), { reminders: false }),
    ],
    ['they are turned off for all', () => changeSettings(world.services, { reminders: false }, ADMIN)],
    [
      'an email was reported as spam',
      ({ recipient }) =>
        applyPostmarkEvent(world.services, world.mail.control.complain(mailsTo(recipient)[0]!.id)),
    ],
    [
      'an email came back',
      ({ recipient }) =>
        applyPostmarkEvent(world.services, world.mail.control.bounce(mailsTo(recipient)[0]!.id)),
    ],
    [
      'it is younger than 60 days',
      ({ id }) =>
        world.rows(`update gift_voucher set issued_at = '2027-09-26T12:00:00Z' where id = $1`, [id]),
    ],
  ])('nobody is reminded if %s', async (_, end) => {
    const bought = await buy()
    await end(bought)
    await runAt(at(addDays(LAST, -30)))
    expect((await getVoucher(world.services, bought.id)).voucher.nextReminder?.on).not.toBe(
      addDays(LAST, -30),
    )
    if (!_.includes('younger')) await runAt(at(addDays(LAST, -7)))
    expect(reminded(bought.recipient)).toEqual([])
  })

  it('nobody is reminded by an email that waits while it is spent, extended or turned off', async () => {
    const bought = [await buy(), await buy(), await buy(), await buy()]
    world.mail.control.setDown(true)
    await runAt(at(addDays(LAST, -30)))
    world.mail.control.setDown(false)
    takeLoggedErrors()
    const [spent, extended, off] = bought
    await redeem(spent!.id, 5000, false)
    await extendVoucher(world.services, change(extended!.id), addDays(LAST, 90))
    await changeHolderEmails(world.services, change(off!.id), { reminders: false })
    await afterMinutes(60)
    expect(bought.map(({ recipient }) => reminded(recipient).length)).toEqual([0, 0, 0, 1])
  })

  it('the switch in the settings also ends reminders that wait', async () => {
    const { recipient } = await buy()
    world.mail.control.setDown(true)
    await runAt(at(addDays(LAST, -30)))
    world.mail.control.setDown(false)
    takeLoggedErrors()
    await changeSettings(world.services, { reminders: false }, ADMIN)
    await afterMinutes(60)
    expect(reminded(recipient)).toEqual([])
    await changeSettings(world.services, { reminders: true }, ADMIN)
    await afterMinutes(1)
    expect(reminded(recipient)).toEqual([])
  })

  it('a reminder that could not leave says what is left when it does, where the voucher is then', async () => {
    const { id, recipient } = await buy()
    world.mail.control.setDown(true)
    await runAt(at(addDays(LAST, -30)))
    world.mail.control.setDown(false)
    takeLoggedErrors()
    await redeem(id, 3000, false)
    const other = newAddress()
    await reissueVoucher(world.services, change(id), { recipientEmail: other, code: undefined })
    await afterMinutes(60)
    expect(reminded(recipient)).toEqual([])
    const [mail, ...more] = reminded(other)
    expect(more).toEqual([])
    expect(mail?.text).toContain('you have £20.00 left')
  })

  it('an extension is told to the holder and arms the reminders again', async () => {
    const { id, recipient } = await buy()
    await runAt(at(addDays(LAST, -30)))
    await extendVoucher(world.services, change(id), addDays(LAST, 90))
    await extendVoucher(world.services, change(id), addDays(LAST, 90))
    await afterMinutes(0)
    const told = mailsTo(recipient).filter(({ subject }) => subject.includes('now valid until'))
    expect(told.map(({ subject }) => subject)).toEqual([
      'Your gift voucher is now valid until Monday 21 February 2028',
    ])
    await runAt(at(addDays(LAST, -7)))
    await runAt(at(addDays(LAST, 60)))
    await runAt(at(addDays(LAST, 83)))
    expect(reminded(recipient)).toHaveLength(3)
  })

  it('the list of those that end soon shows whom it will remind', async () => {
    const { id } = await buy()
    world.clock.set(at(addDays(LAST, -36)))
    const { vouchers } = await listVouchers(
      world.services,
      {
        status: 'expiring',
        search: undefined,
        cursor: undefined,
      },
      'owner',
    )
    expect(vouchers.find((voucher) => voucher.id === id)?.nextReminder).toEqual({
      on: addDays(LAST, -30),
      to: 'recipient',
    })
  })
})

describe('the link that ends reminders', () => {
  const token = (id: string) => signToken('stop reminders', id)
  const stop = (path: string, request: object = {}) =>
    callFunction(stopReminders, { path: `/api/voucher/stop-reminders${path}`, ...request })

  it('is in the email, for the page and for one press in an email program', async () => {
    const { id, recipient } = await buy()
    await runAt(at(addDays(LAST, -30)))
    const [mail] = reminded(recipient)
    const [sent] = await world.rows<{ data: object }>(
      `select data from outbox where template = 'voucher-reminder' and recipient = $1`,
      [recipient],
    )
    expect(sent?.data).not.toHaveProperty('token')
    expect(mail?.text).toContain(
      `Stop reminders for this voucher: http://localhost:4321/voucher#stop.${token(id)}`,
    )
    expect(mail?.headers).toEqual(
      expect.arrayContaining([
        {
          Name: 'List-Unsubscribe',
          Value: `<http://localhost:4321/api/voucher/stop-reminders?token=${token(id)}>`,
        },
        { Name: 'List-Unsubscribe-Post', Value: 'List-Unsubscribe=One-Click' },
      ]),
    )
  })

  it.each([
    ['from the page', (id: string) => stop('', { body: { token: token(id) } })],
    [
      'from an email program',
      (id: string) =>
        stop(`?token=${token(id)}`, {
          body: 'List-Unsubscribe=One-Click',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        }),
    ],
  ])('pressed %s ends those of one voucher, for good', async (_, press) => {
    const recipientEmail = newAddress()
    const [one, other] = [await buy({ recipientEmail }), await buy({ recipientEmail })]
    expect(await (await press(one.id)).json()).toEqual({ stopped: true })
    expect((await press(one.id)).status).toBe(200)
    await changeHolderEmails(world.services, change(one.id), { reminders: true })
    expect((await getVoucher(world.services, one.id)).voucher.reminders).toBe('stopped')
    await runAt(at(addDays(LAST, -30)))
    expect(reminded(recipientEmail)).toHaveLength(1)
    expect((await getVoucher(world.services, other.id)).voucher.reminders).toBe('on')
  })

  it.each(['', 'x', `${randomUUID()}.${'a'.repeat(43)}`])(
    'with the token “%s” ends nothing',
    async (wrong) => {
      const { id } = await buy()
      expect((await stop('', { body: { token: wrong } })).status).toBe(404)
      expect((await stop(`?token=${encodeURIComponent(wrong)}`)).status).toBe(404)
      expect((await getVoucher(world.services, id)).voucher.reminders).toBe('on')
    },
  )

  it('of another purpose ends nothing', async () => {
    const { id } = await buy()
    expect((await stop('', { body: { token: signToken('purchase', id) } })).status).toBe(404)
  })

  it('does not bind another recipient', async () => {
    const { id } = await buy()
    await stop('', { body: { token: token(id) } })
    await reissueVoucher(world.services, change(id), { recipientEmail: newAddress(), code: undefined })
    expect((await getVoucher(world.services, id)).voucher.reminders).toBe('on')
  })
})

describe('a voucher that was brought in', () => {
  const bringIn = async (holderEmails: boolean | undefined) => {
    const recipientEmail = newAddress()
    const code = randomUUID().replaceAll('-', '').slice(0, 12).toUpperCase()
    const row = { code, balance: 3000, originalAmount: undefined, issuedOn: '2026-01-01' }
    const rest = { recipientName: 'Recipient Name', buyerName: undefined, note: undefined }
    await importVouchers(
      world.services,
      {
        importId: randomUUID(),
        dryRun: false,
        holderEmails,
        rows: [{ ...row, ...rest, expiryDate: '2027-03-31', recipientEmail }],
      },
      ADMIN,
    )
    const [voucher] = await world.rows<{ id: string }>(`select id from gift_voucher where code = $1`, [code])
    return { id: voucher!.id, recipientEmail }
  }

  it.each([
    [undefined, 0],
    [true, 3],
  ])(
    'with holderEmails %s gets %i emails of a use, of an extension and before the last day',
    async (ticked, count) => {
      const { id, recipientEmail } = await bringIn(ticked)
      expect((await getVoucher(world.services, id)).voucher).toMatchObject({
        tellHolder: ticked === true,
        reminders: ticked ? 'on' : 'off',
      })
      await redeem(id, 1000)
      await afterMinutes(11)
      await extendVoucher(world.services, change(id), '2027-04-30')
      await afterMinutes(0)
      await runAt('2027-03-31T08:07:00Z')
      expect(subjects(recipientEmail)).toHaveLength(count)
    },
  )

  it('gets them once somebody has ticked it', async () => {
    const { id, recipientEmail } = await bringIn(undefined)
    const { voucher } = await changeHolderEmails(world.services, change(id), {
      tellHolder: true,
      reminders: true,
    })
    expect(voucher).toMatchObject({ tellHolder: true, reminders: 'on' })
    await redeem(id, 1000)
    await afterMinutes(11)
    expect(toldOfUses(recipientEmail)).toHaveLength(1)
  })
})

describe('“Send me my voucher again”', () => {
  const ask = async (email: string) => {
    const response = await callFunction(resendHeldVouchers, { path: '/api/voucher/resend', body: { email } })
    return { status: response.status, body: await response.json() }
  }
  const gifts = (address: string) =>
    mailsTo(address).filter(({ subject }) => subject.startsWith('A gift voucher for'))
  const SENT = { status: 200, body: { sent: true } }
  // The function has the real clock.
  beforeEach(() => world.clock.set(new Date()))

  it('sends at most three, unchanged, once a day, and says the same for a stranger', async () => {
    const recipientEmail = newAddress()
    for (let nth = 0; nth < 4; nth += 1) await buy({ recipientEmail })
    const before = gifts(recipientEmail)
    expect(await ask(recipientEmail)).toEqual(SENT)
    const again = gifts(recipientEmail).slice(0, -before.length)
    expect(again).toHaveLength(3)
    const texts = before.map(({ text }) => text)
    for (const { text } of again) expect(texts).toContain(text)
    expect(await ask(recipientEmail.toUpperCase())).toEqual(SENT)
    expect(gifts(recipientEmail)).toHaveLength(7)
    expect(await ask(newAddress())).toEqual(SENT)
  })

  it('sends one for printing to its buyer, and none of a recipient’s to the buyer', async () => {
    const buyerEmail = newAddress()
    await buy({ buyerEmail })
    await buy({ buyerEmail, deliverTo: 'buyer', recipientEmail: undefined })
    await ask(buyerEmail)
    expect(gifts(buyerEmail)).toHaveLength(2)
  })

  it.each<[string, (bought: Bought) => Promise<unknown>]>([
    ['is spent', ({ id }) => redeem(id, 5000, false)],
    ['is refunded', ({ id }) => refundVoucher(world.services, id, ADMIN)],
    [
      'came back',
      ({ recipient }) =>
        applyPostmarkEvent(world.services, world.mail.control.bounce(mailsTo(recipient)[0]!.id)),
    ],
    [
      'has moved to another address',
      ({ id }) =>
        reissueVoucher(world.services, change(id), { recipientEmail: newAddress(), code: undefined }),
    ],
  ])('sends none that %s', async (_, end) => {
    const bought = await buy()
    await end(bought)
    const before = gifts(bought.recipient).length
    expect(await ask(bought.recipient)).toEqual(SENT)
    expect(gifts(bought.recipient)).toHaveLength(before)
  })

  it('sends none before its day, and none of one on paper', async () => {
    const { recipient } = await buy({ sendOn: addDays(londonDay(new Date()), 9) })
    const recipientEmail = newAddress()
    await generateAsOwner(world.services, ADMIN, {
      paidBy: 'cash',
      deliverTo: 'print',
      recipientName: 'Recipient Name',
      recipientEmail,
      originalAmount: 5000,
      customVoucherCode: undefined,
      buyerName: undefined,
      buyerEmail: undefined,
      personalMessage: undefined,
    })
    await ask(recipient)
    await ask(recipientEmail)
    expect([...gifts(recipient), ...gifts(recipientEmail)]).toEqual([])
  })

  it('waits while an hour has had sixty confirmations', async () => {
    await world.rows(
      `insert into throttle select 'confirmations', 'all', array_agg(now() - interval '10 minutes'), true from generate_series(1, 60)`,
    )
    const { recipient } = await buy()
    await ask(recipient)
    expect(gifts(recipient)).toHaveLength(1)
    await afterMinutes(51)
    expect(gifts(recipient)).toHaveLength(2)
  })
})
