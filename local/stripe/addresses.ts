import type Stripe from 'stripe'
import { group, required, text, type StripeParams } from '#local/stripe/params.ts'
import { invalidParameter } from '#local/stripe/stripe-errors.ts'

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
  const address = readAddress(group(shipping, 'address'))
  checkCountry(address.country)
  return {
    address,
    carrier: text(shipping, 'carrier') ?? null,
    name: required(shipping, 'name'),
    phone: text(shipping, 'phone') ?? null,
    tracking_number: text(shipping, 'tracking_number') ?? null,
  }
}

const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** A two-letter code of ISO 3166-1, where UK is reserved and not a country. */
function checkCountry(country: string | null) {
  if (country === null) return
  if (/^[A-Z]{2}$/.test(country) && country !== 'UK' && countries.of(country)) return
  const message = `Country '${country}' is unknown. Try using a 2-character alphanumeric country code instead.`
  throw invalidParameter(message, 'shipping[address][country]', 'country_code_invalid')
}
