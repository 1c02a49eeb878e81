import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { PAGE_SIZE } from '#contract/base/listing.ts'
import type { AdminVoucher } from '#contract/vouchers/admin-vouchers.ts'
import { settlePayment } from '#server/money/settle/settle-payment.ts'
import { expireVouchers } from '#server/vouchers/ledger/expire-vouchers.ts'
import { callFunction } from '#tests/harness/call-function.ts'
import { openDesk, type Desk } from '#tests/harness/desk.ts'
import { functions } from '#tests/harness/every-function.ts'
import { buy } from '#tests/harness/voucher-buyer.ts'
import { useWorld } from '#tests/harness/world.ts'

const { adminVouchers, redeemVoucher, refundVoucher } = functions

const world = useWorld()
let desk: Desk
beforeAll(async () => void (desk = await openDesk(world)))

async function list(query = ''): Promise<{ vouchers: AdminVoucher[]; next: string | undefined }> {
  const path = `/api/admin/vouchers${query}`
  const response = await callFunction(adminVouchers, { path, method: 'GET', headers: desk.headers })
  const vouchers = (await response.json()) as AdminVoucher[]
  const next = /<([^>]*)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
  return { vouchers, next: next?.replace('/api/admin/vouchers', '') }
}

async function listAll(query: string): Promise<string[]> {
  const ids: string[] = []
  for (let next: string | undefined = query; next !== undefined;) {
    const page = await list(next)
    ids.push(...page.vouchers.map(({ id }) => id))
    next = page.next
  }
  return ids
}

/** Adds vouchers until there are more than fit on a page. */
async function fillPage(): Promise<void> {
  const lacking =
    PAGE_SIZE + 3 - (await world.rows(`select from gift_voucher where status = 'active'`)).length
  for (let made = 0; made < lacking; made++) await desk.generate()
}

describe('the list of vouchers', () => {
  beforeEach(() => world.clock.advance(1))

  it.each(['', '?search=recipient', '?search=recipient&status=active'])(
    'is newest first, in pages, with each voucher once: %s',
    async (query) => {
      await fillPage()
      const all = await world.rows<{ id: string }>(
        'select id from gift_voucher order by issued_at desc, id desc',
      )
      expect(await listAll(query)).toEqual(all.map(({ id }) => id))
    },
  )

  it('is searched by name, email and the end of a code, ignoring case', async () => {
    // Not a random first letter: “oë” would begin the word “O’e…”.
    const name = `Zoë O’z${randomUUID().slice(0, 7)}`
    const one = await desk.generate({ recipientName: name, buyerEmail: 'Buyer.Search@Example.com' })
    const end = one.voucherCode.slice(-4).toLowerCase()
    for (const words of [
      name.toUpperCase(),
      name.slice(4, 9),
      'BUYER.search@',
      'search@EX',
      '@example.c',
      end,
    ]) {
      const { vouchers } = await list(`?search=${encodeURIComponent(words)}`)
      expect(vouchers.map(({ id }) => id)).toContain(one.id)
    }
    expect((await list('?search=nobody%25')).vouchers).toEqual([])
    // Matches the start of a word only.
    expect((await list(`?search=${encodeURIComponent(name.slice(1))}`)).vouchers).toEqual([])
  })

  it('is filtered by status', async () => {
    const [spent, refunded, soon, over, fresh] = [
      await desk.generate(),
      await desk.generate(),
      await desk.generate(),
      await desk.generate(),
      await desk.generate(),
    ]
    await desk.ask(redeemVoucher, spent.id, { amount: 50 })
    await desk.ask(refundVoucher, refunded.id, {})
    const ends = (id: string, days: number) =>
      world.rows(
        `update gift_voucher set issued_at = now() - interval '1 year', expires_at = now() + $2 * interval '1 day' where id = $1`,
        [id, days],
      )
    await ends(soon.id, 20)
    await ends(over.id, -1)
    const found = async (status: string) => (await list(`?status=${status}`)).vouchers
    const ids = async (status: string) => (await found(status)).map(({ id }) => id)
    expect(await ids('spent')).toEqual([spent.id])
    expect(await ids('refunded')).toEqual([refunded.id])
    expect(await ids('expiring')).toEqual([soon.id])
    expect(await found('expired')).toMatchObject([{ id: over.id, status: 'expired' }])
    expect(await ids('active')).toContain(fresh.id)
    expect(await ids('active')).not.toContain(over.id)
    const freeze = `update gift_voucher set status = $2, disputed_from = $3 where id = $1`
    await world.rows(freeze, [fresh.id, 'disputed', 'active'])
    expect(await ids('disputed')).toEqual([fresh.id])
    await world.rows(freeze, [fresh.id, 'active', null])
    await expireVouchers(world.services)
    expect(await found('expired')).toMatchObject([{ id: over.id, currentBalance: '0.00' }])
  })

  it.each([
    '?status=lost',
    '?order=lost',
    '?from=2026-02-30',
    '?cursor=..',
    '?cursor=YWJj',
    // A cursor of another order.
    `?order=highest&cursor=${Buffer.from(`2026-01-01T00:00:00.000Z ${randomUUID()}`).toString('base64url')}`,
    `?search=${'x'.repeat(101)}`,
  ])('refuses %s', async (query) => {
    const path = `/api/admin/vouchers${query}`
    const response = await callFunction(adminVouchers, {
      path,
      method: 'GET',
      headers: desk.headers,
    })
    expect(response.status).toBe(400)
  })

  it('is searched by the number of a voucher purchase, also among those that expire soon', async () => {
    const { intentId } = await buy(world)
    await settlePayment(world.services, intentId)
    const bought = (await list()).vouchers.find(({ number }) => number !== undefined)
    await world.rows(`update gift_voucher set expires_at = $1 where id = $2`, [
      new Date(world.clock.now().getTime() + 86_400_000),
      bought!.id,
    ])
    for (const words of [`${bought!.number}`, `#${bought!.number}`, `voucher purchase ${bought!.number}`]) {
      for (const status of ['', '&status=expiring']) {
        const { vouchers } = await list(`?search=${encodeURIComponent(words)}${status}`)
        expect(vouchers.map(({ id }) => id)).toEqual([bought!.id])
      }
    }
    expect((await list(`?search=Order%20${bought!.number}`)).vouchers).toEqual([])
  })

  it('shows no number for a voucher from the desk', async () => {
    expect(await desk.generate({ paidBy: 'cash' })).not.toHaveProperty('number')
  })

  it('is soonest first, in pages, for vouchers that expire soon', async () => {
    await fillPage()
    // Several expire at the same time.
    const soon = await world.rows<{ id: string }>(
      `with moved as (
        update gift_voucher set expires_at = $1::timestamptz + (1 + place % 7) * interval '1 day'
        from (select id, row_number() over (order by code) as place from gift_voucher) numbered
        where gift_voucher.id = numbered.id and status = 'active' returning gift_voucher.id, expires_at
      )
      select id from moved order by expires_at, id`,
      [world.clock.now()],
    )
    expect(await listAll('?status=expiring')).toEqual(soon.map(({ id }) => id))
  })

  describe('in another order', () => {
    const FILTERS = ['', 'active', 'spent', 'expired', 'refunded', 'disputed', 'expiring']
    const ORDERS = {
      newest: 'issued_at desc, id desc',
      soonest: 'expires_at, id',
      latest: 'expires_at desc, id desc',
      highest: 'balance_pence desc, id desc',
      lowest: 'balance_pence, id',
    }

    beforeAll(async () => {
      // More than a page, several of which end at the same time or have the same balance.
      for (let made = 0; made < PAGE_SIZE + 3; made++)
        await desk.generate({ originalAmount: 20 + (made % 4) * 10 })
      const moved = await world.rows<{ id: string; place: number }>(
        `update gift_voucher set issued_at = $1::timestamptz - (31 + place % 9) * interval '1 day',
          expires_at = $1::timestamptz + (place % 5 - 1) * interval '20 days' + interval '1 hour'
        from (select id as moved_id, (row_number() over (order by code))::int as place from gift_voucher where status = 'active') numbered
        where id = moved_id returning id, place`,
        [world.clock.now()],
      )
      const usable = moved.filter(({ place }) => place % 5 > 1)
      for (const { id } of usable.slice(0, 3)) await desk.ask(redeemVoucher, id, { amount: 20 })
      for (const { id } of usable.slice(3, 6)) await desk.ask(refundVoucher, id, {})
    })

    it.each(FILTERS.flatMap((status) => Object.keys(ORDERS).map((order) => [status, order] as const)))(
      'lists the same vouchers once, status "%s", %s first',
      async (status, order) => {
        const query = `?${status && `status=${status}&`}order=${order}`
        const ids = await listAll(query)
        const usual = await listAll(status && `?status=${status}`)
        expect(ids.toSorted()).toEqual(usual.toSorted())
        const sorted = await world.rows<{ id: string }>(
          `select id from gift_voucher where id = any($1) order by ${ORDERS[order as keyof typeof ORDERS]}`,
          [ids],
        )
        expect(ids).toEqual(sorted.map(({ id }) => id))
      },
    )

    it('lists those issued on days in London, both inclusive, in every order', async () => {
      const [{ from, to } = { from: '', to: '' }] = await world.rows<{ from: string; to: string }>(
        `select ($1::timestamptz - interval '36 days')::date::text as from, ($1::timestamptz - interval '33 days')::date::text as to`,
        [world.clock.now()],
      )
      const expected = await world.rows<{ id: string }>(
        `select id from gift_voucher
         where (issued_at at time zone 'Europe/London')::date between $1::date and $2::date`,
        [from, to],
      )
      expect(expected.length).toBeGreaterThan(5)
      for (const order of ['', ...Object.keys(ORDERS)]) {
        const ids = await listAll(`?from=${from}&to=${to}${order && `&order=${order}`}`)
        expect(ids.toSorted(), order).toEqual(expected.map(({ id }) => id).toSorted())
      }
    })

    it('stays newest first in a search', async () => {
      const ids = await listAll('?search=recipient&order=highest')
      expect(ids).toEqual(await listAll('?search=recipient'))
    })
  })
})
