import { randomUUID } from 'node:crypto'
import { parse } from 'valibot'
import { formatPounds } from '#contract/base/money.ts'
import { londonDay } from '#contract/base/send-date.ts'
import { ImportRowSchema } from '#contract/vouchers/voucher-import.ts'
import { intentIdOf } from '#server/money/settle/intent.ts'
import { settlePayment } from '#server/money/settle/settle-payment.ts'
import { startVoucherPayment } from '#server/money/start/start-payment.ts'
import { importVouchers } from '#server/vouchers/import/import-vouchers.ts'
import { generateAsOwner } from '#tests/harness/generate-as-owner.ts'
import type { World } from '#tests/harness/start-world.ts'
import { DETAILS, payStarted } from '#tests/harness/voucher-buyer.ts'
import type { StepOf } from '#tests/resilience/ledger/steps.ts'

export const ACTOR = randomUUID()

export interface Issued {
  id: string
  /** Of a voucher bought online. */
  intentId?: string
  /** Of a voucher that was brought in. */
  importId?: string
}

/** Buys a voucher online, issues one at the desk or brings one in. */
export async function buyOrIssueVoucher(
  world: World,
  { how, slowBank, pence }: StepOf<'issue'>,
): Promise<Issued> {
  if (how === 'imported') return await bringIn(world, pence)
  if (how !== 'online') {
    const { recipientName, recipientEmail } = DETAILS
    const nobody = {
      buyerName: undefined,
      buyerEmail: undefined,
      personalMessage: undefined,
      customVoucherCode: undefined,
    }
    const deliverTo = slowBank ? ('print' as const) : undefined
    const isByPhone = how === 'telephone'
    const given = {
      recipientName,
      recipientEmail,
      deliverTo,
      originalAmount: pence,
      paidBy: isByPhone ? ('cash' as const) : how,
      byPhone: isByPhone,
    }
    const { id } = await generateAsOwner(world.services, ACTOR, { ...nobody, ...given })
    return { id }
  }
  const order = { amount: pence, voucherData: { ...DETAILS, originalAmount: pence } }
  const { clientSecret } = await startVoucherPayment(world.services, order, randomUUID())
  const intentId = intentIdOf(clientSecret)
  await payStarted(world, { clientSecret, intentId }, slowBank ? 'pm_card_pendingRefund' : 'pm_card_visa')
  const settled = await settlePayment(world.services, intentId)
  if (settled.outcome !== 'fulfilled') throw new Error(`paid, and ${settled.outcome}`)
  return { id: settled.voucher.id, intentId }
}

async function bringIn({ services, rows }: World, balance: number): Promise<Issued> {
  const importId = randomUUID()
  const row = parse(ImportRowSchema, { code: importId.slice(0, 18), balance: formatPounds(balance) })
  await importVouchers(services, { importId, dryRun: false, rows: [row] }, ACTOR)
  const [voucher] = await rows<{ id: string }>('select id from gift_voucher where import_id = $1', [importId])
  return { id: voucher!.id, importId }
}

/** Returns the day (London) on which a voucher was sold, by Stripe's clock if that was online. */
export async function dayOfSale({ rows }: World, id: string): Promise<string> {
  const [row] = await rows<{ at: Date }>('select issued_at as at from gift_voucher where id = $1', [id])
  return londonDay(row!.at)
}

/** Returns the expiry of a voucher in the database. */
export async function expiryOf({ rows }: World, id: string): Promise<Date> {
  const [row] = await rows<{ until: Date }>('select expires_at as until from gift_voucher where id = $1', [
    id,
  ])
  return row!.until
}
