import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { refundVoucher } from '#server/money/refund/refund-voucher.ts'
import { settlePayment } from '#server/money/settle/settle-payment.ts'
import { adjustVoucher, redeemVoucher } from '#server/vouchers/ledger/change-balance.ts'
import { generateAsOwner } from '#tests/harness/generate-as-owner.ts'
import { buy } from '#tests/harness/voucher-buyer.ts'
import { useWorld } from '#tests/harness/world.ts'

const world = useWorld()

async function voucherId(): Promise<string> {
  const settled = await settlePayment(world.services, (await buy(world)).intentId)
  return settled.outcome === 'fulfilled' ? settled.voucher.id : ''
}

const deskVoucherId = async (paidBy: 'cash' | 'complimentary') =>
  (
    await generateAsOwner(world.services, randomUUID(), {
      originalAmount: 1500,
      paidBy,
      recipientName: 'Recipient Name',
      recipientEmail: undefined,
      buyerName: undefined,
      buyerEmail: undefined,
      personalMessage: undefined,
      customVoucherCode: undefined,
      deliverTo: 'print',
    })
  ).id

describe('the database', () => {
  it('refuses to change or delete a ledger entry', async () => {
    const id = await voucherId()
    await expect(
      world.rows('update voucher_entry set pence = 1 where voucher_id = $1', [id]),
    ).rejects.toThrow('append only')
    await expect(world.rows('delete from voucher_entry where voucher_id = $1', [id])).rejects.toThrow(
      'append only',
    )
    await expect(world.rows('truncate voucher_entry cascade')).rejects.toThrow('append only')
  })

  it('lets erasure blank the descriptions of ledger entries, and nothing else', async () => {
    const id = await voucherId()
    const blank = `update voucher_entry set description = '', private_notes = null where voucher_id = $1`
    await expect(world.rows(blank, [id])).resolves.toEqual([])
    await expect(
      world.rows(`update voucher_entry set description = 'other' where voucher_id = $1`, [id]),
    ).rejects.toThrow('append only')
  })

  it('refuses a balance that differs from the sum of its entries or is negative', async () => {
    const id = await voucherId()
    await expect(world.rows('update gift_voucher set balance_pence = 1 where id = $1', [id])).rejects.toThrow(
      'sum of its entries',
    )
    await expect(
      world.rows('update gift_voucher set balance_pence = -1 where id = $1', [id]),
    ).rejects.toThrow('check')
  })

  it.each([
    ['a voucher bought online', () => voucherId(), 5000],
    ['one paid at the desk', () => deskVoucherId('cash'), 1500],
    ['a complimentary one', () => deskVoucherId('complimentary'), 0],
  ])('refuses a refund of goodwill, but not of what was paid: %s', async (_, give, paid) => {
    const change = { voucherId: await give(), actor: randomUUID() }
    const refuse = (pence: number) =>
      expect(
        world.rows(
          `with voucher as (update gift_voucher set balance_pence = balance_pence - $2::int where id = $1 returning balance_pence)
           insert into voucher_entry (id, voucher_id, kind, pence, balance_after, actor, description, created_at)
           select gen_random_uuid(), $1, 'refund', -$2::int, balance_pence, 'admin', '', now() from voucher`,
          [change.voucherId, pence],
        ),
      ).rejects.toThrow('than was paid and not used')
    await adjustVoucher(world.services, change, { amount: 1600, description: 'Sorry', adminNotes: undefined })
    await refuse(paid + 100)
    if (paid === 0) return
    await redeemVoucher(world.services, change, { amount: 1000, description: undefined })
    await refuse(paid - 900)
    const refund = await refundVoucher(world.services, change.voucherId, change.actor)
    expect(refund.refundedPence).toBe(paid - 1000)
  })

  it('refuses a second voucher of one payment, and a code twice', async () => {
    const id = await voucherId()
    const copy = (change: string) =>
      world.rows(
        `insert into gift_voucher (id, payment_id, paid_by, code, buyer_name, buyer_email, recipient_name, recipient_email, original_pence, balance_pence, issued_at, expires_at)
         select gen_random_uuid(), ${change}, buyer_name, buyer_email, recipient_name, recipient_email, original_pence, balance_pence, issued_at, expires_at
         from gift_voucher where id = $1`,
        [id],
      )
    await expect(copy(`payment_id, 'online', 'ANOTHER1'`)).rejects.toThrow('gift_voucher_payment_id_key')
    await expect(copy(`null, 'cash', code`)).rejects.toThrow('gift_voucher_code')
    await expect(copy(`null, 'cash', translate(code, '01', 'OI')`)).rejects.toThrow('gift_voucher_code')
    await expect(copy(`null, 'online', 'ANOTHER2'`)).rejects.toThrow('check')
  })

  it('refuses to change the activity', async () => {
    await voucherId()
    await expect(world.rows(`update activity set actor = 'nobody'`)).rejects.toThrow('append only')
    await expect(world.rows('delete from activity')).rejects.toThrow('append only')
  })
})
