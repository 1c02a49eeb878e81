import { startMail, type LocalMailServer } from '#local/mail/mail.ts'
import { ensureDatabase } from '#local/postgres/databases.ts'
import { startGateway, type Gateway } from '#local/postgres/gateway.ts'
import { startPwnedPasswords } from '#local/pwned-passwords.ts'
import { startStripe, type StripeStandIn } from '#local/stripe/start-stripe.ts'
import { migrate } from '#scripts/migrate.ts'
import { startCluster } from '#tests/harness/scratch-postgres.ts'

export const BENCH_WEBHOOK_SECRET = 'whsec_bench'
const KEYS = { secretKey: 'sk_test_bench', publishableKey: 'pk_test_bench' }
const MAIL_TOKEN = 'mail-bench'
const DATABASE = 'bench'

/** The key of the browser; calls with it count as the buyer's. */
export const BENCH_PUBLISHABLE_KEY = KEYS.publishableKey

/** A database and the stand-ins that the functions use. */
interface StandIns extends AsyncDisposable {
  gateway: Gateway
  stripe: StripeStandIn
  mail: LocalMailServer
  databaseUrl: string
  /** The environment variables of the functions. */
  environment: Record<string, string>
}

export async function startStandIns(): Promise<StandIns> {
  await using started = new AsyncDisposableStack()
  const cluster = started.use(await startCluster())
  const gateway = started.adopt(await startGateway({ postgresPort: cluster.port }), (it) => it.stop())
  const stripe = started.adopt(await startStripe({ ...KEYS, webhooks: [] }), (it) => it.stop())
  const mail = started.adopt(await startMail({ token: MAIL_TOKEN }), (it) => it.stop())
  const pwnedPasswords = started.adopt(await startPwnedPasswords(), (it) => it.stop())
  const databaseUrl = gateway.url(DATABASE)
  await ensureDatabase(databaseUrl)
  await migrate(databaseUrl)
  const everything = started.move()
  return {
    gateway,
    stripe,
    mail,
    databaseUrl,
    environment: {
      ...ENVIRONMENT,
      DATABASE_URL: databaseUrl,
      STRIPE_API: stripe.url,
      POSTMARK_API: mail.url,
      HIBP_API: pwnedPasswords.url,
    },
    [Symbol.asyncDispose]: () => everything.disposeAsync(),
  }
}

/** The variables that are the same in each run. */
const ENVIRONMENT = {
  STRIPE_SECRET_KEY: KEYS.secretKey,
  STRIPE_PUBLISHABLE_KEY: KEYS.publishableKey,
  STRIPE_WEBHOOK_SECRET: BENCH_WEBHOOK_SECRET,
  POSTMARK_SERVER_TOKEN: MAIL_TOKEN,
  MAIL_FROM: 'bench@clinic.example',
  ADDRESS_KEY: 'thirty-two characters, for the bench only',
  LINK_KEY: 'a third of thirty-two characters, for the bench',
  SESSION_KEY: 'another thirty-two characters, for the bench only',
  URL: 'http://localhost:4321',
}
