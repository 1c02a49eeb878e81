import type { Body, Reply } from '#contract/endpoint'
import { formatPounds } from '#contract/money'
import type { createPaymentIntentEndpoint } from '#contract/vouchers'
import type { Services } from '../clients/services.ts'
import { startPayment } from './start-payment.ts'

type Deps = Pick<Services, 'db' | 'stripe' | 'clock' | 'random'>

export async function startVoucherPayment(
  services: Deps,
  { amount, voucherData, requestId, replaces }: Body<typeof createPaymentIntentEndpoint>,
  addressKey: string,
): Promise<Reply<typeof createPaymentIntentEndpoint>> {
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
