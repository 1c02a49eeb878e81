import type Stripe from 'stripe'
import { group, text, type StripeParams } from '#local/stripe/params.ts'
import { methodTypes } from '#local/stripe/payment-methods.ts'
import { invalidParameter } from '#local/stripe/stripe-errors.ts'

/** Stripe offers what the dashboard enables: https://docs.stripe.com/payments/payment-methods/integration-options */
export function acceptedMethods(
  params: StripeParams,
): Pick<Stripe.PaymentIntent, 'automatic_payment_methods' | 'payment_method_types'> {
  const redirects = text(group(params, 'automatic_payment_methods'), 'allow_redirects') ?? 'always'
  return {
    automatic_payment_methods: { allow_redirects: redirects, enabled: true },
    payment_method_types: methodTypes(redirects !== 'never'),
  }
}

export function readEmail(params: StripeParams): string | null {
  const email = text(params, 'receipt_email')
  if (email === undefined) return null
  if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) return email
  throw invalidParameter(`Invalid email address: ${email}`, 'receipt_email', 'email_invalid')
}

/** The account's prefix, with the maximum length. */
export const PREFIX = 'TESTCLINIC'
const DESCRIPTOR_MAX = 22

/** The line on a bank statement. */
export const statementLine = (suffix: string | null) => (suffix === null ? PREFIX : `${PREFIX}* ${suffix}`)

/**
 * Reads the suffix; refuses one that does not fit after the prefix. Whether Stripe truncates or refuses it is not
 * documented: https://docs.stripe.com/get-started/account/statement-descriptors
 */
export function readSuffix(params: StripeParams): string | null {
  const name = 'statement_descriptor_suffix'
  const suffix = text(params, name)
  if (suffix === undefined) return null
  if (statementLine(suffix).length > DESCRIPTOR_MAX)
    throw invalidParameter(
      `The statement descriptor "${statementLine(suffix)}" is longer than ${DESCRIPTOR_MAX} characters.`,
      name,
    )
  if (/[<>\\'"*]/.test(suffix) || !/[A-Za-z]/.test(suffix)) {
    throw invalidParameter('The statement descriptor suffix needs a letter, and none of < > \\ \' " *', name)
  }
  return suffix
}
