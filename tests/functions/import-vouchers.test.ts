import { randomUUID } from 'node:crypto'
import { parse } from 'valibot'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { clinic } from '#clinic/current-clinic.ts'
import { formatPounds } from '#contract/base/money.ts'
import { addDays, lastValidDay, londonDay } from '#contract/base/send-date.ts'
import type { AdminVoucher } from '#contract/vouchers/admin-vouchers.ts'
import { ImportRowSchema } from '#contract/vouchers/voucher-import.ts'
import { sendEmails } from '#server/email/send-emails.ts'
import { runHourlyJob } from '#server/jobs/hourly-job.ts'
import { enqueueSalesSummary } from '#server/notices/enqueue-sales-summary.ts'
import { importVouchers } from '#server/vouchers/import/import-vouchers.ts'
import { takeBackImport } from '#server/vouchers/import/take-back-import.ts'
import { addAdmin } from '#tests/harness/admin-session.ts'
import { callFunction } from '#tests/harness/call-function.ts'
import { GIVEN, openDesk, type Desk } from '#tests/harness/desk.ts'
import { allRows } from '#tests/harness/every-endpoint.ts'
import { functions } from '#tests/harness/every-function.ts'
import { useWorld } from '#tests/harness/world.ts'

const {
  activity,
  adjustVoucher,
  adminStats,
  adminVouchers,
  closing,
  exportCsv,
  extendVoucher,
  findCustomer,
  findVoucher,
  generateVoucher,
  importVouchers: importVouchersFunction,
  redeemVoucher,
  refundVoucher,
  reissueVoucher,
  resendVoucher,
  search,
  takeBackImport: takeBackFunction,
} = functions

const world = useWorld()
let desk: Desk
beforeAll(async () => void (desk = await openDesk(world)))
beforeEach(() => world.clock.set(new Date()))

type Row = Record<string, string>
interface Answer {
  status: number
  code?: string
  message?: string
  fields?: Record<string, string>
  count?: number
  sum?: string
  faults?: { row: number; field: string; message: string }[]
}

let nth = 100
/** A code that no other test has. */
const newCode = () => `P${(nth += 1)}`
const rowOf = (more: Row = {}): Row => ({ code: newCode(), balance: '25.00', ...more })

async function send(body: object): Promise<Answer> {
  const call = { path: '/api/admin/vouchers/import', method: 'POST', headers: desk.headers, body }
  const response = await callFunction(importVouchersFunction, call)
  return { status: response.status, ...((await response.json()) as object) }
}
const bringIn = (rows: Row[], more: object = {}) => send({ importId: randomUUID(), rows, ...more })

async function takeBack(importId: string): Promise<Answer> {
  const path = `/api/admin/vouchers/imports/${importId}`
  const call = { path, method: 'DELETE', headers: desk.headers, params: { importId } }
  const response = await callFunction(takeBackFunction, call)
  return { status: response.status, ...((await response.json()) as object) }
}

const find = async (code: string) => (await desk.ask(findVoucher, undefined, { code })).voucher
const list = async (query: string): Promise<AdminVoucher[]> => {
  const path = `/api/admin/vouchers?${query}`
  return (await callFunction(adminVouchers, { path, method: 'GET', headers: desk.headers })).json() as never
}
const stats = async () =>
  (
    await callFunction(adminStats, { path: '/api/admin/stats', method: 'GET', headers: desk.headers })
  ).json() as Promise<{
    totalRevenue: string
    voucherValue: string
    ranges: { year: { revenue: string; vouchersSold: number } }
    recentActivity: { type: string; description: string }[]
  }>
const today = () => londonDay(new Date())

describe('an imported voucher', () => {
  it('has what the file says of it', async () => {
    const expiryDate = addDays(today(), 90)
    const row = rowOf({
      balance: '£12.50',
      originalAmount: '40',
      issuedOn: '03/02/2025',
      expiryDate,
      recipientName: 'Holder Name',
      recipientEmail: 'Holder.Name@Example.com',
      buyerName: 'Giver Name',
      note: 'Paid by cheque',
    })
    expect(await bringIn([row])).toEqual({ status: 200, count: 1, sum: '12.50', faults: [] })
    const { id } = await find(row['code']!)
    const { voucher, entries } = await desk.look(id)
    expect(voucher).toMatchObject({
      voucherCode: row['code'],
      paidBy: 'imported',
      deliverTo: 'print',
      status: 'active',
      originalAmount: '40.00',
      currentBalance: '12.50',
      refundableAmount: '0.00',
      expiryDate,
      recipientName: 'Holder Name',
      recipientEmail: 'holder.name@example.com',
      buyerName: 'Giver Name',
      timestamp: '2025-02-03T00:00:00.000Z',
      isDelivered: false,
    })
    expect(entries).toMatchObject([
      {
        kind: 'import',
        amount: '12.50',
        balanceAfter: '12.50',
        adminNotes: 'Paid by cheque',
        by: desk.email,
        canUndo: false,
      },
    ])
  })

  it('without a last day is valid as long as one sold today', async () => {
    const row = rowOf()
    await bringIn([row])
    expect(await find(row['code']!)).toMatchObject({
      expiryDate: lastValidDay(today(), clinic.vouchers.validMonths),
      originalAmount: '25.00',
      recipientName: '',
    })
  })

  it('sends nothing to its holder', async () => {
    const row = rowOf({ recipientEmail: 'quiet@example.com' })
    await bringIn([row])
    await sendEmails(world.services)
    expect(world.mail.list().filter(({ to }) => to.includes('quiet@example.com'))).toEqual([])
  })

  it('is liability and never revenue', async () => {
    const before = await stats()
    await bringIn([rowOf({ balance: '100.00' }), rowOf({ balance: '0.01', originalAmount: '50' })])
    const after = await stats()
    expect(Number(after.voucherValue)).toBeCloseTo(Number(before.voucherValue) + 100.01)
    expect([after.totalRevenue, after.ranges]).toEqual([before.totalRevenue, before.ranges])
  })

  it('is no sale at the desk', async () => {
    await desk.generate({ paidBy: 'cash' })
    const show = async () =>
      (
        await callFunction(closing, { path: '/api/admin/closing', method: 'GET', headers: desk.headers })
      ).json() as Promise<{ people: object[] }>
    const before = await show()
    await bringIn([rowOf()])
    expect(before.people).toHaveLength(1)
    expect(await show()).toEqual(before)
  })

  it('is used at the desk, but pays nothing back', async () => {
    const row = rowOf({ balance: '30' })
    await bringIn([row])
    const { id } = await find(row['code']!.toLowerCase().replace('p', 'p-'))
    expect(await desk.ask(redeemVoucher, id, { amount: 10 })).toMatchObject({
      status: 200,
      entry: { balanceAfter: '20.00' },
    })
    expect(await desk.ask(adjustVoucher, id, { amount: 5, description: 'Goodwill' })).toMatchObject({
      status: 200,
    })
    const ended = await desk.ask(refundVoucher, id, { expectedAmount: '0.00' })
    expect(ended).toMatchObject({
      status: 200,
      refundedAmount: '0.00',
      cancelledAmount: '25.00',
      state: 'voided',
      voucher: { status: 'void' },
    })
    expect(ended.entries[0]).toMatchObject({
      kind: 'adjust',
      amount: '-25.00',
      description: 'Cancelled; it was sold elsewhere, so nothing was paid back',
    })
  })

  it.each([
    ['AB42', '…2'],
    ['AB42-42', '…2'],
    ['KARTE-0042', '…42'],
    ['KARTE-0042-0042', '…042'],
    // Has the check character of a generated code.
    ['0000-0000-0000-0000-0', '…0000'],
  ])('with the code %s is %s in lists, searches and exports', async (code, end) => {
    const recipientName = `Holder ${(nth += 1)}`
    const row = rowOf({ code, recipientName })
    expect((await bringIn([row])).status).toBe(200)
    const asked = { method: 'GET', headers: desk.headers }
    const query = `search=${encodeURIComponent(recipientName)}`
    expect(await list(query)).toMatchObject([{ voucherCode: end, codeEnd: end.slice(1) }])
    const found = (await (
      await callFunction(search, { path: `/api/admin/search?${query}`, ...asked })
    ).json()) as {
      vouchers: AdminVoucher[]
    }
    expect(found.vouchers).toMatchObject([{ codeEnd: end.slice(1) }])
    const file = { path: '/api/admin/export/vouchers.csv', params: { file: 'vouchers.csv' }, ...asked }
    const line = (await (await callFunction(exportCsv, file)).text())
      .split('\n')
      .find((one) => one.includes(recipientName))
    expect(line).toContain(end)
    expect(line).toContain('imported')
    for (const text of [JSON.stringify(found), line])
      expect(text).not.toContain(code.replaceAll('-', '').slice(-5))
    expect((await find(code)).recipientName).toBe(recipientName)
  })

  it('of sixteen characters that look generated is one that was brought along', async () => {
    const row = rowOf({ code: '0000000000000000', recipientName: 'Sixteen Noughts' })
    expect((await bringIn([row])).status).toBe(200)
    expect(await list('search=Sixteen%20Noughts')).toMatchObject([{ voucherCode: '…0000' }])
  })

  it('can be emailed by the owner, and replaced by one with a generated code', async () => {
    const row = rowOf({ recipientEmail: 'holder.later@example.com', recipientName: 'Later Holder' })
    await bringIn([row])
    const { id } = await find(row['code']!)
    expect((await desk.ask(resendVoucher, id, {})).voucher).toMatchObject({ deliverTo: 'recipient' })
    await sendEmails(world.services)
    const { voucher } = await desk.ask(reissueVoucher, id, {})
    expect(voucher.voucherCode).toMatch(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){3}$/)
    expect(await list('search=Later%20Holder')).toMatchObject([{ voucherCode: voucher.voucherCode }])
    await sendEmails(world.services)
    expect(world.mail.list().filter(({ to }) => to.includes('holder.later@example.com'))).toHaveLength(2)
    expect(await bringIn([rowOf({ code: row['code']! })])).toMatchObject({
      status: 400,
      fields: {
        'rows.0.code': 'This code was replaced by a new one in the past, so it cannot be used again',
      },
    })
  })

  it('is exported to its holder', async () => {
    const email = `${randomUUID()}@example.com`
    await bringIn([rowOf({ recipientEmail: email, recipientName: 'Holder Name' })])
    const person = (await desk.ask(findCustomer, undefined, { email })) as unknown as {
      customer: { name: string; spent: string }
      vouchers: { paidBy: string; deliverTo: string; codeEnd: string }[]
    }
    expect(person).toMatchObject({
      customer: { name: 'Holder Name', spent: '0.00' },
      vouchers: [{ paidBy: 'imported', deliverTo: 'print', codeEnd: expect.stringMatching(/^\d$/) }],
    })
  })
})

describe('an import', () => {
  it('changes nothing when it is tried out, and names every fault in its words', async () => {
    const taken = await desk.generate({ customVoucherCode: newCode() + 'TAKEN' })
    const rows = [
      rowOf({ code: taken.voucherCode.toLowerCase() }),
      rowOf(),
      rowOf({ code: 'SAME-1' }),
      rowOf({ code: 'same l' }),
      rowOf({ expiryDate: addDays(today(), -1) }),
    ]
    const before = await allRows(world)
    const tried = await bringIn(rows, { dryRun: true })
    expect(await allRows(world)).toEqual(before)
    expect(tried).toMatchObject({ status: 200, count: 5, sum: '125.00' })
    expect(tried.faults?.map(({ row, field, message }) => [row, field, message])).toEqual([
      [0, 'code', 'There is already a voucher with this code'],
      [2, 'code', expect.stringContaining('Another row has the same code')],
      [3, 'code', expect.stringContaining('Another row has the same code')],
      [4, 'expiryDate', 'The last valid day has passed. Please enter a later day'],
    ])
  })

  // ASVS 2.3.3
  it('is refused whole for one fault', async () => {
    const good = rowOf()
    for (const faulty of [
      rowOf({ balance: '-1' }),
      rowOf({ code: '' }),
      rowOf({ expiryDate: '01/01/2020' }),
    ]) {
      expect(await bringIn([good, faulty])).toMatchObject({ status: 400, code: 'invalid_request' })
    }
    expect(Object.keys((await bringIn([good, rowOf({ balance: '' })])).fields ?? {})).toEqual([
      'rows.1.balance',
    ])
    const once = rowOf()
    await bringIn([once])
    expect(await bringIn([good, once])).toMatchObject({
      status: 400,
      fields: { 'rows.1.code': 'There is already a voucher with this code' },
    })
    expect(await find(good['code']!)).toBeUndefined()
  })

  it('may be sent again, and is not in parts', async () => {
    const wanted = { importId: randomUUID(), rows: [rowOf(), rowOf()] }
    for (let times = 0; times < 2; times += 1)
      expect(await send(wanted)).toMatchObject({ status: 200, count: 2, sum: '50.00' })
    const [row] = await world.rows(
      'select count(*)::int as count, sum(balance_pence)::int as pence from gift_voucher where import_id = $1',
      [wanted.importId],
    )
    expect(row).toEqual({ count: 2, pence: 5000 })
    expect(await send({ ...wanted, rows: [rowOf()] })).toMatchObject({ code: 'request_reused' })
    for (const part of [{ from: 0 }, { isLast: true }])
      expect(await bringIn([rowOf()], part)).toMatchObject({
        status: 400,
        message: 'Please reload the page',
      })
  })

  it('comes once if two browsers send it at the same moment', async () => {
    const wanted = { importId: randomUUID(), rows: [rowOf(), rowOf()] }
    const [one, other] = await Promise.all([send(wanted), send(wanted)])
    expect([one, other]).toMatchObject([
      { status: 200, count: 2 },
      { status: 200, count: 2 },
    ])
    const another = await Promise.all([
      bringIn([rowOf({ code: 'RACE-1' })]),
      bringIn([rowOf({ code: 'race 1' })]),
    ])
    expect(new Set(another.map(({ status }) => status))).toEqual(new Set([200, 400]))
  })

  it('of the same file again changes nothing', async () => {
    const rows = [rowOf(), rowOf({ recipientName: 'Holder Name' })]
    await bringIn(rows)
    const count = () =>
      world.rows(
        'select count(*), sum(balance_pence), (select count(*) from voucher_import) as imports from gift_voucher',
      )
    const before = await count()
    expect((await bringIn(rows)).fields).toEqual({
      'rows.0.code': 'There is already a voucher with this code',
      'rows.1.code': 'There is already a voucher with this code',
    })
    expect(await count()).toEqual(before)
  })

  it('has at most 5,000 vouchers, in 4 MB', async () => {
    const rows = Array.from({ length: 5000 }, () => rowOf({ note: 'n'.repeat(500) }))
    expect(await bringIn(rows)).toMatchObject({ status: 200, count: 5000, sum: '125000.00' })
    expect(await bringIn([...rows, rowOf()], { dryRun: true })).toMatchObject({
      status: 400,
      fields: { rows: 'You can import at most 5,000 vouchers at a time. Please split the file' },
    })
    expect(await bringIn([rowOf({ note: 'n'.repeat(4_200_000) })])).toMatchObject({ status: 413 })
  })

  it('is told to every admin and has one line in the activity', async () => {
    const admin = await openDesk(world)
    const importId = randomUUID()
    const told = async () => {
      await sendEmails(world.services)
      return world.mail
        .list()
        .filter(({ to, subject }) => to.includes(admin.email) && subject.includes('imported'))
    }
    await send({ importId, rows: [rowOf({ balance: '900' }), rowOf({ balance: '334.50' })] })
    const [email, ...more] = await told()
    expect([email?.subject, more]).toEqual(['2 vouchers imported, worth £1,234.50', []])
    expect(email?.text).toContain(desk.email)
    const path = '/api/admin/activity?of=shop'
    const lines = (await (
      await callFunction(activity, { path, method: 'GET', headers: desk.headers })
    ).json()) as {
      description: string
      type: string
      after: Record<string, unknown> | null
    }[]
    expect(lines.filter(({ after }) => after?.['import'] === importId)).toMatchObject([
      { type: 'voucher', description: '2 vouchers brought in, £1,234.50' },
    ])
    expect((await stats()).recentActivity[0]).toMatchObject({
      type: 'voucher',
      description: '2 vouchers brought in, £1,234.50',
    })
  })

  it('is in the evening email, and then who took it back', async () => {
    const at = (time: string) => world.clock.set(`2029-05-0${time}:00Z`)
    const bring = async (...balances: number[]) => {
      const importId = randomUUID()
      const rows = balances.map((balance) =>
        parse(ImportRowSchema, rowOf({ balance: formatPounds(balance) })),
      )
      await importVouchers(world.services, { importId, dryRun: false, rows }, desk.adminId)
      return importId
    }
    const evening = async (day: string) => {
      at(`${day}T19:30`)
      await enqueueSalesSummary(world.services)
      const [row] = await world.rows<{ entries: { kind: string; pence: number; by: string }[] }>(
        `select data -> 'byHand' -> 'entries' as entries from outbox where template = 'sales-summary' order by created_at desc limit 1`,
      )
      return row?.entries.map(({ kind, pence, by }) => [kind, pence, by])
    }
    at('2T08:00')
    await world.rows('update settings set summarised_until = $1', [world.clock.now()])
    await bring(1234, 2500)
    const [undone, later] = [await bring(700), await bring(800)]
    await takeBackImport(world.services, undone, desk.adminId)
    expect(await evening('2')).toEqual([
      ['imported', 3734, desk.email],
      ['imported', 800, desk.email],
    ])
    at('3T08:00')
    const other = await addAdmin(world)
    await takeBackImport(world.services, later, other.id)
    expect(await evening('3')).toEqual([['import_taken_back', 800, other.email]])
  })
})

describe('an import that is taken back', () => {
  const importOf = async (...rows: Row[]) => {
    const importId = randomUUID()
    expect((await bringIn(rows, { importId })).status).toBe(200)
    return importId
  }

  async function countExported(): Promise<number> {
    const file = { path: '/api/admin/export/vouchers.csv', params: { file: 'vouchers.csv' } }
    const response = await callFunction(exportCsv, { ...file, method: 'GET', headers: desk.headers })
    return (await response.text()).split('\r\n').length
  }

  it('leaves its entries, frees its codes and forgets its people', async () => {
    const email = `${randomUUID()}@example.com`
    const row = rowOf({
      recipientEmail: email,
      recipientName: 'Mistaken Holder',
      buyerName: 'Giver',
      note: 'A secret',
    })
    const [before, exported] = [await stats(), await countExported()]
    const importId = await importOf(row, rowOf({ balance: '10' }))
    const { id } = await find(row['code']!)
    expect(await countExported()).toBe(exported + 2)
    expect(await takeBack(importId)).toEqual({ status: 200, count: 2, sum: '35.00' })
    expect(await takeBack(importId)).toEqual({ status: 200, count: 2, sum: '35.00' })
    expect(await find(row['code']!)).toBeUndefined()
    const { voucher, entries } = await desk.look(id)
    expect(voucher).toMatchObject({ status: 'void', currentBalance: '0.00', recipientName: '' })
    expect(voucher).not.toHaveProperty('importId')
    expect(entries.map(({ kind, amount, adminNotes }) => [kind, amount, adminNotes])).toEqual([
      ['reverse', '-25.00', undefined],
      ['import', '25.00', undefined],
    ])
    expect(await list('search=Mistaken')).toEqual([])
    expect((await list('status=refunded')).map((one) => one.id)).not.toContain(id)
    expect((await list('')).map((one) => one.id)).not.toContain(id)
    expect(await countExported()).toBe(exported)
    expect((await desk.ask(findCustomer, undefined, { email })).status).toBe(404)
    const { voucherValue, totalRevenue, recentActivity } = await stats()
    expect([voucherValue, totalRevenue]).toEqual([before.voucherValue, before.totalRevenue])
    expect(recentActivity[0]?.description).toBe('Import of 2 vouchers taken back, £35.00')
    expect(await bringIn([row])).toMatchObject({ status: 200, count: 1 })
    expect(
      (await desk.ask(generateVoucher, undefined, { ...GIVEN, customVoucherCode: row['code']! + 'XXXX' }))
        .status,
    ).toBe(200)
  })

  it('cannot be brought in again by its request', async () => {
    const [importId, rows] = [randomUUID(), [rowOf()]]
    await send({ importId, rows })
    await takeBack(importId)
    await world.rows('delete from idempotent_result where target = $1', [importId])
    expect(await send({ importId, rows })).toMatchObject({ code: 'changed_meanwhile' })
  })

  it.each<[string, (id: string) => Promise<{ status: number }>]>([
    ['used', (id) => desk.ask(redeemVoucher, id, { amount: 1 })],
    ['changed', (id) => desk.ask(adjustVoucher, id, { amount: 1, description: 'Goodwill' })],
    ['cancelled', (id) => desk.ask(refundVoucher, id, {})],
    ['replaced', (id) => desk.ask(reissueVoucher, id, {})],
    ['emailed', (id) => desk.ask(resendVoucher, id, { recipientEmail: 'sent@example.com' })],
    ['extended', (id) => desk.ask(extendVoucher, id, { expiryDate: addDays(today(), 800) })],
  ])('must not hold a voucher that was %s', async (_, act) => {
    const rows = [rowOf(), rowOf()]
    const importId = await importOf(...rows)
    const { id } = await find(rows[0]!['code']!)
    expect((await act(id)).status).toBe(200)
    expect(await takeBack(importId)).toMatchObject({
      status: 409,
      code: 'not_active',
      message: expect.stringContaining('One of these vouchers has been used'),
    })
    expect(await find(rows[1]!['code']!)).toMatchObject({ status: 'active', currentBalance: '25.00' })
  })

  it('must not hold a voucher of which its holder was reminded', async () => {
    const row = rowOf({
      issuedOn: '03/02/2025',
      expiryDate: addDays(today(), 32),
      recipientEmail: 'reminded@example.com',
    })
    const importId = randomUUID()
    await bringIn([row], { importId, holderEmails: true })
    world.clock.set(`${addDays(today(), 2)}T10:00:00Z`)
    await runHourlyJob(world.services)
    expect(world.mail.list().filter(({ to }) => to.includes('reminded@example.com'))).toHaveLength(1)
    // The job has deleted the session, which had ended two days later.
    world.clock.set(new Date())
    desk = await openDesk(world)
    expect(await takeBack(importId)).toMatchObject({ status: 409, code: 'not_active' })
  })

  it('must exist', async () => expect(await takeBack(randomUUID())).toMatchObject({ status: 404 }))
})
