import { beforeAll, describe, expect, it } from 'vitest'
import { sendEmails } from '#server/email/send-emails.ts'
import { refundOrder } from '#server/money/refund/refund-order.ts'
import { refundVoucher } from '#server/money/refund/refund-voucher.ts'
import { settlePayment } from '#server/money/settle/settle-payment.ts'
import { signInNewAdmin, type SignedIn } from '#tests/harness/admin-session.ts'
import { callFunction } from '#tests/harness/call-function.ts'
import { deliverEvents } from '#tests/harness/deliver-events.ts'
import { openDesk } from '#tests/harness/desk.ts'
import { functions } from '#tests/harness/every-function.ts'
import { orderOf } from '#tests/harness/order-buyer.ts'
import { buy } from '#tests/harness/voucher-buyer.ts'
import { voucherShop } from '#tests/harness/voucher-shop.ts'
import { useWorld } from '#tests/harness/world.ts'

const { activity, adminStats, exportCsv } = functions

const world = useWorld()
let owner: SignedIn

beforeAll(async () => {
  owner = await signInNewAdmin(world)
})

const ask = (file: string, query = '') =>
  callFunction(exportCsv, {
    method: 'GET',
    path: `/api/admin/export/${file}${query}`,
    params: { file },
    headers: owner.headers,
  })

/** Parses CSV rows, headings first. */
async function rowsOf(response: Response): Promise<string[][]> {
  expect(response.status).toBe(200)
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer())
  expect(text.startsWith('\ufeff')).toBe(true)
  expect(text.endsWith('\r\n')).toBe(true)
  const cell = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n)/gy
  const rows: string[][] = [[]]
  for (const [, written = '', end] of text.slice(1).matchAll(cell)) {
    rows.at(-1)?.push(written.startsWith('"') ? written.slice(1, -1).replaceAll('""', '"') : written)
    if (end === '\r\n') rows.push([])
  }
  return rows.slice(0, -1)
}

/** Maps heading to cell. */
async function tableOf(file: string, query = ''): Promise<Record<string, string>[]> {
  const [headings = [], ...rows] = await rowsOf(await ask(file, query))
  return rows.map((row) => Object.fromEntries(headings.map((heading, at) => [heading, row[at] ?? ''])))
}

async function voucherOf(details: object): Promise<string> {
  const { intentId } = await buy(world, 5000, details)
  const settled = await settlePayment(world.services, intentId)
  if (settled.outcome !== 'fulfilled') throw new Error(settled.outcome)
  await sendEmails(world.services)
  return intentId
}

describe('a CSV export', () => {
  it('of orders contains buyer, product, amount paid and amount refunded', async () => {
    const order = await orderOf(world, 2)
    await refundOrder(world.services, { orderId: order.id, pence: 1000, actor: owner.adminId })
    await world.rows("update orders set phone = '+441514960123' where id = $1", [order.id])
    const row = (await tableOf('orders.csv')).find(({ Reference }) => Reference === order.intentId)
    expect(row?.['Order number']).toMatch(/^\d{4,}$/)
    expect(row).toMatchObject({
      Payment: 'part refunded',
      Goods: 'to prepare',
      Product: 'Acupressure mat',
      Quantity: '2',
      'Paid in pounds': '64.00',
      'Refunded in pounds': '10.00',
      Email: order.email,
      Phone: '0151 496 0123',
      Address: '2 Example Street, Liverpool, L1 0AB, UK',
    })
    expect(row?.['Ordered']).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d$/)
  })

  it('of vouchers contains the end of the code, never the whole code', async () => {
    const intentId = await voucherOf({})
    const [voucher] = await world.rows<{ code: string }>(
      'select code from gift_voucher join payment on payment.id = payment_id where stripe_payment_intent_id = $1',
      [intentId],
    )
    const response = await ask('vouchers.csv')
    const text = await response.clone().text()
    expect(text).not.toContain(voucher?.code)
    const row = (await tableOf('vouchers.csv')).find((one) => one['Payment reference'] === intentId)
    expect(row?.['Purchase number']).toMatch(/^\d{4,}$/)
    expect(row).toMatchObject({
      'Code ends in': `…${voucher?.code.slice(-4)}`,
      'Amount in pounds': '50.00',
      'Bought by': 'Buyer Name',
    })
  })

  it('of vouchers says that one is expired before the hourly job has recorded that', async () => {
    const intentId = await voucherOf({})
    await world.rows(
      `update gift_voucher set issued_at = issued_at - interval '11 years', expires_at = expires_at - interval '11 years'
       from payment where payment.id = payment_id and stripe_payment_intent_id = $1`,
      [intentId],
    )
    const row = (await tableOf('vouchers.csv')).find((one) => one['Payment reference'] === intentId)
    expect(row).toMatchObject({ Status: 'expired', 'Balance in pounds': '0.00' })
  })

  it('of vouchers contains what was paid back, online and at the desk, and no refund that failed', async () => {
    const { buyVoucher, redeem } = voucherShop(world)
    const [failed, used] = [await buyVoucher('pm_card_refundFail'), await buyVoucher()]
    await refundVoucher(world.services, failed.id, owner.adminId)
    const { id } = world.stripe.state().refunds.find((one) => one.payment_intent === failed.intentId)!
    await world.stripe.control.settleRefund({ refund: id, ok: false })
    await deliverEvents(world, failed.intentId)
    await redeem(used, 5000)
    await world.stripe.control.refund({ intent: used.intentId, amount: 2000 })
    await deliverEvents(world, used.intentId)
    const desk = await openDesk(world)
    const sold = await desk.generate({ paidBy: 'cash', originalAmount: 40, recipientName: 'Paid Back' })
    await refundVoucher(world.services, sold.id, owner.adminId)
    const rows = await tableOf('vouchers.csv')
    const refunded = (column: string, value: string) =>
      rows.find((row) => row[column] === value)?.['Refunded in pounds']
    expect(refunded('Payment reference', failed.intentId)).toBe('0.00')
    expect(refunded('Payment reference', used.intentId)).toBe('20.00')
    expect(refunded('Recipient', 'Paid Back')).toBe('40.00')
  })

  it('of customers and of the activity has a row for each', async () => {
    const order = await orderOf(world)
    expect(await tableOf('customers.csv')).toContainEqual(
      expect.objectContaining({ Email: order.email, 'Spent in pounds': '32.00', Orders: '1' }),
    )
    expect(await tableOf('activity.csv')).toContainEqual(
      expect.objectContaining({ 'By whom': 'Customer', What: 'Order: 1 × Acupressure mat, £32.00' }),
    )
  })

  // ASVS 1.2.10
  it('keeps user input in its cell, and prevents formula injection', async () => {
    const intentId = await voucherOf({
      buyerName: '=HYPERLINK("https://evil.example", "Click, please")',
      recipientName: '+441514960123 Zoë “Ж” 针灸',
    })
    const row = (await tableOf('vouchers.csv')).find((one) => one['Payment reference'] === intentId)
    expect(row?.['Bought by']).toBe(`'=HYPERLINK("https://evil.example", "Click, please")`)
    expect(row?.['Recipient']).toBe(`'+441514960123 Zoë “Ж” 针灸`)
  })

  // ASVS 3.2.1, 5.4.1, 5.4.2
  it('is an uncached download with the days in its name', async () => {
    const { headers } = await ask('orders.csv', '?from=2026-01-01&to=2026-12-31')
    expect(headers.get('content-disposition')).toBe(
      'attachment; filename="orders-from-2026-01-01-to-2026-12-31.csv"',
    )
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('cache-control')).toBe('no-store')
  })

  it('includes both days, in London time', async () => {
    const write = (at: string) =>
      world.rows(
        `insert into contact_message (id, first_name, last_name, email, subject, message, created_at)
         values (gen_random_uuid(), 'A', 'B', $1 || '@days.example', 'Hi', 'Hello', $1::timestamptz)`,
        [at],
      )
    // London is an hour ahead of UTC in summer.
    for (const at of [
      '2025-06-30T22:59:59Z',
      '2025-06-30T23:00:00Z',
      '2025-07-01T22:59:59Z',
      '2025-07-01T23:00:00Z',
    ])
      await write(at)
    const rows = await tableOf('customers.csv', '?from=2025-07-01&to=2025-07-01')
    expect(rows.map((row) => row['Last seen'])).toEqual(['2025-07-01 00:00', '2025-07-01 23:59'])
  })

  it.each([
    ['?from=yesterday', 'from'],
    ['?to=2026-02-31', 'to'],
    ['?from=0000-01-01', 'from'],
    ['?from=2026-02-02&to=2026-02-01', 'to'],
  ])('for %s is refused with a field error', async (query, field) => {
    const response = await ask('orders.csv', query)
    expect(response.status).toBe(400)
    expect(((await response.json()) as { fields: object }).fields).toHaveProperty(field)
  })

  // ASVS 16.2.1
  it('is recorded with its days and the admin, also if it is broken off, and not if it is refused', async () => {
    const exporter = await signInNewAdmin(world)
    const begin = (file: string, query = '') =>
      callFunction(exportCsv, {
        method: 'GET',
        path: `/api/admin/export/${file}${query}`,
        params: { file },
        headers: exporter.headers,
      })
    for (const file of ['vouchers.csv', 'orders.csv', 'customers.csv', 'activity.csv']) {
      await (await begin(file)).body?.cancel()
    }
    expect((await begin('orders.csv', '?from=tomorrow')).status).toBe(400)
    await (await begin('orders.csv', '?from=2026-01-01&to=2026-12-31')).text()
    expect(
      await world.rows('select action, after from activity where actor = $1 and action <> $2 order by id', [
        exporter.adminId,
        'signed_in',
      ]),
    ).toEqual([
      { action: 'exported', after: { file: 'vouchers.csv' } },
      { action: 'exported', after: { file: 'orders.csv' } },
      { action: 'exported', after: { file: 'customers.csv' } },
      { action: 'exported', after: { file: 'activity.csv' } },
      { action: 'exported', after: { file: 'orders.csv', from: '2026-01-01', to: '2026-12-31' } },
    ])
    expect(await tableOf('activity.csv')).toContainEqual({
      Time: expect.any(String),
      'By whom': exporter.email,
      About: 'account',
      What: 'Downloaded orders.csv, from Thursday 1 January 2026 to Thursday 31 December 2026',
    })
  })

  it('is in all activity, and not in that of vouchers, orders and products', async () => {
    await (await ask('vouchers.csv')).text()
    const get = async (handler: typeof activity, path: string) => {
      const response = await callFunction(handler, { method: 'GET', path, headers: owner.headers })
      return await response.text()
    }
    const sentence = 'Downloaded vouchers.csv'
    expect(await get(activity, '/api/admin/activity')).toContain(sentence)
    expect(await get(activity, '/api/admin/activity?of=shop')).not.toContain(sentence)
    expect(await get(adminStats, '/api/admin/stats')).not.toContain(sentence)
  })

  // ASVS 5.4.1
  it('of anything else responds 404', async () => {
    expect((await ask('admins.csv')).status).toBe(404)
  })

  it('is read in pages, has every row once, and is refused above the row limit', async () => {
    const fill = (from: number, to: number) =>
      world.rows(
        `insert into activity (at, actor, action)
         select '2024-03-01'::timestamptz + (n / 3) * interval '1 second', 'system', 'filled_' || n from generate_series($1::int, $2::int) n`,
        [from, to],
      )
    await fill(1, 5000)
    const rows = await tableOf('activity.csv', '?from=2024-03-01&to=2024-03-02')
    expect(rows).toHaveLength(5000)
    expect(new Set(rows.map(({ What }) => What)).size).toBe(5000)
    await fill(5001, 50_001)
    const response = await ask('activity.csv', '?from=2024-03-01&to=2024-03-02')
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ message: expect.stringContaining('50,000') })
  })
})
