import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Role } from '#contract/base/endpoint.ts'
import { londonDay } from '#contract/base/send-date.ts'
import { generateVoucherEndpoint } from '#contract/vouchers/generate-voucher.ts'
import { recordCancellation } from '#server/cancelling/record-cancellation.ts'
import { sendEmails } from '#server/email/send-emails.ts'
import { changeFulfilment } from '#server/orders/change-fulfilment.ts'
import { generateVoucher } from '#server/vouchers/desk/generate-voucher.ts'
import { redeemVoucher } from '#server/vouchers/ledger/change-balance.ts'
import { signInNewAdmin } from '#tests/harness/admin-session.ts'
import { callFunction } from '#tests/harness/call-function.ts'
import { GIVEN, openDesk, type Desk } from '#tests/harness/desk.ts'
import { everyEndpoint } from '#tests/harness/every-endpoint.ts'
import { functions } from '#tests/harness/every-function.ts'
import { orderOf } from '#tests/harness/order-buyer.ts'
import { voucherShop } from '#tests/harness/voucher-shop.ts'
import { useWorld } from '#tests/harness/world.ts'

const world = useWorld()
const { buyVoucher } = voucherShop(world)

let owner: Desk
let staff: Desk
beforeEach(() => world.clock.set(new Date()))
beforeAll(async () => {
  owner = await openDesk(world)
  staff = await openDesk(world, 'staff')
})

type Name = keyof typeof functions

/** What the owner of the project decided that staff may do. All else is an owner's. */
const FOR_STAFF = new Set<Name>([
  'adminVoucher',
  'adminVouchers',
  'findVoucher',
  'redeemVoucher',
  'undoVoucherEntry',
  'adminOrder',
  'adminOrders',
  'changeFulfilment',
  'changeFulfilments',
  'packingSlips',
  'adminProduct',
  'adminProducts',
  'restockProduct',
  'adminEnquiries',
  'adminEnquiry',
  'answerEnquiry',
  'changeEnquiryNote',
  'confirmAppointment',
  'enquiryCounts',
  'reopenEnquiry',
  'search',
  'listCounts',
  'recordEmails',
  'closing',
  'attention',
  'session',
  'logout',
  'adminSessions',
  'endSession',
  'endOtherSessions',
  'changePassword',
  'stepUp',
  'passkeyOptions',
  'addPasskey',
  'passkeys',
  'renamePasskey',
  'removePasskey',
  'newRecoveryCodes',
])

const GOODS = { what: 'back', on: londonDay(new Date()) }

/** Where it depends on what is asked. */
const BY_BODY: [Name, Role, object][] = [
  ['generateVoucher', 'owner', GIVEN],
  ['generateVoucher', 'owner', { ...GIVEN, paidBy: 'complimentary' }],
  ['generateVoucher', 'staff', { ...GIVEN, paidBy: 'cash' }],
  ['generateVoucher', 'staff', { ...GIVEN, paidBy: 'card' }],
  ['resendVoucher', 'staff', {}],
  ['resendVoucher', 'owner', { recipientEmail: 'else@example.com' }],
  ['resendVoucher', 'owner', { sendOn: '2030-01-01' }],
  ['resendVoucher', 'owner', { sendOn: null }],
  ['resendMail', 'staff', {}],
  ['resendMail', 'owner', { recipientEmail: 'else@example.com' }],
  ['recordGoods', 'staff', GOODS],
  ['recordGoods', 'owner', { ...GOODS, what: 'posted' }],
  ['recordGoods', 'owner', { ...GOODS, deduct: '1.00', reason: 'A stain' }],
]

const byBody = new Set(BY_BODY.map(([name]) => name))

const call = (name: Name, { headers }: Desk, body: unknown, params: Record<string, string> = {}) => {
  const { method, path } = everyEndpoint.find(([listed]) => listed === name)![1]
  const ids = Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, word]) => [word!, randomUUID()]))
  return callFunction(functions[name], {
    path,
    method,
    headers,
    body,
    params: { ...ids, file: 'orders.csv', version: '1', ...params },
  })
}

interface Answer {
  status: number
  code?: string
  message?: string
  fields?: Record<string, string>
  name: string
  entry: { id: string }
}

async function ask(...given: Parameters<typeof call>): Promise<Answer> {
  const response = await call(...given)
  return { status: response.status, ...((await response.json()) as object) } as Answer
}

const portal = everyEndpoint.filter(([, { access }]) => access === 'admin')

// ASVS 8.1.1, 8.2.1, 8.3.1
describe('each endpoint of the portal', () => {
  it.each(portal.map(([name, endpoint]) => [name, endpoint] as const).filter(([name]) => !byBody.has(name)))(
    '%s names who may call it, and refuses the others',
    async (name, endpoint) => {
      const role = FOR_STAFF.has(name) ? 'staff' : 'owner'
      expect(endpoint).toMatchObject({ role })
      const caller = name === 'logout' ? await openDesk(world, 'staff') : staff
      const answer = await (await call(name, caller, {})).text()
      if (role === 'owner') expect(JSON.parse(answer)).toMatchObject({ code: 'forbidden' })
      else expect(answer).not.toContain('forbidden')
    },
  )

  it.each(BY_BODY)('%s is for %s with %j', async (name, role, body) => {
    const { code, status } = await ask(name, staff, body)
    expect([name, status, code === 'forbidden']).toEqual([name, status, role === 'owner'])
    if (role === 'owner') expect(status).toBe(403)
  })

  it('says who can help', async () => {
    const { name } = await ask('session', owner, undefined)
    const { message } = await ask('adminStats', staff, undefined)
    expect(message).toMatch(/^Only an owner can do this\. Please ask .+\.$/)
    expect(message).toContain(name)
    expect(await ask('session', staff, undefined)).toMatchObject({ role: 'staff', owners: [name] })
  })
})

const plain = (text: string) => text.replaceAll(/[^0-9A-Z]/gi, '').toUpperCase()
const codeOf = async (id: string) =>
  (await world.rows<{ code: string }>('select code from gift_voucher where id = $1', [id]))[0]!.code

/** A sale over the counter, so many minutes ago. */
async function sellAgo(minutes: number, { adminId }: Desk, pence: number) {
  world.clock.set(new Date(Date.now() - minutes * 60_000))
  const wanted = v.parse(generateVoucherEndpoint.body, {
    ...GIVEN,
    paidBy: 'cash',
    originalAmount: pence / 100,
  })
  return (
    await generateVoucher(world.services, { id: adminId, role: 'staff', provedAt: world.clock.now() }, wanted)
  ).voucher
}

const DAY = 24 * 60

// ASVS 8.2.2, 8.2.3
describe('the code of a voucher', () => {
  it('is not in any answer to staff but for that to their own sale, which shows it for 15 minutes', async () => {
    const { id } = await buyVoucher()
    const foreign = await owner.generate({ paidBy: 'cash' })
    const own = await staff.generate({ paidBy: 'card' })
    expect(own.voucherCode).not.toContain('…')
    expect((await staff.look(own.id)).voucher.voucherCode).toBe(own.voucherCode)
    for (const hidden of [id, foreign.id]) {
      const code = await codeOf(hidden)
      const texts = [
        await call('adminVoucher', staff, undefined, { id: hidden }),
        await call('findVoucher', staff, { code }),
        await call('redeemVoucher', staff, { amount: '5' }, { id: hidden }),
        await call('resendVoucher', staff, {}, { id: hidden }),
        await call('adminVouchers', staff, undefined),
        await call('recordEmails', staff, undefined, { id: hidden }),
        await call('attention', staff, undefined),
        await call('closing', staff, undefined),
      ]
      for (const response of texts) expect(plain(await response.text())).not.toContain(plain(code))
    }
    const { entries } = await staff.look(foreign.id)
    const undone = await call('undoVoucherEntry', staff, { entryId: entries[0]!.id }, { id: foreign.id })
    expect(undone.status).toBe(200)
    expect(plain(await undone.text())).not.toContain(plain(foreign.voucherCode))
    expect((await staff.look(foreign.id)).voucher.voucherCode).toBe(`…${foreign.codeEnd}`)
    const sold = await sellAgo(16, staff, 1000)
    expect((await staff.look(sold.id)).voucher.voucherCode).toBe(`…${sold.codeEnd}`)
  })
})

describe('what staff could learn', () => {
  const found = async ({ headers }: Desk, search: string) => {
    const path = `/api/admin/search?search=${search}`
    const response = await callFunction(functions.search, { path, method: 'GET', headers })
    return ((await response.json()) as { vouchers: unknown[] }).vouchers.length
  }

  it('of a code by searching ends with its last four characters', async () => {
    const { voucherCode, codeEnd } = await owner.generate({ paidBy: 'cash' })
    const code = plain(voucherCode)
    expect([await found(owner, code.slice(0, 7)), await found(staff, code.slice(0, 7))]).toEqual([1, 0])
    expect(await found(staff, code.slice(0, 4))).toBe(0)
    expect(await found(staff, codeEnd)).toBeGreaterThan(0)
  })

  it('of codes by trying is limited', async () => {
    const guesser = await openDesk(world, 'staff')
    const tries = []
    for (let nth = 0; nth <= 120; nth += 1)
      tries.push((await ask('findVoucher', guesser, { code: 'XMAS2026' })).status)
    expect(tries.filter((status) => status === 404)).toHaveLength(120)
    expect(tries.at(-1)).toBe(429)
  })

  it('of what an owner has reissued or noted is nothing', async () => {
    const sold = await staff.generate({ paidBy: 'cash', deliverTo: 'print' })
    await ask(
      'adjustVoucher',
      owner,
      { amount: '-1', description: 'A mistake', adminNotes: 'In private' },
      { id: sold.id },
    )
    expect(JSON.stringify(await owner.look(sold.id))).toContain('In private')
    expect(JSON.stringify(await staff.look(sold.id))).not.toContain('In private')
    expect((await ask('reissueVoucher', owner, {}, { id: sold.id })).status).toBe(200)
    expect((await staff.look(sold.id)).voucher.voucherCode).toContain('…')
  })

  it('of emails about sign-ins is nothing', async () => {
    const [{ id }] = (await world.rows<{ id: string }>(
      `insert into outbox (id, key, template, recipient, data, created_at, due_at, failed_at)
       values (gen_random_uuid(), 'invitation:' || gen_random_uuid() || ':' || $1::uuid, 'invitation', 'somebody@example.com',
         '{"reset":"r","name":"N","by":"B","role":"staff"}', now(), now(), now()) returning id`,
      [staff.adminId],
    )) as [{ id: string }]
    expect(await ask('resendMail', staff, {}, { id })).toMatchObject({ code: 'forbidden' })
    expect(await (await call('attention', staff, undefined)).text()).not.toContain('somebody@example.com')
    expect(await (await call('attention', owner, undefined)).text()).toContain('somebody@example.com')
    await world.rows('delete from outbox where id = $1', [id])
  })
})

describe('staff at the desk', () => {
  const sell = (seller: Desk, pounds: number) =>
    ask('generateVoucher', seller, { ...GIVEN, paidBy: 'cash', originalAmount: pounds })

  // ASVS 2.1.3, 2.3.2
  it('sell up to £200 a voucher, also when it is repeated, and owners more', async () => {
    const seller = await openDesk(world, 'staff')
    const refused = await sell(seller, 200.01)
    expect(refused).toMatchObject({ status: 409, code: 'daily_limit' })
    expect(refused.fields).toMatchObject({
      originalAmount: expect.stringContaining('up to £200') as string,
    })
    expect((await sell(seller, 200)).status).toBe(200)
    expect((await sell(owner, 500)).status).toBe(200)
  })

  // ASVS 2.1.3, 2.3.2
  it('sell up to £500 a day in London each, also with all sales at the same moment', async () => {
    const seller = await openDesk(world, 'staff')
    const sales = await Promise.all([200, 200, 200, 200].map((pounds) => sell(seller, pounds)))
    expect(sales.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 409, 409])
    expect((await sell(seller, 101)).message).toMatch(/another £100 today\. Please ask /)
    expect((await sell(seller, 100)).status).toBe(200)
    expect((await sell(seller, 10)).message).toMatch(/^You have sold vouchers for £500 today/)
    expect((await sell(await openDesk(world, 'staff'), 200)).status).toBe(200)
    const next = await openDesk(world, 'staff')
    for (const pence of [20_000, 20_000, 10_000]) await sellAgo(DAY, next, pence)
    expect((await sell(next, 200)).status).toBe(200)
  })

  it('are named to the clinic, and to no customer', async () => {
    const seller = await openDesk(world, 'staff')
    const recipientEmail = `${randomUUID()}@example.com`
    const buyerEmail = `${randomUUID()}@example.com`
    const { id } = await seller.generate({ paidBy: 'cash', recipientEmail, buyerEmail })
    await ask('redeemVoucher', seller, { amount: '5' }, { id })
    await world.rows(`update outbox set due_at = created_at where sent_at is null`)
    await sendEmails(world.services)
    const mails = world.mail.list().filter(({ to }) => to === recipientEmail || to === buyerEmail)
    expect(mails.length).toBeGreaterThanOrEqual(3)
    for (const mail of mails) expect(JSON.stringify(mail)).not.toContain(seller.email)
    expect((await owner.look(id)).entries.map(({ by }) => by)).toEqual([seller.email, seller.email])
  })

  it('undo what they redeemed themselves today, and nothing else', async () => {
    const { id } = await owner.generate({ paidBy: 'cash' })
    const redeem = async (desk: Desk) =>
      ((await ask('redeemVoucher', desk, { amount: '5' }, { id })) as unknown as { entry: { id: string } })
        .entry.id
    const undo = (entryId: string) => ask('undoVoucherEntry', staff, { entryId }, { id })
    const [own, foreign] = [await redeem(staff), await redeem(owner)]
    world.clock.set(new Date(Date.now() - DAY * 60_000))
    const change = { voucherId: id, actor: staff.adminId }
    const before = await redeemVoucher(world.services, change, { amount: 500, description: undefined })
    const old = before.entry.id
    const adjusted = await ask('adjustVoucher', owner, { amount: '-1', description: 'A mistake' }, { id })
    const { entry } = adjusted
    for (const entryId of [old, foreign, entry.id])
      expect(await undo(entryId)).toMatchObject({ status: 403, code: 'forbidden' })
    const shown = (await staff.look(id)).entries.filter(({ canUndo }) => canUndo)
    expect(shown.map((each) => each.id)).toEqual([own])
    expect((await undo(own)).status).toBe(200)
  })

  it('see their own takings of the day, and no other day', async () => {
    const [seller, other] = [await openDesk(world, 'staff'), await openDesk(world, 'staff')]
    await sell(seller, 75)
    await sell(other, 20)
    const closing = await ask('closing', seller, undefined)
    expect(closing).toMatchObject({
      total: { cash: '75.00' },
      people: [{ isOwn: true }],
      entries: [{ amount: '75.00' }],
    })
    const yesterday = londonDay(new Date(Date.now() - 86_400_000))
    const before = await callFunction(functions.closing, {
      path: `/api/admin/closing?day=${yesterday}`,
      method: 'GET',
      headers: seller.headers,
    })
    expect(before.status).toBe(403)
  })

  it('record that the goods of a cancelled order never left, but not that they came back', async () => {
    const cancelled = async (...steps: ('ready' | 'collected')[]) => {
      const { id } = await orderOf(world)
      for (const fulfilment of steps)
        await changeFulfilment(world.services, { fulfilment, orderId: id, actor: owner.adminId })
      const sentOn = londonDay(new Date())
      return (await recordCancellation(world.services, { recordId: id, sentOn, actor: owner.adminId })).id
    }
    const [here, away] = [await cancelled('ready'), await cancelled('ready', 'collected')]
    expect(await ask('recordGoods', staff, GOODS, { id: away })).toMatchObject({ code: 'forbidden' })
    const [{ order }] = (await world.rows<{ order: string }>(
      'select order_id as "order" from cancellation where id = $1',
      [away],
    )) as [{ order: string }]
    await ask('changeFulfilment', staff, { fulfilment: 'ready', from: 'collected' }, { id: order })
    expect(await ask('recordGoods', staff, GOODS, { id: away })).toMatchObject({ code: 'forbidden' })
    await ask('changeFulfilment', staff, { fulfilment: 'collected', from: 'ready' }, { id: order })
    expect((await ask('recordGoods', staff, GOODS, { id: here })).status).toBe(200)
    expect((await ask('recordGoods', owner, GOODS, { id: away })).status).toBe(200)
  })

  it('find vouchers and orders, and no people', async () => {
    const { id, email } = await buyVoucher()
    const search = async ({ headers }: Desk) => {
      const path = `/api/admin/search?search=${email}`
      const response = await callFunction(functions.search, { path, method: 'GET', headers })
      return (await response.json()) as object
    }
    expect(await search(owner)).toMatchObject({ vouchers: [{ id }], customers: [{ email }] })
    expect(await search(staff)).toMatchObject({ vouchers: [{ id }], customers: [] })
  })
})

it('a role that changes counts with the next request', async () => {
  const person = await signInNewAdmin(world)
  const desk = { ...owner, headers: person.headers }
  expect((await ask('adminStats', desk, undefined)).status).toBe(200)
  await ask('changePerson', owner, { name: 'Somebody', role: 'staff' }, { id: person.adminId })
  expect((await ask('adminStats', desk, undefined)).status).toBe(403)
})
