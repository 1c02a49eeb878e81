import { integer, required, type StripeParams } from '#local/stripe/params.ts'
import { invalidParameter } from '#local/stripe/stripe-errors.ts'

/** https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
const SMALLEST: Record<string, { amount: number; shown: string }> = {
  gbp: { amount: 30, shown: '£0.30' },
  eur: { amount: 50, shown: '€0.50' },
  usd: { amount: 50, shown: '$0.50' },
}
const LARGEST = 99_999_999

export function readAmount(params: StripeParams, name: string): number {
  required(params, name)
  const amount = integer(params, name) ?? 0
  if (amount >= 1) return amount
  throw invalidParameter('This value must be greater than or equal to 1.', name, 'parameter_invalid_integer')
}

export function checkAmount(amount: number, currency: string) {
  const smallest = SMALLEST[currency]
  if (!smallest) throw invalidParameter(`Invalid currency: ${currency}.`, 'currency')
  if (amount < smallest.amount) {
    throw invalidParameter(
      `Amount must be at least ${smallest.shown} ${currency}`,
      'amount',
      'amount_too_small',
    )
  }
  if (amount > LARGEST) {
    throw invalidParameter('Amount must be no more than 999,999.99', 'amount', 'amount_too_large')
  }
}

export const showAmount = (amount: number, currency: string) =>
  new Intl.NumberFormat('en-GB', { style: 'currency', currency }).format(amount / 100)
