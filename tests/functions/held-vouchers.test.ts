import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, expectTypeOf, it, vi } from 'vitest'
import { addDays, londonDay } from '#contract/base/send-date.ts'
import type { HeldVoucher } from '#contract/vouchers/held-vouchers.ts'
import { sendEmails } from '#server/email/send-emails.ts'
import { heldVoucherLink } from '#server/links/held-voucher-link.ts'
import { signToken } from '#server/links/signed-token.ts'
import { refundVoucher } from '#server/money/refund/refund-voucher.ts'
import { listAttention } from '#server/reports/attention.ts'
import { reissueVoucher } from '#server/vouchers/giving/give-at-desk.ts'
import { redeemVoucher } from '#server/vouchers/ledger/change-balance.ts'
import { expireVouchers } from '#server/vouchers/ledger/expire-vouchers.ts'
import { extendVoucher } from '#server/vouchers/ledger/extend-voucher.ts'
import { callFunction } from '#tests/harness/call-function.ts'
import { openDesk, type Desk } from '#tests/harness/desk.ts'
import { functions } from '#tests/harness/every-function.ts'
import { useWorld } from '#tests/harness/world.ts'

const { findHeldVoucher, importVouchers } = functions

const world = useWorld()
let desk: Desk
beforeAll(async () => void (desk = await openDesk(world)))
beforeEach(() => world.rows('delete from throttle'))

let asked = 0

/** Asks as a browser does, each time from another address. */
async function find(body: object, address = `2001:db8:${(asked += 1).toString(16)}::1`) {
  const response = await callFunction(findHeldVoucher, { path: '/api/voucher', body, address })
  const text = await response.text()
  return { status: response.status, text, retryAfter: response.headers.get('retry-after') }
}

/** The token of the link in an email to the holder. */
const tokenOf = ({ id, voucherCode }: { id: string; voucherCode: string }) =>
  new URL(heldVoucherLink('https://clinic.example', voucherCode.replaceAll('-', ''), id)).hash.replace(
    /^#\w+\./,
    '',
  )

const found = async (body: object) => JSON.parse((await find(body)).text) as HeldVoucher

const NOT_FOUND = JSON.stringify({
  message: 'We cannot show a voucher for this code. Please ring us.',
  code: 'not_found',
})
const missing = { status: 404, text: NOT_FOUND, retryAfter: null }

const SECRETS = {
  buyerName: 'Giver Hidden',
  buyerEmail: 'giver@hidden.example',
  recipientName: 'Recipient Hidden',
  recipientEmail: 'recipient@hidden.example',
  personalMessage: 'Hidden words',
}
const issue = (more: object = {}) => desk.generate({ ...SECRETS, originalAmount: 65, ...more })
const change = (voucherId: string) => ({ voucherId, actor: randomUUID() })

async function bringIn(row: object) {
  const body = {
    importId: randomUUID(),
    rows: [{ balance: '30', ...row }],
  }
  const response = await callFunction(importVouchers, {
    path: '/api/admin/vouchers/import',
    headers: desk.headers,
    body,
  })
  expect(await response.json()).toMatchObject({ count: 1 })
}

describe('a voucher on the page of its holder', () => {
  it('shows what is left and until when, with the token also each use, but nobody’s name or words', async () => {
    const voucher = await issue()
    await redeemVoucher(world.services, change(voucher.id), {
      amount: 3000,
      description: 'Hidden treatment',
      requestId: undefined,
    })
    const { status, text } = await find({ code: voucher.voucherCode })
    const short = {
      id: voucher.id,
      status: 'active',
      codeEnd: voucher.codeEnd,
      originalAmount: '65.00',
      currentBalance: '35.00',
      expiryDate: voucher.expiryDate,
    }
    expect([status, JSON.parse(text)]).toEqual([200, short])
    const full = await find({ code: voucher.voucherCode, token: tokenOf(voucher) })
    expect(JSON.parse(full.text)).toEqual({
      ...short,
      entries: [
        { day: expect.any(String), kind: 'issue', amount: '65.00', balanceAfter: '65.00' },
        { day: expect.any(String), kind: 'redeem', amount: '-30.00', balanceAfter: '35.00' },
      ],
    })
    expect(text + full.text).not.toMatch(/hidden|cash|@/i)
  })

  // ASVS 9.2.2
  it('shows no uses for the token of another voucher, of another code or purpose, a forged or an incomplete one', async () => {
    const [voucher, other] = [await issue(), await issue()]
    const token = tokenOf(voucher)
    for (const wrong of [
      tokenOf(other),
      tokenOf({ id: voucher.id, voucherCode: other.voucherCode }),
      signToken('stop reminders', voucher.id),
      token.slice(0, -1),
      `${token}A`,
      '',
      '\0'.repeat(200),
    ]) {
      const answer = await found({ code: voucher.voucherCode, token: wrong })
      expect([answer.id, answer.entries]).toEqual([voucher.id, undefined])
    }
  })

  it('shows no uses by a former token once it has a new code', async () => {
    const voucher = await issue()
    await sendEmails(world.services)
    const token = tokenOf(voucher)
    await reissueVoucher(world.services, change(voucher.id), { recipientEmail: undefined, code: undefined })
    const [row] = await world.rows<{ code: string }>('select code from gift_voucher where id = $1', [
      voucher.id,
    ])
    expect(await find({ code: voucher.voucherCode, token })).toEqual(missing)
    expect(await found({ code: row!.code, token })).not.toHaveProperty('entries')
  })

  it('that has expired shows what was left, also if it had expired before', async () => {
    const { id, voucherCode } = await issue({ paidBy: 'cash' })
    const expire = async () => {
      await world.rows(
        `update gift_voucher set issued_at = now() - interval '2 days', expires_at = now() - interval '1 day' where id = $1`,
        [id],
      )
      const left = async () => (await found({ code: voucherCode })).currentBalance
      const before = await left()
      await expireVouchers(world.services)
      return [before, await left()]
    }
    expect(await expire()).toEqual(['65.00', '65.00'])
    await extendVoucher(world.services, change(id), addDays(londonDay(new Date()), 30))
    await redeemVoucher(world.services, change(id), { amount: 2000, description: undefined })
    expect(await expire()).toEqual(['45.00', '45.00'])
  })

  it('has no field that could hold a person or words', () => {
    type Keys<Part> = Part extends readonly (infer One)[]
      ? Keys<One>
      : Part extends object
        ? { [Name in keyof Part]-?: Name | Keys<Part[Name]> }[keyof Part]
        : never
    expectTypeOf<Keys<HeldVoucher>>().toEqualTypeOf<
      | 'id'
      | 'status'
      | 'codeEnd'
      | 'originalAmount'
      | 'currentBalance'
      | 'expiryDate'
      | 'entries'
      | 'day'
      | 'kind'
      | 'amount'
      | 'balanceAfter'
    >()
    // The only texts that are not amounts, days, ids or choices.
    expectTypeOf<HeldVoucher['status']>().toEqualTypeOf<'active' | 'spent' | 'expired' | 'refunded'>()
    expectTypeOf<NonNullable<HeldVoucher['entries']>[number]['kind']>().toEqualTypeOf<
      'issue' | 'redeem' | 'adjust' | 'refund' | 'expire' | 'reverse'
    >()
  })

  it('is found by its code in small letters, with spaces, as a link, and with O for 0', async () => {
    const { voucherCode, id } = await issue()
    const plain = voucherCode.replaceAll('-', '')
    for (const code of [
      plain.toLowerCase(),
      ` ${voucherCode.replaceAll('-', ' – ')} `,
      `https://clinic.example/voucher#${plain}`,
      plain.replaceAll('0', 'O').replaceAll('1', 'l'),
    ])
      expect(await found({ code })).toMatchObject({ status: 'active', id })
  })

  it('is shown once it is spent or refunded, and is over after its last day', async () => {
    const [spent, refunded, old] = [await issue(), await issue({ paidBy: 'cash' }), await issue()]
    await redeemVoucher(world.services, change(spent.id), {
      amount: 6500,
      description: undefined,
      requestId: undefined,
    })
    await refundVoucher(world.services, refunded.id, randomUUID())
    await world.rows(
      `update gift_voucher set issued_at = now() - interval '2 days', expires_at = now() - interval '1 day' where id = $1`,
      [old.id],
    )
    const statuses = []
    for (const { voucherCode } of [spent, refunded, old])
      statuses.push((await found({ code: voucherCode })).status)
    expect(statuses).toEqual(['spent', 'refunded', 'expired'])
  })
})

/** The statements of a request to the database, without their values. */
const queriesOf = (call: RequestInit | undefined) =>
  (JSON.parse(call?.body as string) as { queries: { query: string }[] }).queries.map(({ query }) => query)

describe('a code that opens nothing', () => {
  const WRONG = {
    unknown: '7K2M0PQR4XVB19DN',
    'with a wrong check character': '7K2M0PQR4XVB19DM',
    empty: '',
    short: '7K2M',
    'an emoji': '🎁'.repeat(8),
    'of SQL': `' or 1 = 1 --`,
    'all of I, L and O': 'ILO'.repeat(10),
    'of hyphens of all kinds': '-‐‑‒–—−',
    'with NUL and half a character': '\0\ud800'.repeat(9),
    'of 60 KB': 'A'.repeat(60_000),
  }

  it.each(Object.entries(WRONG))('%s', async (_, code) => {
    expect(await find({ code })).toEqual(missing)
  })

  it.each([
    [
      'void',
      async () => {
        const { id, voucherCode } = await issue({ paidBy: 'complimentary' })
        await refundVoucher(world.services, id, randomUUID())
        return voucherCode
      },
    ],
    [
      'frozen',
      async () => {
        const { id, voucherCode } = await issue()
        await world.rows(
          `update gift_voucher set status = 'disputed', disputed_from = 'active' where id = $1`,
          [id],
        )
        return voucherCode
      },
    ],
    [
      'replaced',
      async () => {
        const { id, voucherCode } = await issue()
        await sendEmails(world.services)
        await reissueVoucher(world.services, change(id), { recipientEmail: undefined, code: undefined })
        return voucherCode
      },
    ],
    [
      'too short, with the right address',
      async () => {
        await bringIn({ code: 'ABC1234', recipientEmail: SECRETS.recipientEmail })
        return 'ABC1234'
      },
    ],
    [
      'chosen here, without an address',
      async () => {
        await issue({ customVoucherCode: 'SPRINGTIME' })
        return 'SPRINGTIME'
      },
    ],
  ])('because its voucher is %s', async (_, make) => {
    const code = await make()
    const recipientEmail = code.length === 7 ? SECRETS.recipientEmail : undefined
    expect(await find({ code, recipientEmail })).toEqual(missing)
    await world.rows(
      `update gift_voucher set status = 'active', disputed_from = null where status = 'disputed'`,
    )
  })

  it('costs the same statements whatever the reason', async () => {
    const { voucherCode, id } = await issue()
    await issue({ customVoucherCode: 'AUTUMNTIME' })
    await world.rows(`update gift_voucher set status = 'disputed', disputed_from = 'active' where id = $1`, [
      id,
    ])
    using sent = vi.spyOn(globalThis, 'fetch')
    const statements = []
    for (const code of ['7K2M0PQR4XVB19DN', voucherCode, 'AUTUMNTIME', 'A', '']) {
      sent.mockClear()
      expect(await find({ code })).toEqual(missing)
      statements.push(sent.mock.calls.map(([, call]) => queriesOf(call)))
    }
    await world.rows(`update gift_voucher set status = 'active', disputed_from = null where id = $1`, [id])
    expect(statements[0]).toEqual([expect.arrayContaining([expect.stringContaining('gift_voucher')])])
    for (const one of statements) expect(one).toEqual(statements[0])
  })
})

describe('a code that was chosen', () => {
  const email = 'chosen@hidden.example'
  const other = 'other@hidden.example'

  it('opens with the recipient’s address in any capitals, and with no other', async () => {
    const { id } = await issue({ customVoucherCode: 'SUMMERTIME', recipientEmail: email })
    expect(await found({ code: 'summertime', recipientEmail: email.toUpperCase() })).toMatchObject({ id })
    expect(await find({ code: 'SUMMERTIME', recipientEmail: other })).toEqual(missing)
    expect(await find({ code: 'SUMMERTIME', recipientEmail: SECRETS.buyerEmail })).toEqual(missing)
  })

  it('of another system opens with the address, too, from eight characters on', async () => {
    await bringIn({ code: 'GC-2025-001', recipientEmail: email })
    expect(await found({ code: 'gc2025001', recipientEmail: email })).toMatchObject({
      status: 'active',
      codeEnd: '01',
      currentBalance: '30.00',
    })
  })

  it('opens nothing for a day after ten codes were missed with its address, from wherever', async () => {
    await issue({ customVoucherCode: 'WINTERTIME', recipientEmail: email })
    const right = { code: 'WINTERTIME', recipientEmail: email }
    for (let nth = 0; nth < 9; nth += 1) await find({ code: `WINTERTIME${nth}`, recipientEmail: email })
    expect((await find(right)).status).toBe(200)
    await find({ code: 'WINTERTIMES', recipientEmail: email })
    expect(await find(right)).toEqual(missing)
    await world.rows(`update throttle set hits = array(select hit - interval '1 day' from unnest(hits) hit)`)
    expect((await find(right)).status).toBe(200)
  })

  it('opens for none of fifty that try at the same moment after nine misses', async () => {
    await issue({ customVoucherCode: 'CHRISTMASTIME', recipientEmail: other })
    for (let nth = 0; nth < 9; nth += 1) await find({ code: 'X'.repeat(9), recipientEmail: other })
    const tries = Array.from({ length: 50 }, (_, nth) =>
      find({ code: `WRONG${nth}WRONG`, recipientEmail: other }),
    )
    await Promise.all(tries)
    const [counted] = await world.rows<{ count: number }>(
      `select cardinality(hits) as count from throttle where kind = 'held_email_misses'`,
    )
    expect(counted?.count).toBe(10)
    expect(await find({ code: 'CHRISTMASTIME', recipientEmail: other })).toEqual(missing)
  })
})

describe('somebody who tries many codes', () => {
  it('waits after ten in ten minutes from one address, with a right code, too', async () => {
    const { voucherCode } = await issue()
    const tries = []
    for (let nth = 0; nth < 10; nth += 1) tries.push(await find({ code: `A${nth}` }, '192.0.2.9'))
    expect(tries.map(({ status }) => status)).toEqual(Array(10).fill(404))
    const wrong = await find({ code: 'A' }, '192.0.2.9')
    const right = await find({ code: voucherCode }, '192.0.2.9')
    expect([wrong.status, right.status]).toEqual([429, 429])
    expect(right.text).toBe(wrong.text)
    expect(Number(right.retryAfter)).toBeGreaterThan(590)
    expect((await find({ code: voucherCode })).status).toBe(200)
  })

  it('is slowed after 300 misses an hour from everywhere, and the owner is told; right codes still open', async () => {
    const { voucherCode } = await issue()
    await world.rows(
      `insert into throttle select 'held_misses', 'all', array_agg(now() - interval '30 minutes'), true from generate_series(1, 300)`,
    )
    const { status, retryAfter } = await find({ code: 'GUESSGUESS' })
    expect(status).toBe(429)
    expect(Number(retryAfter)).toBeGreaterThan(1700)
    expect((await find({ code: voucherCode })).status).toBe(200)
    const { items } = await listAttention(world.services)
    expect(items).toContainEqual({
      kind: 'code_guessing',
      id: 'guessing',
      at: expect.any(String),
      count: expect.any(Number),
    })
    await world.rows(`update code_guess set slowed_at = now() - interval '25 hours'`)
    expect((await listAttention(world.services)).items.map(({ kind }) => kind)).not.toContain('code_guessing')
  })
})
