import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { addDays } from '#contract/base/send-date.ts'
import { createPrng } from '#local/prng.ts'
import { applyPostmarkEvent } from '#server/delivery/email-events.ts'
import { sendEmails } from '#server/email/send-emails.ts'
import { signToken } from '#server/links/signed-token.ts'
import { refundVoucher } from '#server/money/refund/refund-voucher.ts'
import { enqueueSalesSummary } from '#server/notices/enqueue-sales-summary.ts'
import { changeHolderEmails } from '#server/vouchers/holder/change-holder-emails.ts'
import { remindHolders } from '#server/vouchers/holder/holder-emails.ts'
import { stopReminders } from '#server/vouchers/holder/stop-reminders.ts'
import { redeemVoucher } from '#server/vouchers/ledger/change-balance.ts'
import { expireVouchers } from '#server/vouchers/ledger/expire-vouchers.ts'
import { extendVoucher } from '#server/vouchers/ledger/extend-voucher.ts'
import { generateAsOwner } from '#tests/harness/generate-as-owner.ts'
import { useWorld } from '#tests/harness/world.ts'

const VOUCHERS = 200
const DAYS = 366
const FIRST_DAY = '2026-12-01'
const ADMIN = randomUUID()
const ENDS = ['spent', 'refunded', 'stopped', 'complained', 'turned off'] as const

interface Held {
  id: string
  email: string
  issuedOn: string
  lastDay: string
  /** What happens to it at noon, if anything. */
  event?: { day: string; kind: (typeof ENDS)[number] | 'extended' | 'used' }
  hasEnded: boolean
}

const world = useWorld()
const random = createPrng(48)
const upTo = (count: number) => random.between(0, count - 1)

async function make(): Promise<Held> {
  const email = `h${randomUUID()}@example.com`
  const issuedOn = addDays(FIRST_DAY, -upTo(300))
  const lastDay = addDays(FIRST_DAY, 1 + upTo(DAYS - 2))
  const { id } = await generateAsOwner(world.services, ADMIN, {
    paidBy: 'cash',
    recipientName: 'Recipient Name',
    recipientEmail: email,
    originalAmount: 5000,
    customVoucherCode: undefined,
    buyerName: undefined,
    buyerEmail: undefined,
    personalMessage: undefined,
  })
  await world.rows(
    `update gift_voucher set issued_at = ($2::date + time '12:00') at time zone 'Europe/London',
       expires_at = ($3::date + 1)::timestamp at time zone 'Europe/London' where id = $1`,
    [id, issuedOn, lastDay],
  )
  const kind = random.pick([...ENDS, 'extended', 'extended', 'used', undefined, undefined] as const)
  const day = addDays(lastDay, -upTo(45))
  return { id, email, issuedOn, lastDay, hasEnded: false, ...(kind && { event: { day, kind } }) }
}

async function play(voucher: Held, kind: NonNullable<Held['event']>['kind']): Promise<void> {
  const { id, email } = voucher
  const change = { voucherId: id, actor: ADMIN }
  const redeem = (amount: number) =>
    redeemVoucher(world.services, change, { amount, description: undefined, tellHolder: false })
  if (kind === 'used') await redeem(1000)
  else if (kind === 'extended') {
    voucher.lastDay = addDays(voucher.lastDay, 20 + upTo(60))
    await extendVoucher(world.services, change, voucher.lastDay)
  } else {
    voucher.hasEnded = true
    if (kind === 'spent') await redeem(5000)
    if (kind === 'refunded') await refundVoucher(world.services, id, ADMIN)
    if (kind === 'stopped') await stopReminders(world.services, signToken('stop reminders', id))
    if (kind === 'turned off') await changeHolderEmails(world.services, change, { reminders: false })
    if (kind === 'complained') {
      const { id: messageId } = world.mail.list().find(({ to }) => to === email)!
      await applyPostmarkEvent(world.services, world.mail.control.complain(messageId))
    }
  }
}

const london = (moment: string) =>
  new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone: 'Europe/London' })
    .format(new Date(moment))
    .slice(0, 13)

it(
  'reminders of 200 vouchers leave once each at nine in London through a year, and none after an end',
  { timeout: 600_000 },
  async () => {
    // The evening's job notes until when reminders were sent.
    const evening = async (day: string) => {
      world.clock.set(`${day}T20:10:00Z`)
      await enqueueSalesSummary(world.services)
    }
    world.clock.set(`${addDays(FIRST_DAY, -1)}T12:00:00Z`)
    const vouchers: Held[] = []
    for (let nth = 0; nth < VOUCHERS; nth += 1) vouchers.push(await make())
    await sendEmails(world.services)
    await evening(addDays(FIRST_DAY, -1))
    const expected: string[] = []
    for (let nth = 0; nth < DAYS; nth += 1) {
      const day = addDays(FIRST_DAY, nth)
      const due = vouchers.filter(
        ({ hasEnded, issuedOn, lastDay }) =>
          !hasEnded &&
          [30, 7].some((days) => addDays(lastDay, -days) === day) &&
          // It was issued at noon, which is after nine.
          addDays(issuedOn, 60) < day,
      )
      expected.push(...due.map(({ email }) => `${day} 09 ${email}`))
      for (const hour of ['08', '09', '10']) {
        world.clock.set(`${day}T${hour}:07:00Z`)
        await expireVouchers(world.services)
        await remindHolders(world.services)
        await sendEmails(world.services)
      }
      world.clock.set(`${day}T12:00:00Z`)
      for (const voucher of vouchers) {
        if (voucher.event?.day === day) await play(voucher, voucher.event.kind)
      }
      await evening(day)
      await sendEmails(world.services)
    }
    const left = world.mail
      .list()
      .filter(({ subject }) => subject.startsWith('Your gift voucher is valid until'))
      .map(({ to, sentAt }) => `${london(sentAt)} ${to}`)
    expect(left.toSorted()).toEqual(expected.toSorted())
    expect(expected.length).toBeGreaterThan(VOUCHERS)
  },
)
