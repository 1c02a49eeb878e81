import { randomUUID } from 'node:crypto'
import { intentIdOf } from '#server/payments/intent.ts'
import { settlePayment } from '#server/payments/settle-payment.ts'
import { startVoucherPayment } from '#server/payments/start-payment.ts'
import { generateVoucher } from '#server/vouchers/generate-voucher.ts'
import type { World } from '#tests/harness/start-world.ts'
import { DETAILS, payStarted } from '#tests/harness/voucher-buyer.ts'
import type { StepOf } from '#tests/resilience/ledger/steps.ts'

export const ACTOR = randomUUID()

export interface Issued {
  id: string
  /** Missing for a voucher issued at the desk. */
  intentId?: string
}

/** Buys a voucher online or issues one at the desk. */
export async function buyOrIssueVoucher(
  world: World,
  { how, slowBank, pence }: StepOf<'issue'>,
): Promise<Issued> {
  if (how !== 'online') {
    const { recipientName, recipientEmail } = DETAILS
    const nobody = {
      buyerName: undefined,
      buyerEmail: undefined,
      personalMessage: undefined,
      customVoucherCode: undefined,
    }
    const given = { recipientName, recipientEmail, originalAmount: pence, paidBy: how }
    return await generateVoucher(world.services, ACTOR, { ...nobody, ...given })
  }
  const order = { amount: pence, voucherData: { ...DETAILS, originalAmount: pence } }
  const { clientSecret } = await startVoucherPayment(world.services, order, randomUUID())
  const intentId = intentIdOf(clientSecret)
  await payStarted(world, { clientSecret, intentId }, slowBank ? 'pm_card_pendingRefund' : 'pm_card_visa')
  const settled = await settlePayment(world.services, intentId)
  if (settled.outcome !== 'fulfilled') throw new Error(`paid, and ${settled.outcome}`)
  return { id: settled.voucher.id, intentId }
}

/** Returns the expiry of a voucher in the database. */
export async function expiryOf({ rows }: World, id: string): Promise<Date> {
  const [row] = await rows<{ until: Date }>('select expires_at as until from gift_voucher where id = $1', [
    id,
  ])
  return row!.until
}
