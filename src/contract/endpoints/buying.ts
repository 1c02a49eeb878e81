import type { Endpoint } from '#contract/base/endpoint.ts'
import { createOrderEndpoint, createProductPaymentIntentEndpoint } from '#contract/orders/orders.ts'
import { cancelPurchaseEndpoint } from '#contract/purchases/purchase-changes.ts'
import { giftVouchersEndpoint } from '#contract/vouchers/vouchers.ts'

export const buyingEndpoints = {
  cancelPurchase: cancelPurchaseEndpoint,
  createOrder: createOrderEndpoint,
  createProductPaymentIntent: createProductPaymentIntentEndpoint,
  giftVouchers: giftVouchersEndpoint,
} satisfies Record<string, Endpoint>
