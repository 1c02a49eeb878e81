import type { Reply } from '#contract/endpoint'
import { formatPounds } from '#contract/money'
import { formatVoucherCode } from '#contract/voucher-code'
import type { giftVouchersEndpoint, VoucherClaim, VoucherPurchase } from '#contract/vouchers'
import type { Services } from '../clients/services.ts'
import type { BoughtVoucherRow } from '../vouchers/issue-voucher.ts'
import { notPaid, sameText, settleClaim, STILL_PROCESSING, unknownPayment } from './claim.ts'

type Deps = Pick<Services, 'db' | 'stripe' | 'clock' | 'random'>

/** The voucher of a payment, for whoever proves to have started it. */
export async function claimGiftVoucher(
  services: Deps,
  claim: VoucherClaim,
  addressKey: string,
): Promise<Reply<typeof giftVouchersEndpoint>> {
  const settlement = await settleClaim(services, claim, addressKey)
  if (settlement.outcome === 'processing') return STILL_PROCESSING
  if (settlement.outcome !== 'fulfilled') throw notPaid(settlement)
  const { voucher, intent } = settlement
  if (!('clientSecret' in claim) && !samePurchase(claim, voucher.purchase)) throw unknownPayment()
  return { voucher: toBoughtVoucher(voucher, intent.id) }
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
