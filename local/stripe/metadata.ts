import type Stripe from 'stripe'
import { group, type StripeParams } from '#local/stripe/params.ts'
import { invalidParameter } from '#local/stripe/stripe-errors.ts'

/** https://docs.stripe.com/metadata#data */
const LIMITS = { pairs: 50, key: 40, value: 500 }

/** Adds new pairs; an empty value removes its key, and an empty `metadata` removes all. */
export function mergeMetadata(old: Stripe.Metadata, params: StripeParams): Stripe.Metadata {
  if (params['metadata'] === '') return {}
  const merged = { ...old }
  for (const [key, value] of Object.entries(group(params, 'metadata'))) {
    if (typeof value !== 'string')
      throw invalidParameter('Metadata values must be strings.', `metadata[${key}]`)
    if (value === '') delete merged[key]
    else merged[checkKey(key)] = checkValue(key, value)
  }
  if (Object.keys(merged).length <= LIMITS.pairs) return merged
  throw invalidParameter(`Metadata can have up to ${LIMITS.pairs} keys.`, 'metadata')
}

function checkKey(key: string): string {
  if (key.length <= LIMITS.key) return key
  throw invalidParameter(`Metadata keys can have up to ${LIMITS.key} characters.`, 'metadata')
}

function checkValue(key: string, value: string): string {
  if (value.length <= LIMITS.value) return value
  const message = `Metadata values can have up to ${LIMITS.value} characters, but you passed in a value that is ${value.length} characters.`
  throw invalidParameter(message, `metadata[${key}]`)
}
