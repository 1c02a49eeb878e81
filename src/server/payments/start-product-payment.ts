import type { Body, Reply } from '#contract/endpoint'
import type { createProductPaymentIntentEndpoint, ProductPurchase } from '#contract/orders'
import type { Stripe } from 'stripe'
import type { Services } from '../clients/services.ts'
import { startPayment } from './start-payment.ts'

type Deps = Pick<Services, 'db' | 'stripe' | 'clock' | 'random'>

/** Holds what is to be bought at today's price; a page that shows another price is refused. */
export async function startProductPayment(
  services: Deps,
  {
    productId,
    amount,
    quantity,
    purchaseData,
    requestId,
    replaces,
  }: Body<typeof createProductPaymentIntentEndpoint>,
  addressKey: string,
): Promise<Reply<typeof createProductPaymentIntentEndpoint>> {
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
      ...(purchaseData.delivery === 'local' && { shipping: shippingOf(purchaseData) }),
      hold: { productId, quantity },
    },
    addressKey,
  )
}

/** The clinic delivers in its own city. Stripe takes ISO 3166 codes, and the form's default country, UK, is none. */
function shippingOf({
  firstName,
  lastName,
  phone,
  shippingAddress: { line1, line2, city, postcode },
}: ProductPurchase): Stripe.PaymentIntentCreateParams.Shipping {
  return {
    name: `${firstName} ${lastName}`,
    ...(phone && { phone }),
    address: { line1, ...(line2 && { line2 }), city, postal_code: postcode, country: 'GB' },
  }
}
