import { timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { Reply } from '#contract/base/endpoint.ts'
import { formatPounds } from '#contract/base/money.ts'
import { londonDay } from '#contract/base/send-date.ts'
import type { createOrderEndpoint, OrderClaim } from '#contract/orders/orders.ts'
import type { BoughtBy } from '#contract/purchases/bought-by.ts'
import { formatVoucherCode } from '#contract/vouchers/voucher-code.ts'
import type { giftVouchersEndpoint, VoucherClaim, VoucherPurchaseData } from '#contract/vouchers/vouchers.ts'
import type { Services } from '#server/clients/services.ts'
import { isDatabaseLost } from '#server/database-lost.ts'
import { countRequest, requireWithinLimit, type RateLimitResult } from '#server/db/rate-limit.ts'
import { DomainError } from '#server/domain-error.ts'
import { hasLinkKey, purchaseToken } from '#server/links/purchase-link.ts'
import { noteIntent } from '#server/log.ts'
import { intentIdOf } from '#server/money/settle/intent.ts'
import { paymentOf } from '#server/money/settle/our-intents.ts'
import { OUTCOME_UNKNOWN, settlePayment, type Settlement } from '#server/money/settle/settle-payment.ts'
import { withoutUnused } from '#server/money/start/start-payment.ts'
import type { PlacedOrderRow } from '#server/orders/place-order.ts'
import { RATE_LIMITS } from '#server/rate-limits.ts'
import { statusForBuyer } from '#server/status-for-buyer.ts'
import type { BoughtVoucherRow } from '#server/vouchers/ledger/issue-voucher.ts'

type Deps = Pick<Services, 'db' | 'stripe' | 'clock' | 'random'>

const STILL_PROCESSING = {
  processing: true,
  message: 'Your payment is still going through. We will email you as soon as we hear.',
} as const

/** Settles the claimed payment. Throws `not_found` if the client secret is wrong. */
async function settleClaim(
  services: Deps,
  claim: { clientSecret: string } | { paymentIntentId: string },
  addressKey: string,
): Promise<Settlement> {
  const intentId = 'clientSecret' in claim ? intentIdOf(claim.clientSecret) : claim.paymentIntentId
  await countClaim(services, intentId, addressKey).catch(explainOutage)
  const settlement = await settlePayment(services, intentId).catch(explainOutage)
  const secret = settlement.intent.client_secret ?? ''
  if ('clientSecret' in claim && !isSameText(claim.clientSecret, secret)) throw unknownPaymentError()
  return settlement
}

/**
 * Counts a claim before Stripe is asked. One whose intent has no payment here counts apart, so that a stranger who
 * guesses does not use up the claims of buyers behind the same address, and gets the response of a wrong secret.
 */
async function countClaim({ db, clock }: Deps, intentId: string, addressKey: string): Promise<void> {
  const now = clock.now()
  const { claim, claimOfIntent, unknownClaim, unknownClaims } = RATE_LIMITS
  const [counted] = await db.run(sql<RateLimitResult & { isKnown: boolean }>`
    with intent as (select exists (${paymentOf(intentId)}) as is_known),
    of_intent as (${countRequest({ ...claimOfIntent, key: `${intentId} ${addressKey}` }, now, sql`from intent where is_known`)}),
    known as (${countRequest({ ...claim, key: addressKey }, now, sql`from of_intent where admitted`)}),
    unknown_of_address as (${countRequest({ ...unknownClaim, key: addressKey }, now, sql`from intent where not is_known`)}),
    unknown as (${countRequest({ ...unknownClaims, key: 'all' }, now, sql`from unknown_of_address where admitted`)})
    select admitted, retry_at, true as is_known from known
    union all select admitted, retry_at, true from of_intent where not admitted
    union all select admitted, retry_at, false from unknown`)
  if (counted?.isKnown) {
    noteIntent(intentId)
    requireWithinLimit(counted, now)
  } else if (!counted?.admitted) throw unknownPaymentError()
}

/** An error of the database says as much as one of Stripe: the card may have been charged. */
function explainOutage(error: unknown): never {
  if (error instanceof DomainError) throw error
  const code = isDatabaseLost(error) ? 'database_unreachable' : 'internal'
  throw new DomainError(code, `We cannot reach our records at the moment. ${OUTCOME_UNKNOWN}`, {
    cause: error,
  })
}

function isSameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

// The same message for a payment that does not exist and for one that the claim does not prove.
const unknownPaymentError = () => new DomainError('not_found', 'We could not find this payment.')

const DECLINED =
  'This payment was closed after five declined attempts. You have not been charged. Start again or call us.'

/** Explains to the buyer why a settlement has no voucher or order. */
function notPaidError(settlement: Settlement): DomainError {
  switch (settlement.outcome) {
    case 'unpaid':
      return new DomainError('payment_incomplete', 'This payment has not been completed.')
    case 'cancelled':
      return new DomainError(
        'payment_closed',
        settlement.isDeclined ? DECLINED : 'This payment was cancelled. You have not been charged.',
      )
    case 'returned':
      return new DomainError(
        'payment_closed',
        'We received your payment but could not complete the purchase. We are refunding you the way you paid, which takes 5 to 10 working days.',
      )
    case 'refunded':
      return new DomainError(
        'payment_closed',
        'This payment has been refunded, so your purchase did not go through. Your money will be returned the way you paid, which takes 5 to 10 working days.',
      )
    case 'unmatched':
      return new DomainError(
        'payment_closed',
        'We received your payment but cannot match it to a purchase. Please do not pay again. If you ring us, we will put it right.',
      )
    default:
      return unknownPaymentError()
  }
}

/** Returns the voucher of a payment to the buyer, who proves it by the client secret, or by the purchase's data until their address is corrected. */
export async function claimGiftVoucher(
  services: Deps,
  claim: VoucherClaim,
  addressKey: string,
): Promise<Reply<typeof giftVouchersEndpoint>> {
  const settlement = await settleClaim(services, claim, addressKey)
  if (settlement.outcome === 'processing') return STILL_PROCESSING
  if (settlement.outcome !== 'fulfilled') throw notPaidError(settlement)
  const { voucher, intent } = settlement
  if (!('clientSecret' in claim) && (voucher.hasNewLink || !isSameVoucherPurchase(claim, voucher.purchase)))
    throw unknownPaymentError()
  const bought = toBoughtVoucher(voucher, intent.id, londonDay(services.clock.now()))
  return { voucher: { ...bought, ...boughtBy(claim, voucher) } }
}

/** With its value less refunds: what has been used of it is not the buyer's to know. */
function toBoughtVoucher(voucher: BoughtVoucherRow, reference: string, today: string) {
  return {
    id: voucher.id,
    number: voucher.number,
    voucherCode: formatVoucherCode(voucher.code),
    status: statusForBuyer(voucher.status, voucher.lastDay, today),
    amount: formatPounds(voucher.originalPence),
    originalAmount: formatPounds(voucher.originalPence),
    currentBalance: formatPounds(voucher.originalPence - voucher.refundedPence),
    reference,
    buyerName: voucher.buyerName,
    recipientName: voucher.recipientName,
    ...(voucher.recipientEmail && { recipientEmail: voucher.recipientEmail }),
    deliverTo: voucher.deliverTo,
    ...(voucher.sendOn && { sendOn: voucher.sendOn }),
    ...(voucher.personalMessage && { personalMessage: voucher.personalMessage }),
    expiryDate: voucher.lastDay,
    timestamp: voucher.issuedAt.toISOString(),
  }
}

const VOUCHER_PROOF = [
  'buyerName',
  'buyerEmail',
  'recipientName',
  'recipientEmail',
  'personalMessage',
  'deliverTo',
  'sendOn',
  'originalAmount',
] as const

function isSameVoucherPurchase(input: VoucherPurchaseData, purchase: BoughtVoucherRow['purchase']): boolean {
  const claim = withoutUnused(input)
  return (
    purchase !== null &&
    VOUCHER_PROOF.every((field) => isSameText(String(claim[field]), String(purchase[field])))
  )
}

/** Returns the order of a payment to the buyer, who proves it by the client secret, or by the purchase's data until their address is corrected. */
export async function claimOrder(
  services: Deps,
  claim: OrderClaim,
  addressKey: string,
): Promise<Reply<typeof createOrderEndpoint>> {
  const settlement = await settleClaim(services, claim, addressKey)
  if (settlement.outcome === 'processing') return STILL_PROCESSING
  if (settlement.outcome !== 'ordered') throw notPaidError(settlement)
  const { order, intent } = settlement
  if (!('clientSecret' in claim) && (order.hasNewLink || !isSameOrderPurchase(claim, order)))
    throw unknownPaymentError()
  return {
    order: {
      id: order.id,
      number: order.number,
      status: order.status,
      reference: intent.id,
      productId: order.productId,
      productName: order.productName,
      quantity: order.quantity,
      delivery: order.delivery,
      firstName: order.firstName,
      lastName: order.lastName,
      shippingAddress: order.shippingAddress,
      amount: formatPounds(order.amountPence),
      date: order.placedAt.toISOString(),
      ...boughtBy(claim, order),
    },
  }
}

/** Not of a buyer who was erased. */
const boughtBy = (
  claim: VoucherClaim | OrderClaim,
  { email, linkId, canChangeEmail }: { email: string | null; linkId: string; canChangeEmail: boolean },
): { boughtBy?: BoughtBy } =>
  'clientSecret' in claim && email && hasLinkKey()
    ? { boughtBy: { email, token: purchaseToken(linkId), canChangeEmail } }
    : {}

const ORDER_PROOF = ['firstName', 'lastName', 'email', 'productId', 'quantity'] as const

function isSameOrderPurchase(
  claim: Exclude<OrderClaim, { clientSecret: string }>,
  order: PlacedOrderRow,
): boolean {
  const { purchase, amountPence } = order
  if (purchase === null || claim.amount !== amountPence) return false
  return ORDER_PROOF.every((field) => isSameText(String(claim[field]), String(purchase[field])))
}
