import type { Reply } from '#contract/endpoint'
import { formatPounds } from '#contract/money'
import type { createOrderEndpoint, OrderClaim } from '#contract/orders'
import type { PlacedOrderRow } from '../orders/place-order.ts'
import type { Services } from '../clients/services.ts'
import { notPaid, sameText, settleClaim, STILL_PROCESSING, unknownPayment } from './claim.ts'

type Deps = Pick<Services, 'db' | 'stripe' | 'clock' | 'random'>

/** The order of a payment, for whoever proves to have started it. */
export async function claimOrder(
  services: Deps,
  claim: OrderClaim,
  addressKey: string,
): Promise<Reply<typeof createOrderEndpoint>> {
  const settlement = await settleClaim(services, claim, addressKey)
  if (settlement.outcome === 'processing') return STILL_PROCESSING
  if (settlement.outcome !== 'ordered') throw notPaid(settlement)
  const { order, intent } = settlement
  if (!('clientSecret' in claim) && !samePurchase(claim, order)) throw unknownPayment()
  return {
    order: {
      id: order.id,
      status: order.status,
      reference: intent.id,
      productId: order.productId,
      productName: order.productName,
      quantity: order.quantity,
      delivery: order.delivery,
      amount: formatPounds(order.amountPence),
      date: order.placedAt.toISOString(),
    },
  }
}

const PROOF = ['firstName', 'lastName', 'email', 'productId', 'quantity'] as const

function samePurchase(claim: Exclude<OrderClaim, { clientSecret: string }>, order: PlacedOrderRow): boolean {
  const { purchase, amountPence } = order
  if (purchase === null || claim.amount !== amountPence) return false
  return PROOF.every((field) => sameText(String(claim[field]), String(purchase[field])))
}
