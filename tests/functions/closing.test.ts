import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { londonDay } from '#contract/base/send-date.ts'
import type { Closing } from '#contract/vouchers/closing.ts'
import { removeAdmin } from '#server/auth/admins.ts'
import { longDay } from '#server/dates.ts'
import { sendEmails } from '#server/email/send-emails.ts'
import { refundVoucher as refund } from '#server/money/refund/refund-voucher.ts'
import { getClosing } from '#server/vouchers/desk/get-closing.ts'
import { redeemVoucher as redeem } from '#server/vouchers/ledger/change-balance.ts'
import { callFunction } from '#tests/harness/call-function.ts'
import { openDesk, type Desk } from '#tests/harness/desk.ts'
import { functions } from '#tests/harness/every-function.ts'
import { generateAsOwner } from '#tests/harness/generate-as-owner.ts'
import { useWorld } from '#tests/harness/world.ts'

const { adjustVoucher, closing, emailClosing, redeemVoucher, refundVoucher } = functions

const world = useWorld()
let [desk, other] = [{} as Desk, {} as Desk]
beforeAll(async () => {
  desk = await openDesk(world)
  other = await openDesk(world)
})

async function show({ headers }: Desk, day?: string): Promise<Closing> {
  const path = `/api/admin/closing${day === undefined ? '' : `?day=${day}`}`
  return (await callFunction(closing, { path, method: 'GET', headers })).json() as never
}

/** Issues a voucher at a time; functions have the real clock. */
async function issueAt(
  time: string,
  paidBy: 'cash' | 'card' | 'complimentary',
  pence: number,
  actor: string,
): Promise<string> {
  world.clock.set(time)
  const nobody = {
    buyerName: undefined,
    buyerEmail: undefined,
    recipientEmail: undefined,
    personalMessage: undefined,
    customVoucherCode: undefined,
  }
  const voucher = { ...nobody, recipientName: 'Recipient Name', deliverTo: 'print' as const }
  return (await generateAsOwner(world.services, actor, { ...voucher, paidBy, originalAmount: pence })).id
}

const figure = (count: number, sum: string) => ({ count, sum })

describe('the closing of a day', () => {
  it('tells what each person has sold, given and paid back, oneself first', async () => {
    const sold = await desk.generate({ paidBy: 'cash', originalAmount: 65 })
    const byCard = await desk.generate({ paidBy: 'card', originalAmount: '40.50' })
    await other.generate({ paidBy: 'cash', originalAmount: 30, recipientEmail: '', deliverTo: 'print' })
    await other.generate({ originalAmount: 20 })
    await other.ask(redeemVoucher, sold.id, { amount: 15 })
    await other.ask(adjustVoucher, sold.id, { amount: 5, description: 'Goodwill' })
    await other.ask(refundVoucher, sold.id, {})
    await desk.ask(refundVoucher, byCard.id, {})
    const own = {
      by: desk.email,
      isOwn: true,
      soldForCash: figure(1, '65.00'),
      soldByCard: figure(1, '40.50'),
      complimentary: figure(0, '0.00'),
      paidBackInCash: figure(0, '0.00'),
      paidBackByCard: figure(1, '40.50'),
      cash: '65.00',
    }
    const others = {
      by: other.email,
      isOwn: false,
      soldForCash: figure(1, '30.00'),
      soldByCard: figure(0, '0.00'),
      complimentary: figure(1, '20.00'),
      paidBackInCash: figure(1, '50.00'),
      paidBackByCard: figure(0, '0.00'),
      cash: '-20.00',
    }
    const shown = await show(desk)
    expect(shown).toMatchObject({ day: londonDay(new Date()), people: [own, others] })
    expect(shown.total).toEqual({
      soldForCash: figure(2, '95.00'),
      soldByCard: figure(1, '40.50'),
      complimentary: figure(1, '20.00'),
      paidBackInCash: figure(1, '50.00'),
      paidBackByCard: figure(1, '40.50'),
      cash: '45.00',
    })
    expect(shown.entries.map(({ what, paidBy, amount, by }) => [what, paidBy, amount, by])).toEqual([
      ['sold', 'cash', '65.00', desk.email],
      ['sold', 'card', '40.50', desk.email],
      ['sold', 'cash', '30.00', other.email],
      ['given', 'complimentary', '20.00', other.email],
      ['paid_back', 'cash', '50.00', other.email],
      ['paid_back', 'card', '40.50', desk.email],
    ])
    expect(shown.entries[0]).toMatchObject({ voucherId: sold.id, codeEnd: sold.voucherCode.slice(-4) })
    expect((await show(other)).people).toMatchObject([{ by: other.email, isOwn: true }, { isOwn: false }])
    expect(await show(desk, '2026-01-01')).toMatchObject({ day: '2026-01-01', people: [], entries: [] })
  })

  it('begins and ends at midnight in London, also in summer', async () => {
    await issueAt('2027-06-14T22:59:59Z', 'cash', 1000, desk.adminId)
    await issueAt('2027-06-14T23:00:00Z', 'cash', 2000, desk.adminId)
    await issueAt('2027-06-15T22:59:59Z', 'cash', 4000, desk.adminId)
    await issueAt('2027-06-15T23:00:00Z', 'cash', 8000, desk.adminId)
    expect((await show(desk, '2027-06-15')).total.cash).toBe('60.00')
    expect(await getClosing(world.services, { id: desk.adminId, role: 'owner' })).toMatchObject({
      day: '2027-06-16',
    })
    world.clock.set(new Date())
  })

  it('agrees with the ledger to the penny', async () => {
    for (let hour = 8; hour < 18; hour += 1) {
      const [paidBy, actor] = [
        (['cash', 'card', 'complimentary'] as const)[hour % 3]!,
        [desk, other][hour % 2]!.adminId,
      ]
      const time = `2027-07-15T${String(hour).padStart(2, '0')}:12:34Z`
      const id = await issueAt(time, paidBy, 1000 + hour * 101, actor)
      const used = { amount: 333, description: undefined }
      if (hour % 4 === 0) await redeem(world.services, { voucherId: id, actor }, used)
      if (hour % 5 < 2) await refund(world.services, id, other.adminId)
    }
    world.clock.set(new Date())
    const { total, people, entries } = await show(desk, '2027-07-15')
    // The clinic's takings of that day, which the Overview shows.
    const [ledger] = await world.rows<{ pence: number }>(
      `select coalesce(sum(pence), 0)::int as pence from takings
       where at >= '2027-07-15'::timestamp at time zone 'Europe/London' and at < '2027-07-16'::timestamp at time zone 'Europe/London'`,
    )
    const pence = (sum: string) => Math.round(Number(sum) * 100)
    const taken = ({ cash, soldByCard, paidBackByCard }: Closing['total']) =>
      pence(cash) + pence(soldByCard.sum) - pence(paidBackByCard.sum)
    expect(ledger!.pence).toBeGreaterThan(0)
    expect(taken(total)).toBe(ledger!.pence)
    expect(people.reduce((sum, person) => sum + taken(person), 0)).toBe(ledger!.pence)
    expect(
      entries.reduce(
        (sum, { what, amount }) => sum + { sold: 1, given: 0, paid_back: -1 }[what] * pence(amount),
        0,
      ),
    ).toBe(ledger!.pence)
  })

  it('keeps the figures and the name of a person who was removed', async () => {
    const former = await openDesk(world)
    await issueAt('2027-08-15T12:00:00Z', 'cash', 2500, former.adminId)
    world.clock.set(new Date())
    await removeAdmin(world.services, former.email)
    // Who has chosen no name has their address as one, of which the part before the @ is left.
    const by = former.email.split('@')[0]
    expect(await show(desk, '2027-08-15')).toMatchObject({
      people: [{ by, isOwn: false, soldForCash: figure(1, '25.00') }],
      entries: [{ by }],
    })
  })

  it.each(['2026-02-31', '2026', 'today', '%27', '1999-01-01'])('refuses the day %s', async (day) => {
    expect(await show(desk, day)).toMatchObject({ fields: { day: 'Please choose a day' } })
  })

  it('is emailed to the admin who asks for it, once for each press', async () => {
    const asking = await openDesk(world)
    const { total } = await show(asking)
    await asking.generate({ paidBy: 'cash', originalAmount: 35, recipientName: 'Secret Name' })
    const requestId = randomUUID()
    for (const _ of [1, 2]) {
      expect(await asking.ask(emailClosing, undefined, { requestId })).toMatchObject({
        status: 200,
        queued: true,
      })
    }
    await sendEmails(world.services)
    const mails = world.mail
      .list()
      .filter(({ to, subject }) => to.includes(asking.email) && subject.startsWith('Takings'))
    const cash = (Number(total.cash) + 35).toFixed(2)
    expect(mails.map(({ subject }) => subject)).toEqual([
      `Takings on ${longDay(new Date())}: £${cash} in cash`,
    ])
    expect(mails[0]!.text).toContain('£35.00, 1 voucher')
    expect(mails[0]!.text).not.toContain('Secret Name')
  })

  it('is emailed ten times an hour at most to one admin', async () => {
    const [asking, other] = [await openDesk(world), await openDesk(world)]
    for (let nth = 0; nth < 10; nth++)
      expect(await asking.ask(emailClosing, undefined, {})).toMatchObject({ status: 200 })
    expect(await asking.ask(emailClosing, undefined, {})).toMatchObject({ status: 429 })
    expect(await other.ask(emailClosing, undefined, {})).toMatchObject({ status: 200 })
  })
})
