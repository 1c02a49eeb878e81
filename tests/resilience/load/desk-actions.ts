import { randomUUID } from 'node:crypto'
import { formatPounds, parsePence } from '#contract/base/money.ts'
import type { SignedIn } from '#tests/harness/admin-session.ts'
import { functions } from '#tests/harness/every-function.ts'
import type { LoadContext } from '#tests/resilience/load/buyers.ts'
import type { RetryingClient } from '#tests/resilience/load/retrying-client.ts'

const { redeemVoucher, refundOrder, refundVoucher: refundVoucherEndpoint } = functions

/** Redeems a random amount of one of the acknowledged vouchers. */
export async function redeemAcknowledged(context: LoadContext, owner: SignedIn): Promise<void> {
  const voucher = context.random.pick(context.acknowledged.vouchers)
  if (!voucher) return
  const pence = context.random.between(1, voucher.pence)
  const amount = formatPounds(pence)
  const reply = await request(context, owner, redeemVoucher, voucher.id, { amount })
  const entry = reply?.['entry'] as { id: string } | undefined
  if (entry) context.acknowledged.redemptions.push({ entry: entry.id, voucher: voucher.id, pence })
}

/** Refunds an acknowledged voucher or order. */
export const refundAcknowledged = (context: LoadContext, owner: SignedIn) =>
  context.random.chance(0.5) ? refundVoucher(context, owner) : refundOrderOnce(context, owner)

async function refundVoucher(context: LoadContext, owner: SignedIn): Promise<void> {
  const voucher = context.random.pick(context.acknowledged.vouchers)
  if (!voucher) return
  const reply = await request(context, owner, refundVoucherEndpoint, voucher.id, {})
  if (!reply) return
  context.acknowledged.voucherRefunds.push({
    voucher: voucher.id,
    pence: parsePence(String(reply['refundedAmount'])) ?? 0,
  })
}

async function refundOrderOnce(context: LoadContext, owner: SignedIn): Promise<void> {
  const order = context.random.pick(context.acknowledged.orders)
  if (!order) return
  const restock = context.random.between(0, 1)
  const reply = await request(context, owner, refundOrder, order.id, { restock })
  if (!reply) return
  const pence = parsePence(String(reply['refunded'])) ?? 0
  context.acknowledged.orderRefunds.push({ order: order.id, pence, restocked: Number(reply['restocked']) })
}

async function request(
  { client }: LoadContext,
  { headers }: SignedIn,
  handler: Parameters<RetryingClient['request']>[0],
  id: string,
  body: object,
): Promise<Record<string, unknown> | undefined> {
  const request = { path: '/', headers, params: { id }, body: { ...body, requestId: randomUUID() } }
  const answer = await client.request(handler, request)
  return answer?.status === 200 ? answer.body : undefined
}
