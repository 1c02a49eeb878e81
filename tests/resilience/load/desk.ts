import { randomUUID } from 'node:crypto'
import { formatPounds, parsePence } from '#contract/money'
import redeemVoucherEndpoint from '../../../netlify/functions/redeem-voucher.mts'
import refundOrder from '../../../netlify/functions/refund-order.mts'
import refundVoucherEndpoint from '../../../netlify/functions/refund-voucher.mts'
import type { SignedIn } from '../../harness/sign-in.ts'
import type { Visit } from './buyers.ts'
import type { Caller } from './retrying-client.ts'

/** At the desk, one of the vouchers that were handed out is redeemed, in part or with all that is left. */
export async function redeem(visit: Visit, owner: SignedIn): Promise<void> {
  const voucher = visit.dice.pick(visit.told.vouchers)
  if (!voucher) return
  const pence = visit.dice.between(1, voucher.pence)
  const amount = formatPounds(pence)
  const reply = await ask(visit, owner, redeemVoucherEndpoint, voucher.id, { amount })
  const entry = reply?.['entry'] as { id: string } | undefined
  if (entry) visit.told.redemptions.push({ entry: entry.id, voucher: voucher.id, pence })
}

/** Something that was bought is given back. */
export const refund = (visit: Visit, owner: SignedIn) =>
  visit.dice.chance(0.5) ? giveBackVoucher(visit, owner) : giveBackOrder(visit, owner)

async function giveBackVoucher(visit: Visit, owner: SignedIn): Promise<void> {
  const voucher = visit.dice.pick(visit.told.vouchers)
  if (!voucher) return
  const reply = await ask(visit, owner, refundVoucherEndpoint, voucher.id, {})
  if (!reply) return
  visit.told.voucherRefunds.push({
    voucher: voucher.id,
    pence: parsePence(String(reply['refundedAmount'])) ?? 0,
  })
}

async function giveBackOrder(visit: Visit, owner: SignedIn): Promise<void> {
  const order = visit.dice.pick(visit.told.orders)
  if (!order) return
  const restock = visit.dice.between(0, 1)
  const reply = await ask(visit, owner, refundOrder, order.id, { restock })
  if (!reply) return
  const pence = parsePence(String(reply['refunded'])) ?? 0
  visit.told.orderRefunds.push({ order: order.id, pence, restocked: Number(reply['restocked']) })
}

async function ask(
  { caller }: Visit,
  { headers }: SignedIn,
  handler: Parameters<Caller['ask']>[0],
  id: string,
  body: object,
): Promise<Record<string, unknown> | undefined> {
  const request = { path: '/', headers, params: { id }, body: { ...body, requestId: randomUUID() } }
  const answer = await caller.ask(handler, request)
  return answer?.status === 200 ? answer.body : undefined
}
