import { unauthorized } from '#local/stripe/stripe-errors.ts'

export interface Keys {
  secretKey: string
  publishableKey: string
}

export type KeyKind = 'secret' | 'publishable' | 'none'

/** Reads a bearer token or the user name of basic authentication: https://docs.stripe.com/api/authentication */
export function keyKind({ secretKey, publishableKey }: Keys, authorization: string | null): KeyKind {
  const key = presentedKey(authorization)
  if (key === secretKey) return 'secret'
  return key === publishableKey ? 'publishable' : 'none'
}

function presentedKey(authorization: string | null): string {
  const [scheme = '', credentials = ''] = (authorization ?? '').split(' ')
  if (scheme.toLowerCase() !== 'basic') return credentials
  return Buffer.from(credentials, 'base64').toString().split(':')[0] ?? ''
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
