import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Secrets {
  addressKey: string
  sessionKey: string
  linkKey: string
  adminPassword: string
  stripeSecretKey: string
  stripePublishableKey: string
  stripeWebhookSecret: string
  postmarkToken: string
  postmarkWebhookPassword: string
}

/** Returns the secrets of this folder and creates them once, so that hashes, payments and sessions survive a restart. */
export function loadSecrets(dir: string): Secrets {
  const file = join(dir, 'secrets.json')
  const stored: Partial<Secrets> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const secrets: Secrets = {
    addressKey: randomHex(),
    sessionKey: randomHex(),
    linkKey: randomHex(),
    adminPassword: randomPassword(),
    stripeSecretKey: `sk_test_${randomHex()}`,
    stripePublishableKey: `pk_test_${randomHex()}`,
    stripeWebhookSecret: `whsec_${randomHex()}`,
    postmarkToken: randomHex(),
    postmarkWebhookPassword: randomHex(),
    // A folder may lack those that were added since.
    ...stored,
  }
  mkdirSync(dir, { recursive: true })
  writeFileSync(file, JSON.stringify(secrets, null, 2), { mode: 0o600 })
  return secrets
}

/** In groups of five, which are easier to type. */
const randomPassword = () => (randomBytes(10).toString('hex').match(/.{5}/g) ?? []).join('-')

const randomHex = () => randomBytes(24).toString('hex')
