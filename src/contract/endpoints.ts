import type { Endpoint } from './endpoint.ts'
import { appointments, contact } from './enquiries.ts'
import { createOrder, createProductPaymentIntent } from './orders.ts'
import { productInquiries, products } from './products.ts'
import { createPaymentIntent, giftVouchers } from './vouchers.ts'

/** Every endpoint under the name it has in all layers. */
export const endpoints = {
  appointments,
  contact,
  createOrder,
  createPaymentIntent,
  createProductPaymentIntent,
  giftVouchers,
  productInquiries,
  products,
} satisfies Record<string, Endpoint>
