import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { clinic } from '#clinic/current-clinic.ts'
import { londonDay } from '#contract/base/send-date.ts'
import { removeAdmin } from '#server/auth/admins.ts'
import { longDay } from '#server/dates.ts'
import { sendAgain } from '#server/delivery/send-again.ts'
import { sendEmails } from '#server/email/send-emails.ts'
import { refundOrder } from '#server/money/refund/refund-order.ts'
import { refundVoucher } from '#server/money/refund/refund-voucher.ts'
import { settlePayment } from '#server/money/settle/settle-payment.ts'
import { enqueueSalesSummary } from '#server/notices/enqueue-sales-summary.ts'
import { changeSettings } from '#server/notices/settings.ts'
import { resendVoucher } from '#server/vouchers/giving/give-at-desk.ts'
import { adjustVoucher, redeemVoucher, undoVoucherEntry } from '#server/vouchers/ledger/change-balance.ts'
import { expireVouchers } from '#server/vouchers/ledger/expire-vouchers.ts'
import { extendVoucher } from '#server/vouchers/ledger/extend-voucher.ts'
import { addAdmin } from '#tests/harness/admin-session.ts'
import { deliverEvents } from '#tests/harness/deliver-events.ts'
import { generateAsOwner } from '#tests/harness/generate-as-owner.ts'
import { orderOf } from '#tests/harness/order-buyer.ts'
import { buy } from '#tests/harness/voucher-buyer.ts'
import { useWorld } from '#tests/harness/world.ts'

const world = useWorld()
const { complimentaryPerDay, complimentaryAlert } = clinic.vouchers
afterAll(() => void Object.assign(clinic.vouchers, { complimentaryPerDay, complimentaryAlert }))
const DAY_MS = 86_400_000

/** Each test has days of its own, after the real day, by which the stand-in for Stripe dates payments. */
let day = Math.ceil(Date.now() / DAY_MS) * DAY_MS
/** A time of a day of the test, in UTC. */
const at = (time: string, days = 0) =>
  new Date(`${new Date(day + days * DAY_MS).toISOString().slice(0, 10)}T${time}:00Z`)
/** The date of a day of the test, as the emails write it. */
const dateOf = (days = 0) => longDay(at('12:00', days))

let admin: { id: string; email: string }
beforeEach(async () => {
  Object.assign(clinic.vouchers, { complimentaryPerDay: 500, complimentaryAlert: 250 })
  day += 5 * DAY_MS
  world.clock.set(at('08:00'))
  await world.rows('update settings set summarised_until = $1', [at('08:00')])
  await world.rows('update outbox set withdrawn_at = $1 where sent_at is null', [at('08:00')])
  admin = await addAdmin(world)
})

const issue = async (paidBy: 'cash' | 'card' | 'complimentary', pence: number, actor = admin.id) =>
  (
    await generateAsOwner(world.services, actor, {
      paidBy,
      originalAmount: pence,
      recipientName: 'Recipient Name',
      recipientEmail: 'recipient@example.com',
      buyerName: 'Buyer Name',
      buyerEmail: 'buyer@example.com',
      personalMessage: undefined,
      customVoucherCode: undefined,
    })
  ).id
const change = (voucherId: string, actor = admin.id) => ({ voucherId, actor })
const adjust = async (id: string, pence: number, actor = admin.id) =>
  (
    await adjustVoucher(world.services, change(id, actor), {
      amount: pence,
      description: 'Recipient Name waited',
      adminNotes: 'Buyer Name rang',
    })
  ).entry.id
const redeem = (id: string, pence: number) =>
  redeemVoucher(world.services, change(id), { amount: pence, description: undefined })
const undo = (id: string, entryId: string) => undoVoucherEntry(world.services, change(id), { entryId })

async function buyVoucher(pence: number): Promise<{ id: string; intentId: string }> {
  const { intentId } = await buy(world, pence)
  const settled = await settlePayment(world.services, intentId)
  if (settled.outcome !== 'fulfilled') throw new Error(settled.outcome)
  return { id: settled.voucher.id, intentId }
}

/** Runs the evening of a day of the test, an hour after the time of the summary at the latest. */
async function evening(days = 0) {
  world.clock.set(at('20:10', days))
  await enqueueSalesSummary(world.services)
  await sendEmails(world.services)
}

const mails = (subject: RegExp, date: string) =>
  world.mail.list().filter((mail) => subject.test(mail.subject) && mail.subject.includes(` ${date}`))
const summaries = (days = 0) => mails(/^(?:Sales|Activity) on /, dateOf(days))
const alerts = (days = 0) => mails(/ given away free on /, dateOf(days))
const recipients = (sent: { to: string }[]) => sent.map(({ to }) => to).toSorted()
const owners = async () => {
  const rows = await world.rows<{ email: string }>(
    `select email from admin_user where role = 'owner' and email is not null`,
  )
  return [...rows.map(({ email }) => email), clinic.email].toSorted()
}

const LINE = /^(?<kind>[^:\n]+): £(?<pounds>[\d,.]+), (?<by>[^,\n]+), \d+ \w+ \d{4} at [\d:]+\./gm

/** Adds up the lines of an email of each kind, in pence. */
function sumsOf(text: string): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const { groups } of text.matchAll(LINE)) {
    const pence = Math.round(Number(groups!['pounds']!.replaceAll(',', '')) * 100)
    sums[groups!['kind']!] = (sums[groups!['kind']!] ?? 0) + pence
  }
  return sums
}

/** What ledger and payments say of the time since `since`, net: not from kinds and reversals as the email does. */
const BOOKS = `
  select label, sum(pence)::int as pence from (
    select 'Free voucher' as label, original_pence as pence from gift_voucher where issued_at >= $1 and paid_by = 'complimentary'
    union all
    select 'Free voucher', -original_pence from gift_voucher join activity on voucher_id = gift_voucher.id
    where issued_at >= $1 and action = 'voucher_voided' and (before ->> 'pence')::int = original_pence
    union all
    select 'Sold at the clinic ' || case paid_by when 'cash' then 'for cash' else 'by card' end, original_pence from gift_voucher where issued_at >= $1 and paid_by in ('cash', 'card')
    union all
    select 'Balance added without payment', entry.pence from voucher_entry entry left join voucher_entry undone on undone.id = entry.reverses
    where entry.created_at >= $1 and (entry.kind = 'adjust' and entry.pence > 0 or undone.kind = 'adjust' and undone.pence > 0)
    union all
    select case when entry.pence < 0 then 'Balance added without payment, now undone' else 'Put back on a voucher (Undo)' end, abs(entry.pence)
    from activity join voucher_entry entry on entry.voucher_id = activity.voucher_id and entry.created_at = activity.at
    where at >= $1 and action = 'voucher_entry_undone'
    union all
    select 'Paid back at the clinic', (before ->> 'pence')::int from activity where at >= $1 and action = 'voucher_refunded'
    union all
    select case cause when 'dashboard' then 'Refunded in Stripe' else 'Refunded online' end, pence from refund
    where created_at >= $1 and state <> 'failed'
  ) books group by label having sum(pence) <> 0`

async function booksSince(since: Date) {
  const rows = await world.rows<{ label: string; pence: number }>(BOOKS, [since])
  return Object.fromEntries(rows.map(({ label, pence }) => [label, pence]))
}

describe('the evening email', () => {
  it('adds up to what ledger and payments say for the day', async () => {
    const [first, second, order] = [await buyVoucher(8000), await buyVoucher(4000), await orderOf(world, 2)]
    const other = await addAdmin(world)
    for (const pence of [4000, 6000]) await issue('complimentary', pence)
    await refundVoucher(world.services, await issue('complimentary', 2500), admin.id)
    const used = await issue('complimentary', 3000, other.id)
    await redeem(used, 1000)
    await refundVoucher(world.services, used, admin.id)
    const sold = await issue('cash', 5000)
    await issue('card', 3050)
    await adjust(sold, 1234)
    await undo(sold, await adjust(sold, 700))
    await undo(sold, await adjust(sold, -100))
    await adjust(sold, -234, other.id)
    await refundVoucher(world.services, await issue('cash', 7000), other.id)
    await redeem(first.id, 1500)
    await refundVoucher(world.services, first.id, admin.id)
    await refundOrder(world.services, { orderId: order.id, pence: 1400, actor: other.id })
    await refundOrder(world.services, { orderId: order.id, pence: 600, actor: admin.id })
    await world.services.stripe.refunds.create({ payment_intent: second.intentId, amount: 1100 })
    await deliverEvents(world, second.intentId)
    const failed = await orderOf(world, 1, 'pm_card_refundFail')
    await refundOrder(world.services, { orderId: failed.id, actor: admin.id })
    const { id } = world.stripe.state().refunds.find((one) => one.payment_intent === failed.intentId)!
    await world.stripe.control.settleRefund({ refund: id, ok: false })
    await deliverEvents(world, failed.intentId)

    await evening()
    const [summary] = summaries()
    const books = await booksSince(at('08:00'))
    expect(Object.keys(books)).toHaveLength(9)
    expect(sumsOf(summary!.text)).toEqual(books)
    expect(summary!.text.match(/, owner-[-\w]+@example\.com, /g)).toHaveLength(14 - 1)
    expect(summary!.text).toContain(`/admin/dashboard#orders/${order.id}`)
    expect(summary!.text).toContain(`/admin/dashboard#vouchers/${used}`)
    expect(summary!.text).toMatch(/Refunded in Stripe: £11\.00, Stripe, /)
    for (const { html, text } of summaries())
      expect(html + text).not.toMatch(/Buyer Name|Recipient Name|First Last|(?:buyer|recipient|orderer)\S*@/)
  })

  it('holds only what was done by hand if each sale has an email, else the sales too, and comes on days with either', async () => {
    await buyVoucher(5000)
    await evening()
    expect(summaries()).toEqual([])
    world.clock.set(at('10:00', 1))
    await buyVoucher(5000)
    await issue('cash', 5000)
    await evening(1)
    expect(summaries(1)[0]!.subject).toBe(`Activity on ${dateOf(1)}: 1 entry by hand`)
    world.clock.set(at('10:00', 2))
    await changeSettings(world.services, { saleEmails: 'daily' }, admin.id)
    await buyVoucher(6000)
    await issue('cash', 5000)
    await changeSettings(world.services, { saleEmails: 'each' }, admin.id)
    await evening(2)
    expect(summaries(2)[0]!.subject).toBe(`Sales on ${dateOf(2)}: 1 sale, £60.00; 1 entry by hand`)
    await evening(3)
    expect(summaries(3)).toEqual([])
  })

  it('lists vouchers sent to a new address, with their balance at that time, and exports', async () => {
    const id = await issue('card', 5000)
    await redeem(id, 1500)
    await resendVoucher(world.services, change(id))
    await resendVoucher(world.services, change(id), { recipientEmail: 'other@example.com' })
    await redeem(id, 500)
    const bounced = await issue('card', 2000)
    const failing = async () => {
      world.clock.advance(1)
      const [mail] = await world.rows<{ id: string }>(
        `update outbox set failed_at = $2, sent_at = null
         where about = $1 and template = 'voucher-gift' and withdrawn_at is null returning id`,
        [bounced, at('09:00')],
      )
      return mail!.id
    }
    for (const recipient of [undefined, 'recipient@example.com', 'third@example.com'])
      await sendAgain(world.services, { id: await failing(), recipient, actor: admin.id })
    for (const action of ['exported', 'person_exported', 'signed_in'])
      await world.rows('insert into activity (at, actor, action) values ($1, $2, $3)', [
        at('11:00'),
        admin.id,
        action,
      ])
    await evening()
    const { text } = summaries()[0]!
    expect(sumsOf(text)['Voucher sent to a new address']).toBe(3500 + 2000)
    expect(text).toContain(`List exported: ${admin.email}, `)
    expect(text).toContain(`A person’s details exported: ${admin.email}, `)
    expect(text).not.toMatch(/(?:other|third)@example|signed/)
  })

  it('lists an Undo in place of what it undid, on the evening after it', async () => {
    world.clock.set(at('12:00'))
    const id = await issue('cash', 1000)
    const [kept, undone] = [await adjust(id, 2000), await adjust(id, 3000)]
    await undo(id, undone)
    await evening()
    expect(sumsOf(summaries()[0]!.text)).toEqual({
      'Sold at the clinic for cash': 1000,
      'Balance added without payment': 2000,
      'Balance added without payment, now undone': 3000,
    })
    world.clock.set(at('00:30', 1))
    await undo(id, kept)
    await evening(1)
    expect(sumsOf(summaries(1)[0]!.text)).toEqual({ 'Balance added without payment, now undone': 2000 })
  })

  it('lists each Undo of a use or a correction, and an Extend that restores a balance, with its sum', async () => {
    const [id, free] = [await issue('cash', 9000), await issue('complimentary', 1000)]
    const { entry } = await redeem(id, 2500)
    await undo(id, entry.id)
    await undo(id, await adjust(id, -700))
    // Listed even of a voucher that is not, because it was cancelled unused.
    await undo(free, await adjust(free, -400))
    await refundVoucher(world.services, free, admin.id)
    await world.rows('update gift_voucher set expires_at = $2 where id = $1', [id, at('09:00')])
    world.clock.set(at('10:00'))
    await expireVouchers(world.services)
    await extendVoucher(world.services, change(id), londonDay(at('10:00', 9)))
    await extendVoucher(world.services, change(id), londonDay(at('10:00', 19)))
    await evening()
    const { text } = summaries()[0]!
    expect(sumsOf(text)).toEqual({
      'Sold at the clinic for cash': 9000,
      'Put back on a voucher (Undo)': 2500 + 700 + 400,
      'Put back on an expired voucher (Extend)': 9000,
    })
    expect(text).toMatch(new RegExp(`Extend\\): £90\\.00, ${admin.email}, `))
  })

  it('counts what it does not list', async () => {
    const id = await issue('card', 1000)
    await world.rows(
      `insert into activity (at, actor, action) select $1, 'somebody', 'exported' from generate_series(1, 120)`,
      [at('11:00')],
    )
    await evening()
    const { subject, text } = summaries()[0]!
    expect(subject).toContain('121 entries by hand')
    expect(text).toContain(`#vouchers/${id}`)
    expect(text.match(/^List exported: Administrator, /gm)).toHaveLength(99)
    expect(text).toContain('You will find 21 more in the portal.')
  })

  it('goes once to the clinic and to everyone who is an owner then', async () => {
    const [removed, added] = [await addAdmin(world), await addAdmin(world)]
    await issue('card', 1000, removed.id)
    await removeAdmin(world.services, removed.email)
    world.clock.set(at('20:10'))
    await Promise.all([1, 2, 3].map(() => enqueueSalesSummary(world.services)))
    const late = await addAdmin(world)
    await enqueueSalesSummary(world.services)
    // Postmark was down meanwhile.
    await removeAdmin(world.services, added.email)
    await sendEmails(world.services)
    const expected = (await owners()).filter((email) => email !== late.email)
    expect(recipients(summaries())).toEqual(expected)
    expect(expected).not.toContain(added.email)
    expect(summaries()[0]!.text).toContain(`£10.00, ${removed.email.split('@')[0]}, `)
  })

  it('goes once to an admin with the clinic’s address', async () => {
    await world.rows('update admin_user set email = $2 where id = $1', [admin.id, clinic.email.toLowerCase()])
    await issue('card', 1000)
    await evening()
    expect(
      recipients(summaries()).filter((to) => to.toLowerCase() === clinic.email.toLowerCase()),
    ).toHaveLength(1)
    await removeAdmin(world.services, clinic.email.toLowerCase())
  })

  it.each([
    [
      'go forward',
      '2031-03-29T12:00:00Z',
      '2031-03-30T17:59:59Z',
      '2031-03-30T18:00:01Z',
      'Sunday 30 March 2031',
    ],
    [
      'go back',
      '2031-10-25T12:00:00Z',
      '2031-10-26T18:59:59Z',
      '2031-10-26T19:00:01Z',
      'Sunday 26 October 2031',
    ],
  ])('ends at 19:00 in London on the day the clocks %s', async (_, start, last, next, date) => {
    await world.rows('update settings set summarised_until = $1', [start])
    world.clock.set(last)
    await issue('card', 1000)
    world.clock.set(next)
    await issue('card', 2000)
    world.clock.set(new Date(new Date(next).getTime() + 10 * 60_000))
    await enqueueSalesSummary(world.services)
    await sendEmails(world.services)
    expect(sumsOf(mails(/^Activity on /, date)[0]!.text)).toEqual({ 'Sold at the clinic by card': 1000 })
  })
})

describe('the alert about value without money', () => {
  it('goes once a day to the clinic and every admin, as soon as £250 is passed', async () => {
    const sold = await issue('cash', 50_000)
    await issue('complimentary', 20_000)
    await adjust(sold, 5000)
    await sendEmails(world.services)
    expect(alerts()).toEqual([])
    await adjust(sold, 1)
    await sendEmails(world.services)
    expect(recipients(alerts())).toEqual(await owners())
    const { subject, text } = alerts()[0]!
    expect(subject).toBe(`£250.01 given away free on ${dateOf()}`)
    expect(sumsOf(text)).toEqual({ 'Free voucher': 20_000, 'Balance added without payment': 5001 })
    expect(text).toContain(`£200.00, ${admin.email}, `)
    expect(text).toContain(`/admin/dashboard#vouchers/${sold}`)
    await adjust(sold, 10_000)
    await sendEmails(world.services)
    expect(alerts()).toHaveLength((await owners()).length)
    world.clock.set(at('12:00', 1))
    await issue('complimentary', 25_001)
    await sendEmails(world.services)
    expect(recipients(alerts(1))).toEqual(await owners())
  })

  it('is neither missed nor doubled when several changes pass £250 at the same moment', async () => {
    for (const days of [0, 1, 2, 3]) {
      world.clock.set(at('12:00', days))
      const ids = await Promise.all([issue('card', 1000), issue('card', 1000)])
      await Promise.all([
        issue('complimentary', 9000),
        issue('complimentary', 9000),
        ...ids.map((id) => adjust(id, 9000)),
      ])
      await sendEmails(world.services)
      expect(recipients(alerts(days))).toEqual(await owners())
      expect(alerts(days)[0]!.subject).toMatch(/^£(?:270|360)\.00 /)
    }
  })

  it('counts neither what was undone nor free vouchers cancelled unused, nor other days, nor a repeated request', async () => {
    world.clock.set(at('21:50', -1))
    const sold = await issue('cash', 1000)
    const before = await adjust(sold, 20_000)
    world.clock.set(at('00:10'))
    await undo(sold, before)
    await undo(sold, await adjust(sold, 20_000))
    await refundVoucher(world.services, await issue('complimentary', 20_000), admin.id)
    const requestId = randomUUID()
    for (const _ of [1, 2])
      await adjustVoucher(world.services, change(sold), {
        amount: 24_000,
        description: 'For the wait',
        adminNotes: undefined,
        requestId,
      })
    await issue('card', 40_000)
    await sendEmails(world.services)
    expect([...alerts(-1), ...alerts()]).toEqual([])
    await adjust(sold, 1001)
    await sendEmails(world.services)
    expect(alerts()[0]!.subject).toMatch(/^£250\.01 /)
  })

  it('counts a free voucher that was cancelled after an amount was taken off, as does the evening email', async () => {
    for (const _ of [1, 2]) {
      const id = await issue('complimentary', 20_000)
      await adjust(id, -19_900)
      await refundVoucher(world.services, id, admin.id)
    }
    await evening()
    expect(sumsOf(alerts()[0]!.text)).toEqual({ 'Free voucher': 40_000 })
    expect(sumsOf(summaries()[0]!.text)).toEqual({ 'Free voucher': 40_000 })
  })

  it.each([
    [
      'forward',
      '2031-03-30T00:00:30Z',
      '2031-03-30T22:59:30Z',
      '2031-03-30T23:00:30Z',
      'Sunday 30 March 2031',
    ],
    [
      'back',
      '2031-10-25T23:00:30Z',
      '2031-10-26T23:59:30Z',
      '2031-10-27T00:00:30Z',
      'Sunday 26 October 2031',
    ],
  ])('counts a day in London when the clocks go %s', async (_, first, last, next, date) => {
    world.clock.set(first)
    await issue('complimentary', 20_000)
    world.clock.set(next)
    await issue('complimentary', 20_000)
    await sendEmails(world.services)
    expect(mails(/ given away free on /, date)).toEqual([])
    world.clock.set(last)
    await issue('complimentary', 5001)
    await sendEmails(world.services)
    expect(mails(/^£250\.01 given away free on /, date)).not.toEqual([])
  })

  it('goes to an admin added during the day with the next change, and not to one removed', async () => {
    await issue('complimentary', 26_000)
    await removeAdmin(world.services, admin.email)
    const added = await addAdmin(world)
    await sendEmails(world.services)
    expect(recipients(alerts())).toEqual((await owners()).filter((email) => email !== added.email))
    await issue('complimentary', 1000, added.id)
    await sendEmails(world.services)
    expect(recipients(alerts())).toEqual(await owners())
  })
})
