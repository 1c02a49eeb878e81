import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Secrets {
  addressKey: string
  stripeSecretKey: string
  stripePublishableKey: string
  stripeWebhookSecret: string
  postmarkToken: string
}

/** Made once for this folder, so that what was hashed, paid or signed before a restart still holds after it. */
export function keepSecrets(dir: string): Secrets {
  const file = join(dir, 'secrets.json')
  if (existsSync(file)) {
    const kept: Secrets = JSON.parse(readFileSync(file, 'utf8'))
    return kept
  }
  const secrets: Secrets = {
    addressKey: letters(),
    stripeSecretKey: `sk_test_${letters()}`,
    stripePublishableKey: `pk_test_${letters()}`,
    stripeWebhookSecret: `whsec_${letters()}`,
    postmarkToken: letters(),
  }
  mkdirSync(dir, { recursive: true })
  writeFileSync(file, JSON.stringify(secrets, null, 2), { mode: 0o600 })
  return secrets
}

const letters = () => randomBytes(24).toString('hex')
