import type { Body, Reply } from '#contract/endpoint'
import type { createProductPaymentIntent } from '#contract/orders'
import type { Services } from '../services/services.ts'
import { startPayment } from './start-payment.ts'

type Needs = Pick<Services, 'db' | 'stripe' | 'clock' | 'random'>

/** Holds what is to be bought at today's price; a page that shows another price is refused. */
export async function startProductPayment(
  services: Needs,
  { productId, amount, quantity, purchaseData, requestId, replaces }: Body<typeof createProductPaymentIntent>,
  addressKey: string,
): Promise<Reply<typeof createProductPaymentIntent>> {
  return await startPayment(
    services,
    {
      purpose: 'order',
      amountPence: amount,
      data: { ...purchaseData, productId, quantity },
      requestId,
      replaces,
      description: `Order of ${quantity} from the shop`,
      descriptorSuffix: 'SHOP',
      hold: { productId, quantity },
    },
    addressKey,
  )
}
