import { join } from 'node:path'
import { clinic } from '#clinic/current-clinic.ts'
import { ensureLocalAdmin, type LocalAdmin } from '#local/local-admin.ts'
import { webhookTo } from '#local/mail/mail-webhooks.ts'
import { startMail } from '#local/mail/mail.ts'
import { startPwnedPasswords, type PwnedPasswords } from '#local/pwned-passwords.ts'
import { loadSecrets } from '#local/secrets.ts'
import type { RealServices } from '#local/stack-settings.ts'
import { startDatabase } from '#local/start-database.ts'
import { startStripe, type StripeStandIn } from '#local/stripe/start-stripe.ts'
import { POSTMARK_WEBHOOK, STRIPE_WEBHOOK_PATH } from '#server/clients/webhook-paths.ts'
import { STRIPE_EVENTS } from '#server/money/settle/apply-stripe-event.ts'

export interface ServicesOptions {
  dir: string
  /** The site's origin, for the functions and for webhooks. */
  site: string
  /** The services to use for real; stand-ins replace the others. */
  real: RealServices
  /** Where publishing in the portal asks for a build. */
  buildHook?: string
  report: (step: string) => void
  /** The time at the stand-ins (ms). */
  clock?: () => number
}

type Mailbox = Awaited<ReturnType<typeof startMail>>

/** The services that the functions use. A stand-in is undefined where the real service is used. */
export interface LocalServices {
  /** As the owner. */
  databaseUrl: string
  /** As the role of the functions. With a real database without such a role, as the owner. */
  functionsDatabaseUrl: string
  stripe: StripeStandIn | undefined
  stripePublishableKey: string
  stripeSecretKey: string
  mail: Mailbox | undefined
  pwnedPasswords: PwnedPasswords
  /** Undefined with a real database. */
  admin: LocalAdmin | undefined
  stop: () => Promise<void>
}

/** Starts the stand-ins and passes their addresses to the functions through the environment. */
export async function startServices(options: ServicesOptions): Promise<LocalServices> {
  const { dir, site, real } = options
  const running = await start(options)
  const { database, stripe, mail, pwnedPasswords, admin } = running
  const databaseUrl = real.databaseUrl ?? database?.url ?? ''
  const functionsDatabaseUrl = database?.functionsUrl ?? real.functionsDatabaseUrl ?? databaseUrl
  // The database may have replaced the folder's data.
  const secrets = loadSecrets(dir)
  const { stripeSecretKey, stripePublishableKey, stripeWebhookSecret } = secrets
  const restore = setEnvironment({
    URL: site,
    DATABASE_URL: databaseUrl,
    FUNCTIONS_DATABASE_URL: functionsDatabaseUrl,
    ...(database && { DATABASE_URL_UNPOOLED: databaseUrl }),
    ADDRESS_KEY: process.env['ADDRESS_KEY'] ?? secrets.addressKey,
    SESSION_KEY: process.env['SESSION_KEY'] ?? secrets.sessionKey,
    LINK_KEY: process.env['LINK_KEY'] ?? secrets.linkKey,
    MAIL_FROM: process.env['MAIL_FROM'] ?? clinic.email,
    // Never that of the live site, which may be in `.env`.
    BUILD_HOOK: options.buildHook ?? '',
    HIBP_API: pwnedPasswords.url,
    STRIPE_WEBHOOK_SECRET: real.stripe?.webhookSecret ?? stripeWebhookSecret,
    ...(stripe && {
      STRIPE_API: stripe.url,
      STRIPE_SECRET_KEY: stripeSecretKey,
      STRIPE_PUBLISHABLE_KEY: stripePublishableKey,
    }),
    ...(mail && {
      POSTMARK_API: mail.url,
      POSTMARK_SERVER_TOKEN: secrets.postmarkToken,
      POSTMARK_WEBHOOK_PASSWORD: secrets.postmarkWebhookPassword,
    }),
  })
  return {
    databaseUrl,
    functionsDatabaseUrl,
    stripe,
    // Never shows a real secret.
    stripeSecretKey: stripe ? stripeSecretKey : '',
    stripePublishableKey: real.stripe?.publishableKey ?? stripePublishableKey,
    mail,
    pwnedPasswords,
    admin,
    async stop() {
      await running.stop()
      restore()
    },
  }
}

/** Sets environment variables; returns a function that restores them. */
function setEnvironment(values: Record<string, string>): () => void {
  const previous = Object.keys(values).map((name) => [name, process.env[name]] as const)
  Object.assign(process.env, values)
  return () => {
    for (const [name, value] of previous) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
  }
}

/** Starts the stand-ins; stops those already running if one fails. */
async function start(options: ServicesOptions) {
  const { dir, real, report } = options
  const stops: (() => Promise<void>)[] = []
  const stop = async () => {
    for (const end of stops.splice(0).toReversed()) await end()
  }
  const keep = <T extends { stop: () => Promise<void> }>(started: T): T => {
    stops.push(() => started.stop())
    return started
  }
  try {
    if (!real.databaseUrl) report('Starting the database')
    const database = real.databaseUrl ? undefined : keep(await startDatabase(dir, report))
    // With a setup code, the first owner is made at /admin/welcome, as on a deployed site.
    const admin =
      database && !process.env['SETUP_CODE'] ? await ensureLocalAdmin(database.url, dir) : undefined
    const stripe = real.stripe ? undefined : keep(await startLocalStripe(options))
    const mail = real.postmark ? undefined : keep(await startLocalMail(options))
    const pwnedPasswords = keep(await startPwnedPasswords())
    return { database, stripe, mail, pwnedPasswords, admin, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function startLocalStripe({ dir, site, clock }: ServicesOptions): Promise<StripeStandIn> {
  const { stripeSecretKey, stripePublishableKey, stripeWebhookSecret } = loadSecrets(dir)
  return startStripe({
    file: join(dir, 'stripe.jsonl'),
    secretKey: stripeSecretKey,
    publishableKey: stripePublishableKey,
    domains: [{ name: new URL(site).hostname }],
    webhooks: [
      { url: site + STRIPE_WEBHOOK_PATH, secret: stripeWebhookSecret, enabledEvents: STRIPE_EVENTS },
    ],
    ...(clock && { clock }),
  })
}

function startLocalMail({ dir, site, clock }: ServicesOptions): Promise<Mailbox> {
  const { postmarkToken, postmarkWebhookPassword } = loadSecrets(dir)
  const auth = { Username: POSTMARK_WEBHOOK.user, Password: postmarkWebhookPassword }
  return startMail({
    file: join(dir, 'mail.json'),
    token: postmarkToken,
    account: { webhooks: [webhookTo(site + POSTMARK_WEBHOOK.path, auth)] },
    ...(clock && { clock }),
  })
}
