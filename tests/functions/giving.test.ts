import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { addDays, londonDay } from '#contract/base/send-date.ts'
import type { MailEvent } from '#local/mail/mail-events.ts'
import { applyPostmarkEvent } from '#server/delivery/email-events.ts'
import { sendEmails } from '#server/email/send-emails.ts'
import { refundVoucher } from '#server/money/refund/refund-voucher.ts'
import { eraseCustomer } from '#server/privacy/erase-customer.ts'
import { resendVoucher as sendAgain } from '#server/vouchers/giving/give-at-desk.ts'
import { redeemVoucher } from '#server/vouchers/ledger/change-balance.ts'
import { callFunction } from '#tests/harness/call-function.ts'
import { openDesk, type Desk } from '#tests/harness/desk.ts'
import { functions } from '#tests/harness/every-function.ts'
import { flagPayments } from '#tests/harness/flag-payments.ts'
import { takeLoggedErrors } from '#tests/harness/no-stray-errors.ts'
import { buyVoucherOnline, type Bought } from '#tests/harness/voucher-buyer.ts'
import { useWorld } from '#tests/harness/world.ts'

const {
  changeAddress,
  changeRecipient,
  changeSendDate,
  findVoucher,
  reissuePurchase,
  reissueVoucher,
  resendMail: resendEmail,
  resendVoucher,
} = functions

const world = useWorld()
const flag = flagPayments(world)
let desk: Desk
let address = 0
beforeAll(async () => void (desk = await openDesk(world)))
beforeEach(async () => {
  address += 1
  world.clock.set(new Date())
  await world.rows('delete from throttle')
})

const mailsTo = (to: string) => world.mail.list().filter((mail) => mail.to === to)
const inDays = (days: number) => addDays(londonDay(new Date()), days)

async function ask(handler: Parameters<typeof callFunction>[0], body: object) {
  const response = await callFunction(handler, { path: '/api/purchase', body, address: `192.0.4.${address}` })
  return { ...((await response.json()) as { code?: string }), status: response.status }
}

/** Who gives how. `to`: another address; all others give to the same one. */
type Act = (bought: Bought, to: string) => Promise<{ status: number; code?: string }>

const ACTS = {
  'desk again': ({ id }) => desk.ask(resendVoucher, id, {}),
  'desk elsewhere': ({ id }, recipientEmail) => desk.ask(resendVoucher, id, { recipientEmail }),
  'desk another day': ({ id }) => desk.ask(resendVoucher, id, { sendOn: inDays(5) }),
  'desk new code': ({ id }) => desk.ask(reissueVoucher, id, {}),
  'desk new code elsewhere': ({ id }, recipientEmail) => desk.ask(reissueVoucher, id, { recipientEmail }),
  'buyer elsewhere': ({ token }, recipientEmail) => ask(changeRecipient, { token, recipientEmail }),
  'buyer another day': ({ token }) => ask(changeSendDate, { token, sendOn: inDays(5) }),
  'buyer new code elsewhere': ({ token }, recipientEmail) => ask(reissuePurchase, { token, recipientEmail }),
} satisfies Record<string, Act>

const report = (event: MailEvent) => applyPostmarkEvent(world.services, event)
const send = () => sendEmails(world.services)

async function sendWith(fault: Parameters<typeof world.mail.control.fail>[0]): Promise<void> {
  world.mail.control.fail({ ...fault, times: 100 })
  await send()
  world.mail.control.heal()
  takeLoggedErrors()
}

const redeem = ({ id }: Pick<Bought, 'id'>, pence: number) =>
  redeemVoucher(
    world.services,
    { voucherId: id, actor: desk.adminId },
    { amount: pence, description: undefined, tellHolder: false },
  )

const setVoucher = ({ id }: Bought, values: string) =>
  world.rows(`update gift_voucher set ${values} where id = $1`, [id])

async function arrive({ recipient }: Bought): Promise<void> {
  await send()
  await report(world.mail.control.deliver(mailsTo(recipient)[0]!.id))
}

const DAY = { sendOn: inDays(30) }

interface History {
  details?: object
  happens: (bought: Bought) => Promise<unknown>
}

/** What has happened to the voucher and its email. */
const HISTORIES = {
  'waits for its day': { details: DAY, happens: send },
  'is leaving': {
    happens: ({ id }) =>
      world.rows(`update outbox set claimed_until = now() + interval '1 minute' where about = $1`, [id]),
  },
  'may have left': { happens: () => sendWith({ status: 500, code: 0, taken: true, times: 1 }) },
  'was refused': { happens: () => sendWith({ status: 422, code: 406, times: 1 }) },
  'came back': {
    happens: async ({ recipient }) => {
      await send()
      await report(world.mail.control.bounce(mailsTo(recipient)[0]!.id, 'Blocked'))
    },
  },
  'has left': { happens: send },
  'has arrived': { happens: arrive },
  'has arrived, and a part is used': {
    happens: async (bought) => {
      await arrive(bought)
      await redeem(bought, 100)
    },
  },
  'left 15 days ago': {
    happens: async ({ id }) => {
      await send()
      await world.rows(`update outbox set sent_at = sent_at - interval '15 days' where about = $1`, [id])
    },
  },
  'is spent': {
    happens: async (bought) => {
      await send()
      await redeem(bought, 5000)
    },
  },
  'is being refunded': {
    happens: async ({ id }) => {
      await send()
      await refundVoucher(world.services, id, desk.adminId)
    },
  },
  'is frozen': {
    happens: async (bought) => {
      await send()
      await flag.open({ intentId: bought.intentId }, 'warning')
    },
  },
  'has expired': {
    happens: async (bought) => {
      await send()
      await setVoucher(bought, `issued_at = now() - interval '2 days', expires_at = now() - interval '1 day'`)
    },
  },
  'is erased': {
    happens: async (bought) => {
      await send()
      await redeem(bought, 5000)
      for (const email of [bought.buyer, bought.recipient])
        await eraseCustomer(world.services, email, desk.adminId)
    },
  },
} satisfies Record<string, History>

const [S, N, A, C, X] = ['same', 'new', 'already_sent', 'changed_meanwhile', 'not_active']

/**
 * What the acts do, in their order: with the `same` or a `new` code the voucher leaves once more. Else the code of the
 * refusal, which changes nothing.
 */
const TABLE: [history: keyof typeof HISTORIES, ...does: string[]][] = [
  ['waits for its day', S, S, S, N, N, S, S, C],
  ['is leaving', S, C, C, C, C, C, C, C],
  ['may have left', S, A, S, N, N, N, S, C],
  ['was refused', S, S, S, N, N, S, S, C],
  ['came back', S, S, S, N, N, S, X, C],
  ['has left', S, A, S, N, N, C, C, N],
  ['has arrived', S, A, S, N, N, C, C, N],
  ['has arrived, and a part is used', S, A, S, N, N, C, C, X],
  ['left 15 days ago', S, A, S, N, N, C, C, X],
  ['is spent', X, X, X, X, X, C, C, X],
  ['is being refunded', X, X, X, X, X, C, C, X],
  ['is frozen', X, X, X, X, X, C, C, X],
  ['has expired', X, X, 'invalid_request', X, X, C, 'invalid_request', X],
  ['is erased', X, X, X, X, X, 'not_found', 'not_found', 'not_found'],
]

it.each(TABLE)('a voucher that %s', async (history, ...does) => {
  const acts = Object.entries(ACTS)
  const found: string[] = []
  for (const [name, act] of acts) found.push(`${name}: ${await play(HISTORIES[history], act)}`)
  expect(found).toEqual(acts.map(([name], nth) => `${name}: ${does[nth]}`))
})

/** Plays one act, looks at what everybody gets by the end of all its days, and returns what it did. */
async function play({ details, happens }: History, act: Act): Promise<string> {
  const bought = await buyVoucherOnline(world, { ...details })
  await happens(bought)
  const { voucher: before } = await desk.look(bought.id)
  const other = `n${randomUUID()}@example.com`
  const had = mailsTo(bought.recipient).length
  await world.rows('delete from throttle')
  const { status, code } = await act(bought, other)
  const { voucher } = await desk.look(bought.id)
  await world.rows('update outbox set claimed_until = null where about = $1 and sent_at is null', [bought.id])
  world.clock.set(new Date(`${inDays(31)}T10:00:00Z`))
  await send()
  world.clock.set(new Date())

  const to = voucher.recipientEmail!
  const arrived = to === other ? mailsTo(other) : mailsTo(to).slice(0, mailsTo(to).length - had)
  const isNew = voucher.voucherCode !== before.voucherCode
  if (status === 200) {
    expect(arrived.map(({ text }) => text)).toEqual([expect.stringContaining(voucher.voucherCode)])
    const isFound = await desk.ask(findVoucher, undefined, { code: before.voucherCode })
    expect(isFound.status).toBe(isNew ? 404 : 200)
    if (isNew) expect(arrived[0]!.text).not.toContain(before.voucherCode)
    return isNew ? 'new' : 'same'
  }
  expect(voucher).toEqual(before)
  expect(mailsTo(other)).toEqual([])
  return code!
}

it('of two changes at the same moment, the one that is saved last is shown', async () => {
  const { id } = await buyVoucherOnline(world, DAY)
  const giveOn = (sendOn: string) =>
    sendAgain(world.services, { voucherId: id, actor: desk.adminId }, { sendOn })
  const { clock } = world
  const now = clock.now()
  clock.set(new Date(now.getTime() + 16))
  await giveOn(inDays(6))
  // Another server's clock is behind.
  clock.set(now)
  await giveOn(inDays(7))
  expect((await desk.look(id)).voucher).toMatchObject({
    sendOn: inDays(7),
    giftEmail: { state: 'waiting', at: expect.stringContaining(inDays(7)) },
  })
})

it('a voucher that goes to its buyer stays theirs when its email is sent again, also to a corrected address', async () => {
  const { id, buyer } = await buyVoucherOnline(world, { deliverTo: 'buyer', recipientEmail: undefined })
  const corrected = `n${randomUUID()}@example.com`
  await sendWith({ status: 422, code: 406, times: 1 })
  for (const recipientEmail of [buyer, corrected]) {
    const [email] = await world.rows<{ id: string }>(
      `select id from outbox where about = $1 and template = 'voucher-gift' and coalesce(failed_at, bounced_at) is not null
         and withdrawn_at is null`,
      [id],
    )
    expect(await desk.ask(resendEmail, email!.id, { recipientEmail })).toMatchObject({ status: 200 })
    expect((await desk.look(id)).voucher).toMatchObject({ deliverTo: 'buyer', buyerEmail: recipientEmail })
    for (const { id: mail } of mailsTo(buyer)) await report(world.mail.control.bounce(mail, 'Blocked'))
  }
  await send()
  expect(mailsTo(corrected).map(({ subject }) => subject)).toContain(
    'A gift voucher for Recipient Name, from Buyer Name',
  )
})

// ASVS 2.2.3
it('a voucher that goes to its buyer cannot wait for a day, also if the buyer’s own address is typed', async () => {
  const { id, buyer } = await buyVoucherOnline(world, { deliverTo: 'buyer', recipientEmail: undefined })
  for (const typed of [{}, { recipientEmail: buyer }])
    expect(await desk.ask(resendVoucher, id, { ...typed, sendOn: inDays(5) })).toMatchObject({
      status: 400,
      fields: { sendOn: expect.stringContaining('please enter the recipient’s address') as string },
    })
})

it('no copy of a voucher that cannot be used waits for a corrected address', async () => {
  const { id } = await desk.generate({ buyerName: 'Giver', buyerEmail: 'giver@example.com', paidBy: 'cash' })
  await send()
  await redeem({ id }, 5000)
  const email = `n${randomUUID()}@example.com`
  expect(await desk.ask(changeAddress, undefined, { kind: 'voucher', id, email })).toMatchObject({
    status: 200,
  })
  const waiting = await world.rows(
    `select template from outbox where about = $1 and template = 'voucher-copy' and sent_at is null and withdrawn_at is null`,
    [id],
  )
  expect(waiting).toEqual([])
})
