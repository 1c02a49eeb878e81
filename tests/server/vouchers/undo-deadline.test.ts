import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { refundVoucher } from '#server/money/refund/refund-voucher.ts'
import { getVoucher } from '#server/vouchers/desk/voucher-detail.ts'
import { adjustVoucher, redeemVoucher, undoVoucherEntry } from '#server/vouchers/ledger/change-balance.ts'
import { generateAsOwner } from '#tests/harness/generate-as-owner.ts'
import { useWorld } from '#tests/harness/world.ts'

const world = useWorld()
const ADMIN = randomUUID()
const change = (voucherId: string) => ({ voucherId, actor: ADMIN })

const sell = (pence: number) =>
  generateAsOwner(world.services, ADMIN, {
    paidBy: 'cash',
    originalAmount: pence,
    recipientName: 'Recipient Name',
    recipientEmail: 'recipient@example.com',
    buyerName: undefined,
    buyerEmail: undefined,
    personalMessage: undefined,
    customVoucherCode: undefined,
  })

const redeem = async (id: string, amount: number) =>
  (await redeemVoucher(world.services, change(id), { amount, description: undefined })).entry.id

const adjust = async (id: string, amount: number) => {
  const body = { amount, description: 'A correction', adminNotes: undefined }
  return (await adjustVoucher(world.services, change(id), body)).entry.id
}

/** Undoes an entry. Resolves to the balance, or to the code of the refusal. */
const undo = (id: string, entryId: string): Promise<string> =>
  undoVoucherEntry(world.services, change(id), { entryId }).then(
    ({ voucher }) => voucher.currentBalance,
    (error: { code: string }) => error.code,
  )

describe('Undo', () => {
  it.each([
    ['in winter', '2026-11-28T12:00:00Z', '2026-12-28T23:59:59Z', '2026-12-29T00:00:00Z'],
    ['from late in a summer evening', '2026-07-01T22:59:59Z', '2026-07-31T22:59:59Z', '2026-07-31T23:00:00Z'],
    ['while the clocks go forward', '2027-03-10T00:30:00Z', '2027-04-09T22:59:59Z', '2027-04-09T23:00:00Z'],
    ['while the clocks go back', '2026-10-10T23:30:00Z', '2026-11-10T23:59:59Z', '2026-11-11T00:00:00Z'],
  ])(
    'of what took from a balance ends 30 London days after, and of what was added it does not: %s',
    async (_, made, last, over) => {
      world.clock.set(made)
      const { id } = await sell(5000)
      const early = await redeem(id, 500)
      const [used, takenOff, added] = [await redeem(id, 1000), await adjust(id, -300), await adjust(id, 200)]
      const undoable = async () => {
        const { entries } = await getVoucher(world.services, id)
        return [used, takenOff, added].map((entryId) => entries.find((one) => one.id === entryId)?.canUndo)
      }
      world.clock.set(last)
      expect(await undoable()).toEqual([true, true, true])
      expect(await undo(id, early)).toBe('39.00')
      world.clock.set(over)
      expect(await undoable()).toEqual([false, false, true])
      expect([await undo(id, used), await undo(id, takenOff)]).toEqual(['too_late', 'too_late'])
      expect(await undo(id, early)).toBe('changed_meanwhile')
      expect(await undo(id, added)).toBe('37.00')
    },
  )

  it('of a voucher that was spent 200 days ago is too late, names the way to correct it, and pays nothing back', async () => {
    world.clock.set('2026-11-28T12:00:00Z')
    const { id } = await sell(30_000)
    const entryId = await redeem(id, 30_000)
    world.clock.advance(200 * 1440)
    await expect(undoVoucherEntry(world.services, change(id), { entryId })).rejects.toMatchObject({
      code: 'too_late',
      message: expect.stringMatching(/30 days.*“Adjust Balance”/),
    })
    await expect(refundVoucher(world.services, id, ADMIN)).rejects.toMatchObject({ code: 'not_active' })
  })
})
