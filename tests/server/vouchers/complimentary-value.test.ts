import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { clinic } from '#clinic/current-clinic.ts'
import { DomainError } from '#server/domain-error.ts'
import { refundVoucher } from '#server/money/refund/refund-voucher.ts'
import { adjustVoucher, redeemVoucher, undoVoucherEntry } from '#server/vouchers/ledger/change-balance.ts'
import { getComplimentaryValue } from '#server/vouchers/ledger/complimentary-value.ts'
import { generateAsOwner } from '#tests/harness/generate-as-owner.ts'
import { useWorld } from '#tests/harness/world.ts'

const world = useWorld()
const { complimentaryPerDay } = clinic.vouchers
afterAll(() => void (clinic.vouchers.complimentaryPerDay = complimentaryPerDay))

/** Each test has a day of its own. */
let day = new Date('2026-06-01T09:00:00Z').getTime()
beforeEach(() => {
  clinic.vouchers.complimentaryPerDay = 500
  day += 2 * 86_400_000
  world.clock.set(new Date(day))
})

const OTHER = {
  buyerName: undefined,
  buyerEmail: undefined,
  personalMessage: undefined,
  customVoucherCode: undefined,
}
const PERSON = { recipientName: 'Recipient Name', recipientEmail: 'recipient@example.com' }

/** Resolves to the result, or to the error as the endpoint responds with it. */
async function answerOf<Result>(asked: Promise<Result>) {
  try {
    return await asked
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return { code: error.code, message: error.message, fields: error.fields }
  }
}

const issue = (paidBy: 'cash' | 'card' | 'complimentary', pounds: number, more: object = {}) =>
  generateAsOwner(world.services, randomUUID(), {
    ...OTHER,
    ...PERSON,
    paidBy,
    originalAmount: Math.round(pounds * 100),
    ...more,
  })
const sell = async (pounds = 100) => (await issue('cash', pounds)).id
const give = (pounds: number, more: object = {}) => answerOf(issue('complimentary', pounds, more))
const target = (voucherId: string) => ({ voucherId, actor: randomUUID() })
const adjust = (id: string, pounds: number, more: object = {}) =>
  adjustVoucher(world.services, target(id), {
    amount: Math.round(pounds * 100),
    description: 'For the wait',
    adminNotes: undefined,
    ...more,
  })
const add = (id: string, pounds: number, more: object = {}) => answerOf(adjust(id, pounds, more))
const redeem = (id: string, pounds: number) =>
  redeemVoucher(world.services, target(id), { amount: pounds * 100, description: undefined })
const undo = (id: string, { entry }: { entry: { id: string } }) =>
  undoVoucherEntry(world.services, target(id), { entryId: entry.id })
const leftToday = async () => (await getComplimentaryValue(world.services)).leftToday

const refusal = (left: string, field: string) => ({
  code: 'daily_limit',
  message: `The clinic can give away another £${left} today (the limit is £500.00 a day).`,
  fields: { [field]: `The clinic can give away another £${left} today (the limit is £500.00 a day)` },
})

describe('the complimentary value of a day', () => {
  it('is at most £500 over all admins, issued or added', async () => {
    const id = await sell()
    await issue('complimentary', 300)
    await adjust(id, 152)
    expect(await leftToday()).toBe('48.00')
    expect(await give(50)).toEqual(refusal('48.00', 'originalAmount'))
    expect(await add(id, 48.01)).toEqual(refusal('48.00', 'amount'))
    await adjust(id, 48)
    expect(await add(id, 0.01)).toEqual(refusal('0.00', 'amount'))
    await issue('card', 50)
  })

  it('is never exceeded by admins who give at the same moment', async () => {
    const ids = await Promise.all([sell(), sell(), sell()])
    const answers = await Promise.all([give(480), give(480), give(480), ...ids.map((id) => add(id, 480))])
    const refused = answers.filter((answer) => 'code' in answer)
    expect(refused.map(({ message }) => message)).toEqual(
      Array(5).fill('The clinic can give away another £20.00 today (the limit is £500.00 a day).'),
    )
    expect(await leftToday()).toBe('20.00')
  })

  it('counts odd pennies', async () => {
    const id = await sell()
    await adjust(id, 499.99)
    expect(await add(id, 0.02)).toEqual(refusal('0.01', 'amount'))
    await adjust(id, 0.01)
  })

  it('returns the first answer to a repeated request when nothing is left', async () => {
    const id = await sell()
    const requestId = randomUUID()
    const [added, given] = [await adjust(id, 400, { requestId }), await give(100, { requestId })]
    expect(await leftToday()).toBe('0.00')
    expect(await add(id, 400, { requestId })).toEqual(added)
    expect(await give(100, { requestId })).toEqual(given)
  })

  it('counts neither money nor amounts taken off, nor their Undo', async () => {
    const id = await sell(300)
    const taken = await adjust(id, -200)
    await issue('complimentary', 500)
    await undo(id, taken)
    await undo(id, await redeem(id, 250))
    expect(await leftToday()).toBe('0.00')
  })

  it('is given back by Undo, and by cancelling a free voucher that was never used', async () => {
    const id = await sell()
    await undo(id, await adjust(id, 300))
    expect(await leftToday()).toBe('500.00')
    const [unused, used] = [await issue('complimentary', 100), await issue('complimentary', 150)]
    await redeem(used.id, 10)
    expect(await leftToday()).toBe('250.00')
    for (const given of [unused, used]) await refundVoucher(world.services, given.id, randomUUID())
    expect(await leftToday()).toBe('350.00')
  })

  it('is not given back by cancelling a free voucher from which an amount was taken off, only after its Undo', async () => {
    const [emptied, taken, undone] = [await give(100), await give(100), await give(100)].map((given) =>
      'id' in given ? given.id : '',
    )
    await adjust(emptied!, -100)
    await adjust(emptied!, 1)
    await adjust(taken!, -99)
    await undo(undone!, await adjust(undone!, -99))
    for (const id of [emptied!, taken!, undone!]) await refundVoucher(world.services, id, randomUUID())
    expect(await leftToday()).toBe('299.00')
  })

  it('gets nothing from an Undo of the day before', async () => {
    world.clock.set('2026-07-01T22:58:00Z')
    const id = await sell()
    const added = await adjust(id, 400)
    expect(await leftToday()).toBe('100.00')
    world.clock.set('2026-07-01T23:01:00Z')
    expect(await leftToday()).toBe('500.00')
    await issue('complimentary', 500)
    await undo(id, added)
    expect(await leftToday()).toBe('0.00')
    expect(await add(id, 1)).toEqual(refusal('0.00', 'amount'))
  })

  it.each([
    ['that loses an hour', '2026-03-29T00:00:30Z', '2026-03-29T22:59:30Z', '2026-03-29T23:00:30Z'],
    ['that gains an hour', '2026-10-24T23:00:30Z', '2026-10-25T23:59:30Z', '2026-10-26T00:00:30Z'],
  ])('ends at midnight in London on a day %s', async (_, first, last, next) => {
    world.clock.set(first)
    await issue('complimentary', 300)
    world.clock.set(last)
    expect(await give(201)).toEqual(refusal('200.00', 'originalAmount'))
    await issue('complimentary', 200)
    world.clock.set(next)
    expect(await leftToday()).toBe('500.00')
  })

  it('is asked after what the voucher can hold', async () => {
    const id = await sell(500)
    await adjust(id, 400)
    expect(await add(id, 200)).toMatchObject({ code: 'invalid_request' })
  })

  it('is what the content says, or nothing', async () => {
    const id = await sell()
    clinic.vouchers.complimentaryPerDay = 0
    expect(await add(id, 1)).toMatchObject({
      message: 'The clinic can give away another £0.00 today (the limit is £0.00 a day).',
    })
  })
})
