import type { Endpoint } from './endpoint.ts'
import { appointments, contact } from './enquiries.ts'
import { productInquiries, products } from './products.ts'
import { createPaymentIntent, giftVouchers } from './vouchers.ts'

/** Every endpoint under the name it has in all layers. */
export const endpoints = {
  appointments,
  contact,
  createPaymentIntent,
  giftVouchers,
  productInquiries,
  products,
} satisfies Record<string, Endpoint>
