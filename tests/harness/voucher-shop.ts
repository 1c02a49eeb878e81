import { sendEmails } from '#server/email/send-emails.ts'
import { settlePayment } from '#server/money/settle/settle-payment.ts'
import { redeemVoucher } from '#server/vouchers/ledger/change-balance.ts'
import { expireVouchers } from '#server/vouchers/ledger/expire-vouchers.ts'
import { AFTER_VALIDITY_DAYS } from '#tests/harness/after-validity-days.ts'
import type { World } from '#tests/harness/start-world.ts'
import { payStarted, startPayment } from '#tests/harness/voucher-buyer.ts'

export interface ShopVoucher {
  id: string
  intentId: string
  email: string
}

let buyer = 0

/** Actions on vouchers of £50 in one test file's world. */
export function voucherShop(world: World) {
  async function buyVoucher(card = 'pm_card_visa', details = {}): Promise<ShopVoucher> {
    const email = `refund${buyer++}@example.com`
    const started = await startPayment(5000, { ...details, buyerEmail: email })
    await payStarted(world, started, card)
    const settled = await settlePayment(world.services, started.intentId)
    if (settled.outcome !== 'fulfilled') throw new Error(settled.outcome)
    await sendEmails(world.services)
    return { id: settled.voucher.id, intentId: started.intentId, email }
  }

  async function books({ id, intentId }: ShopVoucher) {
    const [row] = await world.rows(
      `select voucher.status, voucher.balance_pence as balance, payment.state
       from gift_voucher voucher join payment on payment.id = voucher.payment_id
       where voucher.id = $1 and stripe_payment_intent_id = $2`,
      [id, intentId],
    )
    return row
  }

  const redeem = async ({ id }: ShopVoucher, amount: number): Promise<void> => {
    await redeemVoucher(world.services, { voucherId: id, actor: 'admin' }, { amount, description: undefined })
  }

  /** Redeems the whole balance, or lets the voucher expire; resets the clock afterwards. */
  async function comeToAnEnd(voucher: ShopVoucher, status: 'spent' | 'expired'): Promise<void> {
    if (status === 'spent') return await redeem(voucher, 5000)
    world.clock.advance(AFTER_VALIDITY_DAYS * 24 * 60)
    await expireVouchers(world.services)
    world.clock.set(new Date())
  }

  return { buyVoucher, books, redeem, comeToAnEnd }
}
