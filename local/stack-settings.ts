import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** The services to use for real instead of their stand-ins. */
export interface RealServices {
  databaseUrl?: string | undefined
  functionsDatabaseUrl?: string | undefined
  stripe?: { publishableKey: string; webhookSecret: string | undefined } | undefined
  postmark?: boolean
}

export interface StackSettings {
  port: number
  dir: string
  real: RealServices
}

/** Reads the settings from the environment and `.env`; the environment wins. */
export function readSettings(root: string): StackSettings {
  const file = join(root, '.env')
  if (existsSync(file)) process.loadEnvFile(file)
  unsetEmpty()
  const port = Number(process.env['PORT'] ?? 4321)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error('PORT is not the number of a port')
  return { port, dir: resolve(root, process.env['LOCAL_DIR'] ?? '.local'), real: readReal() }
}

/** Treats empty variables, such as unfilled lines of `.env.example`, as unset. */
function unsetEmpty(): void {
  for (const [name, value] of Object.entries(process.env)) if (value === '') delete process.env[name]
}

function readReal(): RealServices {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey } = process.env
  if (secretKey && /^[sr]k_live_/.test(secretKey)) {
    throw new Error(
      'STRIPE_SECRET_KEY is a live one: real money would move. Use the test keys on your machine',
    )
  }
  const webhookSecret = process.env['STRIPE_WEBHOOK_SECRET']
  return {
    databaseUrl: process.env['DATABASE_URL'],
    functionsDatabaseUrl: process.env['FUNCTIONS_DATABASE_URL'],
    stripe: secretKey && publishableKey ? { publishableKey, webhookSecret } : undefined,
    postmark: process.env['POSTMARK_SERVER_TOKEN'] !== undefined,
  }
}
