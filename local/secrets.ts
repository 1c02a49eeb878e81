import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Secrets {
  addressKey: string
  sessionKey: string
  adminPassword: string
  stripeSecretKey: string
  stripePublishableKey: string
  stripeWebhookSecret: string
  postmarkToken: string
}

/** Made once for this folder, so that what was hashed, paid or signed before a restart still holds after it. */
export function keepSecrets(dir: string): Secrets {
  const file = join(dir, 'secrets.json')
  const kept: Partial<Secrets> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const secrets: Secrets = {
    addressKey: letters(),
    sessionKey: letters(),
    adminPassword: readable(),
    stripeSecretKey: `sk_test_${letters()}`,
    stripePublishableKey: `pk_test_${letters()}`,
    stripeWebhookSecret: `whsec_${letters()}`,
    postmarkToken: letters(),
    // A folder that an older version of us made lacks what came later.
    ...kept,
  }
  mkdirSync(dir, { recursive: true })
  writeFileSync(file, JSON.stringify(secrets, null, 2), { mode: 0o600 })
  return secrets
}

/** In groups, for people who type it on a phone. */
const readable = () => (randomBytes(10).toString('hex').match(/.{5}/g) ?? []).join('-')

const letters = () => randomBytes(24).toString('hex')
