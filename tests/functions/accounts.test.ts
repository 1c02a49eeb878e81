import { beforeAll, describe, expect, it } from 'vitest'
import { clinic } from '#clinic/current-clinic.ts'
import {
  STRIPE_ROWS_MAX,
  type AccountFigure,
  type AccountLine,
  type Accounts,
  type AtStripe,
} from '#contract/accounts/accounts.ts'
import { monthOf, quarterOf, taxYearOf } from '#contract/accounts/period.ts'
import { addDays, lastValidDay, londonDay } from '#contract/base/send-date.ts'
import { compareAccounts } from '#server/accounts/compare-accounts.ts'
import { longDay } from '#server/dates.ts'
import { runSettlementJob } from '#server/jobs/settlement-job.ts'
import { refundOrder } from '#server/money/refund/refund-order.ts'
import { refundVoucher } from '#server/money/refund/refund-voucher.ts'
import { eraseCustomer } from '#server/privacy/erase-customer.ts'
import { expireVouchers } from '#server/vouchers/ledger/expire-vouchers.ts'
import { extendVoucher } from '#server/vouchers/ledger/extend-voucher.ts'
import { callFunction } from '#tests/harness/call-function.ts'
import { deliverEvents } from '#tests/harness/deliver-events.ts'
import { openDesk, type Desk } from '#tests/harness/desk.ts'
import { functions } from '#tests/harness/every-function.ts'
import { generateAsOwner } from '#tests/harness/generate-as-owner.ts'
import { takeLoggedErrors } from '#tests/harness/no-stray-errors.ts'
import { addProductWithStock, orderOf, purchaseOf, startPaying } from '#tests/harness/order-buyer.ts'
import { csvRows, csvTable, readZip } from '#tests/harness/read-pack.ts'
import { payStarted } from '#tests/harness/voucher-buyer.ts'
import { voucherShop } from '#tests/harness/voucher-shop.ts'
import { useWorld } from '#tests/harness/world.ts'

const { accountLines, accounts, accountsAtStripe, activity, pack } = functions

const world = useWorld()
const { buyVoucher, redeem } = voucherShop(world)
let desk: Desk
beforeAll(async () => {
  desk = await openDesk(world)
})

const today = () => londonDay(new Date())

const ask = (handler: typeof accounts, path: string, params = {}) =>
  callFunction(handler, { method: 'GET', path, params, headers: desk.headers })

const show = async (from = today(), to = from): Promise<Accounts> =>
  (await (await ask(accounts, `/api/admin/accounts?from=${from}&to=${to}`)).json()) as Accounts

async function list(figure: AccountFigure): Promise<AccountLine[]> {
  const path = `/api/admin/accounts/lines?from=${today()}&to=${today()}&figure=${figure}`
  return (await (await ask(accountLines, path)).json()) as AccountLine[]
}

const sumOf = (lines: { amount: string }[]) =>
  (lines.reduce((pence, { amount }) => pence + Math.round(Number(amount) * 100), 0) / 100).toFixed(2)

const compare = async () =>
  (await (
    await ask(accountsAtStripe, `/api/admin/accounts/stripe?from=${today()}&to=${today()}`)
  ).json()) as AtStripe | null

const download = (period: string) => ask(pack, '/api/admin/pack/:period', { period })

async function unpack(period: string) {
  const response = await download(period)
  expect(response.status, await response.clone().text()).toBe(200)
  return readZip(new Uint8Array(await response.arrayBuffer()))
}

/** Sells a voucher so long ago that yesterday was its last day; the job records that now, and the owner extends it. */
async function lapseYesterday(pence: number): Promise<void> {
  const soldOn = lastValidDay(addDays(today(), -1), -clinic.vouchers.validMonths)
  world.clock.set(`${soldOn}T12:00:00Z`)
  const { id } = await generateAsOwner(world.services, desk.adminId, {
    recipientName: 'Recipient Name',
    originalAmount: pence,
    paidBy: 'cash',
    deliverTo: 'print',
    buyerName: undefined,
    buyerEmail: undefined,
    recipientEmail: undefined,
    personalMessage: undefined,
    customVoucherCode: undefined,
  })
  world.clock.set(`${today()}T00:30:00Z`)
  await expireVouchers(world.services)
  world.clock.set(new Date())
  await extendVoucher(world.services, { voucherId: id, actor: desk.adminId }, addDays(today(), 30))
}

describe('accounts', () => {
  it('tell each figure of a day as it was done', async () => {
    const [kept, returned] = [await buyVoucher(), await buyVoucher()]
    await redeem(kept, 1500)
    await refundVoucher(world.services, returned.id, desk.adminId)
    const order = await orderOf(world, 2)
    await refundOrder(world.services, { orderId: order.id, pence: 1000, actor: desk.adminId })
    const cash = await desk.generate({ paidBy: 'cash', originalAmount: 40 })
    await desk.generate({ paidBy: 'card', originalAmount: 65 })
    await desk.generate({ paidBy: 'complimentary', originalAmount: 20 })
    await refundVoucher(world.services, cash.id, desk.adminId)
    await lapseYesterday(3000)
    const shown = await show()
    expect(shown.money.all).toMatchObject({
      received_online: '164.00',
      received_cash: '40.00',
      received_card: '65.00',
      refunded_online: '60.00',
      refunded_cash: '40.00',
      refunded_card: '0.00',
      refunded_by_hand: '0.00',
      lost: '0.00',
      received_all: '269.00',
      refunded_all: '100.00',
      left: '169.00',
    })
    expect(shown.money.goods).toMatchObject({
      received_online: '64.00',
      refunded_online: '10.00',
      left: '54.00',
    })
    expect(shown.money.vouchers.left).toBe('115.00')
    expect(shown.owed).toMatchObject({
      issued: '205.00',
      used: '15.00',
      refunded: '90.00',
      expired: '0.00',
      restored: '30.00',
      cancelled: '0.00',
    })
    expect(shown.complimentary).toMatchObject({ opening: '0.00', issued: '20.00', closing: '20.00' })
    const yesterday = addDays(today(), -1)
    expect((await show(yesterday)).owed).toMatchObject({ expired: '30.00', closing: shown.owed.opening })
  })

  it('lists what is behind each figure', async () => {
    const lines = await list('refunded_online')
    expect(lines.map(({ of, amount }) => `${of} ${amount}`)).toEqual(['voucher 50.00', 'order 10.00'])
    expect(lines[0]).toMatchObject({
      number: expect.any(Number),
      voucherId: expect.any(String),
      happenedAt: null,
    })
    expect((await list('restored')).map(({ amount }) => amount)).toEqual(['30.00'])
    const { money, owed } = await show()
    expect(sumOf(await list('closing'))).toBe(owed.closing)
    for (const figure of ['received_all', 'refunded_all', 'left'] as const)
      expect(sumOf(await list(figure))).toBe(money.all[figure])
  })

  it('stay the same once a buyer is erased', async () => {
    const before = [await show(), await list('received_online'), await list('refunded_online')]
    const [buyer] = await world.rows<{ email: string }>(
      "select buyer_email as email from gift_voucher where status = 'refunded' and buyer_email <> '' limit 1",
    )
    await eraseCustomer(world.services, buyer!.email, desk.adminId)
    expect([await show(), await list('received_online'), await list('refunded_online')]).toEqual(before)
  })

  it('say which days are complete once a full run has passed', async () => {
    expect((await show()).completeUntil).toBeNull()
    await runSettlementJob(world.services, { full: true })
    const isBeforeSeven = (await show()).completeUntil === addDays(today(), -2)
    expect((await show()).completeUntil).toBe(addDays(today(), isBeforeSeven ? -2 : -1))
  })

  it.each([
    ['no days', ''],
    ['the last day before the first', '?from=2026-10-31&to=2026-10-01'],
    ['more than a year', '?from=2025-01-01&to=2026-01-02'],
    ['a day that does not exist', '?from=2026-02-29&to=2026-03-01'],
    ['days in the future', '?from=2999-01-01&to=2999-01-31'],
    ['the year 1', '?from=0001-01-01&to=0001-01-31'],
    ['a long text', `?from=${'1'.repeat(10_000)}&to=2026-01-02`],
  ])('refuse %s with a sentence beside the field', async (_, query) => {
    for (const [handler, path] of [
      [accounts, ''],
      [accountsAtStripe, '/stripe'],
    ] as const) {
      const response = await ask(handler, `/api/admin/accounts${path}${query}`)
      expect(response.status).toBe(400)
      expect(Object.values(((await response.json()) as { fields: object }).fields)).toEqual([
        expect.stringMatching(query ? /^[A-Z].{10,}/ : /required/),
        ...(query ? [] : [expect.stringMatching(/required/)]),
      ])
    }
  })

  it('before the first sale are all nought', async () => {
    const shown = await show('2020-01-01', '2020-12-31')
    const sums = [...Object.values(shown.money).flatMap(Object.values), ...Object.values(shown.owed)]
    expect(new Set(sums)).toEqual(new Set(['0.00']))
  })
})

describe('the comparison with Stripe', () => {
  it('names what one of both does not have yet, and agrees for the rest', async () => {
    expect(await compare()).toMatchObject({ ours: '104.00', stripe: '104.00', difference: '0.00', apart: [] })
    const [due, disputed, lost] = [await buyVoucher(), await buyVoucher(), await buyVoucher()]
    await world.stripe.control.openDispute({ intent: disputed.intentId, inquiry: false, amount: 5000 })
    await deliverEvents(world, disputed.intentId)
    await world.stripe.control.fault({ match: 'POST /v1/refunds', status: 503, times: 1e6 })
    await refundVoucher(world.services, due.id, desk.adminId)
    await world.stripe.control.heal()
    await world.rows(
      "update payment set stripe_payment_intent_id = 'pi_gone' where stripe_payment_intent_id = $1",
      [lost.intentId],
    )
    const found = (await compare())!
    expect(found.apart).toMatchObject([
      { reason: 'dispute_open', sum: '-50.00', lines: [{ of: 'voucher', amount: '-50.00' }] },
      { reason: 'refund_due', sum: '50.00', lines: [{ of: 'voucher', voucherId: due.id }] },
      { reason: 'not_ours', sum: '50.00', lines: [{ of: null, id: lost.intentId }] },
    ])
    // What Stripe has never heard of.
    expect(found.difference).toBe('-50.00')
    await world.rows(
      "update payment set stripe_payment_intent_id = $1 where stripe_payment_intent_id = 'pi_gone'",
      [lost.intentId],
    )
    // The next full run makes the refund.
    await runSettlementJob(world.services, { full: true })
    expect(await compare()).toMatchObject({
      difference: '0.00',
      apart: [{ reason: 'dispute_open', sum: '-50.00' }],
    })
  })

  it('leaves out a refund that Stripe has refused on the day on which it was asked', async () => {
    const { apart } = (await compare())!
    const { id, intentId } = await buyVoucher()
    await world.stripe.control.fault({ match: 'POST /v1/refunds', status: 503, times: 1e6 })
    await refundVoucher(world.services, id, desk.adminId)
    await world.stripe.control.heal()
    await world.stripe.control.refund({ intent: intentId })
    await runSettlementJob(world.services, { full: true })
    expect(await compare()).toMatchObject({ apart, difference: '0.00' })
    takeLoggedErrors()
  })

  it('lists each fee with the purchase that it was for', async () => {
    const { fees, feeLines } = (await compare())!
    expect(sumOf(feeLines)).toBe(fees)
    expect(new Set(feeLines.map(({ of, amount }) => `${of} ${amount}`))).toEqual(
      new Set(['voucher 0.95', 'order 1.16', 'voucher 20.00']),
    )
    expect(feeLines.every(({ number }) => number !== null)).toBe(true)
  })

  it('names a payment for goods that was refunded before it could be given', async () => {
    const started = await startPaying(purchaseOf(await addProductWithStock(world, 2), { quantity: 2 }))
    await payStarted(world, started)
    await world.stripe.control.refund({ intent: started.intentId })
    await runSettlementJob(world.services, { full: true })
    const kindsOf = async (figure: AccountFigure) =>
      (await list(figure)).filter(({ number }) => number === null)
    expect(await kindsOf('received_online')).toMatchObject([{ of: 'order', orderId: null }])
    expect(await kindsOf('refunded_online')).toMatchObject([{ of: 'order', orderId: null }])
  })

  it('stops asking after twenty seconds', async () => {
    let now = Date.now()
    const clock = { now: () => new Date((now += 15_000)) }
    expect(await compareAccounts({ ...world.services, clock }, { from: today(), to: today() })).toBeNull()
  })
})

describe('the pack', () => {
  it.each([
    ['month', monthOf],
    ['quarter', quarterOf],
    ['year', (day: string) => day.slice(0, 4)],
    ['tax year', taxYearOf],
  ] as const)(
    'of a %s has every file, each with a sentence on every column in the read-me',
    async (_, nameOf) => {
      const files = await unpack(nameOf(today()))
      const readMe = files.get('00-read-me.txt')!
      expect([...files.keys()]).toEqual([
        '00-read-me.txt',
        '01-summary.csv',
        '02-sales-and-refunds.csv',
        '03-redemptions.csv',
        '04-vouchers-outstanding.csv',
        '05-ledger.csv',
        '06-payouts.csv',
        '07-stripe-statement.csv',
      ])
      for (const [name, text] of [...files].slice(1, -1)) {
        expect(readMe).toContain(`${name}: `)
        for (const heading of csvRows(text)[0]!)
          expect(readMe).toMatch(new RegExp(`^  ${heading}: .{10,}\\.\\r?$`, 'm'))
      }
      expect(readMe).toContain('single-purpose')
      expect(files.get('03-redemptions.csv')).toContain('15.00')
    },
  )

  it('has no name and no whole code', async () => {
    const all = [...(await unpack(monthOf(today()))).values()].join('')
    expect(all).not.toMatch(/Recipient Name|Buyer Name|@example/)
    for (const { code } of await world.rows<{ code: string }>('select code from gift_voucher'))
      expect(all).not.toContain(code)
  })

  it('brings fees and a statement that adds up to the balance at Stripe', async () => {
    const files = await unpack(monthOf(today()))
    const sales = csvTable(files.get('02-sales-and-refunds.csv')!)
    const online = sales.filter(({ What, How }) => What === 'received' && How === 'online')
    // 1.5 % and 20p of £50.00, and of £64.00.
    expect(new Set(online.map((row) => row['Card fee in pounds']))).toEqual(new Set(['0.95', '1.16']))
    const statement = csvRows(files.get('07-stripe-statement.csv')!)
    expect(statement.map(([date]) => date).join(' ')).toMatch(/^(\d\d\/\d\d\/20\d\d ?)+$/)
    expect(statement.map(([, , description]) => description).join()).not.toMatch(/["]/)
    let balance = 0
    for await (const { net } of world.services.stripe.balanceTransactions.list({ limit: 100 })) balance += net
    expect(statement.reduce((sum, [, amount]) => sum + Math.round(Number(amount) * 100), 0)).toBe(balance)
  })

  it('escapes a product whose name is a formula', async () => {
    await world.rows('update orders set product_name = \'=HYPERLINK("http://x","y")\'')
    const row = csvTable((await unpack(monthOf(today()))).get('02-sales-and-refunds.csv')!).find(
      (one) => one['For'] !== 'Gift voucher',
    )
    expect(row?.['For']).toBe(`'=HYPERLINK("http://x","y")`)
  })

  it('is made without Stripe, and says so', async () => {
    await world.stripe.control.takeDown()
    const files = await unpack(monthOf(today()))
    const compared = await ask(accountsAtStripe, `/api/admin/accounts/stripe?from=${today()}&to=${today()}`)
    expect(compared.status).toBe(502)
    await world.stripe.control.heal()
    expect(files.get('00-read-me.txt')).toContain('Stripe did not answer')
    const sales = csvTable(files.get('02-sales-and-refunds.csv')!)
    expect(sales.length).toBeGreaterThan(5)
    expect(sales.every((row) => row['Card fee in pounds'] === '' && row['Payout'] === '')).toBe(true)
    // A part of it would be imported as if it were whole.
    expect(files.has('07-stripe-statement.csv')).toBe(false)
    takeLoggedErrors()
  })

  it.each([
    '2026-13',
    '2026-00',
    '2026-28',
    '26-10',
    '2026-q3',
    '2026-Q5',
    '1999',
    '2026-10-01',
    '2'.repeat(5000),
  ])('refuses the period %s', async (period) => {
    const response = await download(period)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      fields: { period: expect.stringMatching(/^Please choose a month/) },
    })
  })

  it('of a period that has not ended says of today, not of its end, what is owed', async () => {
    const readMe = (await unpack(taxYearOf(today()))).get('00-read-me.txt')!
    expect(readMe).toContain(`Owed after: those at the end of ${longDay(today())}`)
  })

  it('refuses a period that has not begun', async () => {
    expect((await download('2999-10')).status).toBe(400)
  })

  it('offers a year with more than 20,000 rows as its months', async () => {
    const year = today().slice(0, 4)
    await world.rows(
      `with voucher as (
         insert into gift_voucher (id, code, paid_by, original_pence, balance_pence, recipient_name, deliver_to, issued_at, expires_at)
         select gen_random_uuid(), 'GIVEN' || nth, 'complimentary', 1000, 1000, '', 'print', $2, $2::timestamptz + interval '1 year'
         from generate_series(10000, 30000) nth returning id
       )
       insert into voucher_entry (id, voucher_id, kind, pence, balance_after, actor, description, created_at)
       select gen_random_uuid(), id, 'issue', 1000, 1000, $1, '', $2 from voucher`,
      [desk.adminId, new Date()],
    )
    const response = await download(year)
    expect(response.status).toBe(400)
    const { message } = (await response.json()) as { message: string }
    expect(message).toContain(`${year}-01, ${year}-02`)
    const ledger = csvTable((await unpack(monthOf(today()))).get('05-ledger.csv')!)
    expect(ledger.length).toBeGreaterThan(20_000)
    await world.rows(
      `set session_replication_role = replica; delete from voucher_entry using gift_voucher voucher
         where voucher.id = voucher_id and code like 'GIVEN%';
       delete from gift_voucher where code like 'GIVEN%'; set session_replication_role = origin`,
    )
  })

  it('is an export: in the activity, once for each download', async () => {
    const before = await exportsOf(monthOf(today()))
    await unpack(monthOf(today()))
    expect(await exportsOf(monthOf(today()))).toBe(before + 1)
  })
})

describe(`more than ${STRIPE_ROWS_MAX} rows at Stripe`, () => {
  it('are not read: our figures stay, and the pack says that fees and payouts are missing', async () => {
    const before = await show()
    await world.stripe.control.hold()
    for (let nth = 0; nth <= STRIPE_ROWS_MAX; nth += 1)
      await world.stripe.control.payElsewhere({ amount: 4500, currency: 'gbp' })
    await world.stripe.control.drop()
    expect(await compare()).toBeNull()
    expect(await show()).toEqual(before)
    const files = await unpack(monthOf(today()))
    expect(files.get('00-read-me.txt')).toContain('more rows of these days than are asked of it')
    expect([...files.keys()].some((name) => name.includes('statement'))).toBe(false)
    const sales = csvTable(files.get('02-sales-and-refunds.csv')!)
    expect(sales.length).toBeGreaterThan(5)
    expect(sales.every((row) => row['Card fee in pounds'] === '' && row['Payout'] === '')).toBe(true)
    expect(csvTable(files.get('06-payouts.csv')!)).toEqual([])
  })
})

async function exportsOf(period: string): Promise<number> {
  const response = await ask(activity, '/api/admin/activity')
  const rows = (await response.json()) as { description: string }[]
  return rows.filter(({ description }) => description === `Downloaded accounts-${period}.zip`).length
}
