import { sql } from 'kysely'
import type { Db } from '../db/db.ts'
import type { voucherStatuses } from '#contract/vouchers'

export interface FoundVoucher {
  id: string
  status: (typeof voucherStatuses)[number]
  balancePence: number
  /** Null for one that was not bought online. */
  intentId: string | null
}

export async function findVoucher(db: Db, id: string): Promise<FoundVoucher | undefined> {
  const [voucher] = await db.run(sql<FoundVoucher>`
    select voucher.id, voucher.status, voucher.balance_pence, payment.stripe_payment_intent_id as intent_id
    from gift_voucher voucher left join payment on payment.id = voucher.payment_id
    where voucher.id = ${id}`)
  return voucher
}
