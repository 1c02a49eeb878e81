import { startMail } from '../../local/mail/mail.ts'
import { type Functions, loadFunctions } from '../../local/netlify/functions.ts'
import { startGateway } from '../../local/postgres/gateway.ts'
import { ensureDatabase } from '../../local/postgres/databases.ts'
import { startStripe } from '../../local/stripe/stripe.ts'
import { migrate } from '../../netlify/migrate.ts'
import { fillShelf } from '../shelf.ts'
import { startCluster } from '../../tests/local/postgres/scratch.ts'

export const WEBHOOK_SECRET = 'whsec_bench'
const KEYS = { secretKey: 'sk_test_bench', publishableKey: 'pk_test_bench' }
const MAIL_TOKEN = 'mail-bench'
const DATABASE = 'bench'

/** What the built functions talk to, with a counter at each of its doors. */
export interface World extends AsyncDisposable {
  functions: Functions
  stripeUrl: string
  databaseUrl: string
  /** Round trips so far: to the database, to Stripe with our secret key, to the mail provider. */
  calls: () => Calls
}

export interface Calls {
  database: number
  stripe: number
  mail: number
}

export async function startWorld(functionsFolder: string): Promise<World> {
  await using started = new AsyncDisposableStack()
  const cluster = started.use(await startCluster())
  const gateway = started.adopt(await startGateway({ postgresPort: cluster.port }), (it) => it.stop())
  const stripe = started.adopt(await startStripe({ ...KEYS, webhooks: [] }), (it) => it.stop())
  const mail = started.adopt(await startMail({ token: MAIL_TOKEN }), (it) => it.stop())
  const databaseUrl = gateway.url(DATABASE)
  await ensureDatabase(databaseUrl)
  await migrate(databaseUrl)
  await fillShelf(databaseUrl)
  setEnvironment(databaseUrl, stripe.url, mail.url)
  const functions = await loadFunctions(functionsFolder)
  const everything = started.move()
  return {
    functions,
    stripeUrl: stripe.url,
    databaseUrl,
    calls: () => ({
      database: gateway.calls,
      stripe: stripe.state().requests.filter(({ key }) => key === 'secret').length,
      mail: mail.list().length,
    }),
    [Symbol.asyncDispose]: () => everything.disposeAsync(),
  }
}

function setEnvironment(databaseUrl: string, stripeApi: string, mailApi: string): void {
  Object.assign(process.env, {
    DATABASE_URL: databaseUrl,
    STRIPE_SECRET_KEY: KEYS.secretKey,
    STRIPE_PUBLISHABLE_KEY: KEYS.publishableKey,
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    STRIPE_API: stripeApi,
    POSTMARK_SERVER_TOKEN: MAIL_TOKEN,
    POSTMARK_API: mailApi,
    MAIL_FROM: 'bench@merseymeridian.example',
    ADDRESS_KEY: 'thirty-two characters, for the bench only',
    SESSION_KEY: 'another thirty-two characters, for the bench only',
    URL: 'http://localhost:4321',
  })
}

/** With the key that a browser has: these calls are the buyer's, not ours. */
export const PUBLISHABLE_KEY = KEYS.publishableKey
