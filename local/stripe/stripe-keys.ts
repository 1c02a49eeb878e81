import { unauthorized } from '#local/stripe/stripe-errors.ts'

export interface Keys {
  secretKey: string
  publishableKey: string
}

export type KeyKind = 'secret' | 'publishable' | 'none'

/** Reads a bearer token: https://docs.stripe.com/api/authentication */
export function keyKind({ secretKey, publishableKey }: Keys, authorization: string | null): KeyKind {
  const key = authorization?.replace(/^bearer /i, '')
  if (key === secretKey) return 'secret'
  return key === publishableKey ? 'publishable' : 'none'
}

export function requireKey(kind: KeyKind, publishable: boolean) {
  if (kind === 'none') throw unauthorized('Invalid API Key provided, or none at all.')
  if (kind === 'publishable' && !publishable) {
    throw unauthorized(
      'This API call cannot be made with a publishable API key. Please use a secret API key.',
      'secret_key_required',
    )
  }
}
