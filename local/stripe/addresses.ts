import type Stripe from 'stripe'
import { group, required, text, type StripeParams } from '#local/stripe/params.ts'

export const readAddress = (params: StripeParams): Stripe.Address => ({
  city: text(params, 'city') ?? null,
  country: text(params, 'country') ?? null,
  line1: text(params, 'line1') ?? null,
  line2: text(params, 'line2') ?? null,
  postal_code: text(params, 'postal_code') ?? null,
  state: text(params, 'state') ?? null,
})

/** Reads `shipping`, whose name and address are required: https://docs.stripe.com/api/payment_intents/create#create_payment_intent-shipping */
export function readShipping(params: StripeParams): Stripe.PaymentIntent.Shipping | null {
  if (!('shipping' in params)) return null
  const shipping = group(params, 'shipping')
  if (!('address' in shipping)) required(shipping, 'address')
  return {
    address: readAddress(group(shipping, 'address')),
    carrier: text(shipping, 'carrier') ?? null,
    name: required(shipping, 'name'),
    phone: text(shipping, 'phone') ?? null,
    tracking_number: text(shipping, 'tracking_number') ?? null,
  }
}
