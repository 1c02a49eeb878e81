import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { openDesk, type Desk } from '#tests/harness/desk.ts'
import { functions } from '#tests/harness/every-function.ts'
import { useWorld } from '#tests/harness/world.ts'

const { adjustVoucher, redeemVoucher, refundVoucher, undoVoucherEntry } = functions

const world = useWorld()
let desk: Desk
beforeAll(async () => void (desk = await openDesk(world)))

const redeem = (id: string, amount: unknown, more = {}) => desk.ask(redeemVoucher, id, { amount, ...more })
const adjust = (id: string, amount: unknown, more = {}) =>
  desk.ask(adjustVoucher, id, { amount, description: 'A correction', ...more })
const undo = (id: string, entryId: string, more = {}) => desk.ask(undoVoucherEntry, id, { entryId, ...more })

describe('redeem', () => {
  it('takes a part, then the rest, and returns the balance and the admin', async () => {
    const { id } = await desk.generate()
    const part = await redeem(id, '20.50', { description: 'Massage' })
    expect(part.voucher).toMatchObject({ currentBalance: '29.50', status: 'active' })
    expect(part.entry).toMatchObject({
      kind: 'redeem',
      amount: '-20.50',
      balanceAfter: '29.50',
      description: 'Massage',
      by: desk.email,
      canUndo: true,
    })
    const rest = await redeem(id, 29.5)
    expect(rest.voucher).toMatchObject({ currentBalance: '0.00', status: 'spent' })
    expect(rest.entries.map(({ kind }) => kind)).toEqual(['redeem', 'redeem', 'issue'])
  })

  it('takes no more than the balance, and names the balance', async () => {
    const { id } = await desk.generate()
    expect(await redeem(id, '50.01')).toMatchObject({
      status: 409,
      code: 'insufficient_balance',
      fields: { amount: 'There is only £50.00 left on this voucher' },
    })
    await redeem(id, 50)
    expect(await redeem(id, 1)).toMatchObject({ status: 409, code: 'not_active' })
  })

  it('of the whole balance by two admins at once happens once', async () => {
    const { id } = await desk.generate()
    const both = await Promise.all([redeem(id, 50), redeem(id, 50)])
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]))
  })

  it('under one request id happens once, even with other changes in between', async () => {
    const { id } = await desk.generate()
    const requestId = randomUUID()
    const presses = await Promise.all([1, 2, 3].map(() => redeem(id, 10, { requestId })))
    expect(new Set(presses.map(({ entry }) => entry.id)).size).toBe(1)
    await redeem(id, 5)
    const again = await redeem(id, 10, { requestId })
    expect(again.entry).toEqual(presses[0]?.entry)
    expect(again.voucher.currentBalance).toBe('35.00')
    expect(await redeem(id, 11, { requestId })).toMatchObject({ status: 409, code: 'request_reused' })
  })

  it.each(['', ' ', 0, '0.001', -5, '1e2', 'ten', null, {}, '1000.01', 1e9])(
    'refuses the amount %j with an error message',
    async (amount) => {
      const { id } = await desk.generate()
      const answer = await redeem(id, amount)
      expect(answer.status).toBe(400)
      expect(answer.fields?.['amount']).toBeTruthy()
    },
  )

  it('responds 404 for an unknown voucher', async () => {
    expect((await redeem(randomUUID(), 5)).status).toBe(404)
    expect((await redeem("' or 1=1", 5)).status).toBe(404)
  })

  it('refuses an expired voucher', async () => {
    const { id } = await desk.generate()
    await world.rows(
      `update gift_voucher set expires_at = issued_at + interval '1 microsecond' where id = $1`,
      [id],
    )
    expect(await redeem(id, 5)).toMatchObject({ status: 409, code: 'not_active' })
    expect(await adjust(id, 5)).toMatchObject({ status: 409, code: 'not_active' })
  })
})

describe('adjust', () => {
  it('raises and lowers the balance, to zero and back', async () => {
    const { id } = await desk.generate()
    expect((await adjust(id, '-50', { adminNotes: 'Private' })).voucher.status).toBe('spent')
    const up = await adjust(id, '0.30')
    expect(up.voucher).toMatchObject({ currentBalance: '0.30', status: 'active' })
    expect(up.entries[1]).toMatchObject({ adminNotes: 'Private', amount: '-50.00' })
  })

  it('by ten admins at once never goes below zero, and the ledger adds up', async () => {
    const { id } = await desk.generate()
    const all = await Promise.all(Array.from({ length: 10 }, () => adjust(id, '-12')))
    expect(all.filter(({ status }) => status === 200)).toHaveLength(4)
    const [row] = await world.rows(
      `select balance_pence as balance, (select sum(pence) from voucher_entry where voucher_id = $1)::int as sum
       from gift_voucher where id = $1`,
      [id],
    )
    expect(row).toEqual({ balance: 200, sum: 200 })
  })

  it('never raises a balance above £1,000', async () => {
    const { id } = await desk.generate({ originalAmount: 500 })
    await adjust(id, 500)
    expect(await adjust(id, '0.01')).toMatchObject({
      status: 400,
      fields: { amount: 'A voucher can hold at most £1,000.00, so you can add up to £0.00' },
    })
  })

  it.each([
    [{ amount: '' }, 'amount', 'Amount is required'],
    [{ amount: undefined }, 'amount', 'Amount is required'],
    [{ amount: 0 }, 'amount', 'Please enter an amount other than 0'],
    [{ amount: '-0.00' }, 'amount', 'Please enter an amount other than 0'],
    [{ amount: '-500.01' }, 'amount', 'Please enter an amount from -£500.00 to £500.00'],
    [{ amount: '500.01' }, 'amount', 'Please enter an amount from -£500.00 to £500.00'],
    [{ amount: '1.234' }, 'amount', 'Please enter an amount such as 50 or 50.00'],
    [{ amount: [] }, 'amount', 'Please enter an amount from -£500.00 to £500.00'],
    [{ description: '' }, 'description', 'Description must be at least 5 characters'],
    [{ description: 'abcd \u0000' }, 'description', 'Description must be at least 5 characters'],
    [{ description: 'x'.repeat(201) }, 'description', 'Please use at most 200 characters'],
    [{ adminNotes: 'x'.repeat(1001) }, 'adminNotes', 'Please use at most 1,000 characters'],
  ])('refuses %j', async (wrong, field, sentence) => {
    const { id } = await desk.generate()
    const answer = await desk.ask(adjustVoucher, id, {
      amount: 5,
      description: 'A correction',
      ...wrong,
    })
    expect(answer).toMatchObject({ status: 400, fields: { [field]: sentence } })
  })

  it('is recorded in the activity with ids and amounts', async () => {
    const { id } = await desk.generate()
    await adjust(id, '-20')
    const noted = await world.rows(
      `select actor, action, before, after from activity where voucher_id = $1 order by id desc limit 1`,
      [id],
    )
    expect(noted).toEqual([
      {
        actor: desk.adminId,
        action: 'voucher_adjusted',
        before: { pence: 5000, status: 'active' },
        after: { pence: 3000, status: 'active' },
      },
    ])
  })
})

describe('undo', () => {
  it('reverses a redemption, and a spent voucher is active again', async () => {
    const { id } = await desk.generate()
    const { entry } = await redeem(id, 50)
    const undone = await undo(id, entry.id)
    expect(undone.voucher).toMatchObject({ currentBalance: '50.00', status: 'active' })
    expect(undone.entry).toMatchObject({ kind: 'reverse', amount: '50.00', canUndo: false })
    expect(undone.entries[1]).toMatchObject({ id: entry.id, canUndo: false })
  })

  it('happens once for each entry, also when two admins undo at once', async () => {
    const { id } = await desk.generate()
    const { entry } = await redeem(id, 20)
    const both = await Promise.all([undo(id, entry.id), undo(id, entry.id)])
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]))
    expect(await undo(id, entry.id)).toMatchObject({ code: 'changed_meanwhile' })
    const requestId = randomUUID()
    const { entry: second } = await redeem(id, 20)
    const [first, repeat] = [
      await undo(id, second.id, { requestId }),
      await undo(id, second.id, { requestId }),
    ]
    expect(repeat.entry).toEqual(first.entry)
  })

  it('of an addition that has been spent is refused', async () => {
    const { id } = await desk.generate()
    const { entry } = await adjust(id, 10)
    await redeem(id, 55)
    expect(await undo(id, entry.id)).toMatchObject({ code: 'insufficient_balance' })
  })

  it('accepts only redemptions and adjustments of that voucher', async () => {
    const [one, other] = [await desk.generate(), await desk.generate()]
    const { entry, entries } = await redeem(one.id, 10)
    expect(await undo(one.id, entries.at(-1)!.id)).toMatchObject({ status: 409, code: 'not_active' })
    expect(await undo(other.id, entry.id)).toMatchObject({ status: 404 })
    const { entry: reversal } = await undo(one.id, entry.id)
    expect(await undo(one.id, reversal.id)).toMatchObject({ status: 409 })
    expect(await undo(one.id, 'nothing')).toMatchObject({ status: 400 })
  })

  it('is refused once the voucher has been refunded', async () => {
    const { id } = await desk.generate({ paidBy: 'cash' })
    const { entry } = await redeem(id, 10)
    await desk.ask(refundVoucher, id, {})
    expect(await undo(id, entry.id)).toMatchObject({
      status: 409,
      message: 'This voucher has been refunded.',
    })
  })
})
