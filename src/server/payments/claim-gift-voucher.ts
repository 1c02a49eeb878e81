import { timingSafeEqual } from 'node:crypto'
import type { Reply } from '#contract/endpoint'
import { formatPounds } from '#contract/money'
import { formatVoucherCode } from '#contract/voucher-code'
import type { giftVouchers, VoucherClaim, VoucherPurchase } from '#contract/vouchers'
import { DomainError } from '../domain-error.ts'
import type { Services } from '../services/services.ts'
import type { BoughtVoucherRow } from '../vouchers/issue-voucher.ts'
import { intentIdOf } from './intent.ts'
import { type Settlement, settlePayment } from './settle-payment.ts'

type Needs = Pick<Services, 'db' | 'stripe' | 'clock' | 'random'>

const CLAIMS = { kind: 'claim', limit: 60, windowMinutes: 10 }

/** The voucher of a payment, for whoever proves to have started it. */
export async function claimGiftVoucher(
  services: Needs,
  claim: VoucherClaim,
  addressKey: string,
): Promise<Reply<typeof giftVouchers>> {
  const intentId = 'clientSecret' in claim ? intentIdOf(claim.clientSecret) : claim.paymentIntentId
  const settlement = await settlePayment(services, intentId, { ...CLAIMS, key: addressKey })
  if ('clientSecret' in claim && !sameText(claim.clientSecret, settlement.intent.client_secret ?? ''))
    throw unknown()
  switch (settlement.outcome) {
    case 'fulfilled':
      if (!('clientSecret' in claim) && !samePurchase(claim, settlement.voucher.purchase)) throw unknown()
      return { voucher: toBoughtVoucher(settlement.voucher, intentId) }
    case 'processing':
      return { processing: true, message: 'Your payment provider is still working. The e-mail will follow.' }
    default:
      throw notPaid(settlement.outcome)
  }
}

function toBoughtVoucher(voucher: BoughtVoucherRow, reference: string) {
  return {
    id: voucher.id,
    voucherCode: formatVoucherCode(voucher.code),
    status: voucher.status,
    amount: formatPounds(voucher.originalPence),
    originalAmount: formatPounds(voucher.originalPence),
    currentBalance: formatPounds(voucher.balancePence),
    reference,
    buyerName: voucher.buyerName,
    recipientName: voucher.recipientName,
    recipientEmail: voucher.recipientEmail,
    ...(voucher.personalMessage && { personalMessage: voucher.personalMessage }),
    expiryDate: voucher.lastDay,
    timestamp: voucher.issuedAt.toISOString(),
  }
}

function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

const PROOF = [
  'buyerName',
  'buyerEmail',
  'recipientName',
  'recipientEmail',
  'personalMessage',
  'originalAmount',
] as const

function samePurchase(claim: VoucherPurchase, purchase: VoucherPurchase | null): boolean {
  return purchase !== null && PROOF.every((field) => sameText(String(claim[field]), String(purchase[field])))
}

// The same words whether the payment does not exist or is somebody else's.
const unknown = () => new DomainError('not_found', 'We know of no such payment.')

function notPaid(outcome: Exclude<Settlement['outcome'], 'fulfilled' | 'processing'>): DomainError {
  switch (outcome) {
    case 'unpaid':
      return new DomainError('payment_incomplete', 'This payment has not been completed.')
    case 'cancelled':
      return new DomainError('payment_closed', 'This payment was cancelled. You have not been charged.')
    case 'returned':
      return new DomainError(
        'payment_closed',
        'What was paid differs from what was ordered, so no voucher was made. The money goes back to your card.',
      )
    case 'unknown':
      return unknown()
  }
}
