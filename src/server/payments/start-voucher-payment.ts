import type { Body, Reply } from '#contract/endpoint'
import { formatPounds } from '#contract/money'
import type { createPaymentIntent } from '#contract/vouchers'
import type { Services } from '../clients/services.ts'
import { startPayment } from './start-payment.ts'

type Needs = Pick<Services, 'db' | 'stripe' | 'clock' | 'random'>

export async function startVoucherPayment(
  services: Needs,
  { amount, voucherData, requestId, replaces }: Body<typeof createPaymentIntent>,
  addressKey: string,
): Promise<Reply<typeof createPaymentIntent>> {
  return await startPayment(
    services,
    {
      purpose: 'gift_voucher',
      amountPence: amount,
      data: voucherData,
      requestId,
      replaces,
      description: `Gift voucher £${formatPounds(amount)}`,
      descriptorSuffix: 'VOUCHER',
    },
    addressKey,
  )
}
