import { readFileSync } from 'node:fs'
import { Pool } from 'pg'
import { startMail, type LocalMailServer } from '#local/mail/mail.ts'
import { asFunctionsRole } from '#local/postgres/functions-role.ts'
import { startGateway, type Gateway } from '#local/postgres/gateway.ts'
import { cloneDatabase } from '#local/postgres/template.ts'
import { startPwnedPasswords, type PwnedPasswords } from '#local/pwned-passwords.ts'
import { startStripe, type StripeStandIn } from '#local/stripe/start-stripe.ts'
import type { StripeReport } from '#local/stripe/stripe-report.ts'
import { breachedPasswords } from '#server/clients/breached-passwords.ts'
import { postmark } from '#server/clients/email.ts'
import { systemRandom, type Services } from '#server/clients/services.ts'
import { stripe } from '#server/clients/stripe.ts'
import { createDb } from '#server/db/db.ts'
import { findDifferences } from '#server/money/reconcile/find-differences.ts'
import { listShownPayments } from '#server/reports/list-shown-payments.ts'
import { findHiddenShortfalls } from '#tests/harness/find-hidden-shortfalls.ts'
import { followClock } from '#tests/harness/follow-clock.ts'
import { lostAtStripe } from '#tests/harness/lost-at-stripe.ts'

const KEYS = { secretKey: 'sk_test_local', publishableKey: 'pk_test_local' }
export const WEBHOOK_SECRET = 'whsec_local'
/** Environment variables of every world, except the URLs of its services. */
export const ENVIRONMENT = {
  STRIPE_SECRET_KEY: KEYS.secretKey,
  STRIPE_PUBLISHABLE_KEY: KEYS.publishableKey,
  STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
  POSTMARK_SERVER_TOKEN: 'mail-token',
  POSTMARK_WEBHOOK_PASSWORD: 'a password of sixteen characters or more',
  MAIL_FROM: 'sender@clinic.example',
  ADDRESS_KEY: 'a key of thirty-two characters or more',
  LINK_KEY: 'a third key of thirty-two characters or more',
  SESSION_KEY: 'another key of thirty-two characters or more',
  SETUP_CODE: 'a code of fifteen characters or more',
  RECOVERY_CODE: 'a code for an owner without a phone',
  URL: 'http://localhost:4321',
}
/** `npm run test:nightly` sets it: statements are planned at each request then, as on Neon. */
const IS_NIGHTLY = process.env.NIGHTLY === '1'
const INVARIANTS = readFileSync(new URL('invariants.sql', import.meta.url), 'utf8')

/** The services of the functions: a new database, stand-ins for the other services, and a clock that can be set. */
export interface World {
  services: Services
  stripe: StripeStandIn
  mail: LocalMailServer
  pwnedPasswords: PwnedPasswords
  /** As the owner of the database; the services connect as the role of the functions. */
  databaseUrl: string
  /** The network to the database, which tests can cut or delay. */
  gateway: Gateway
  clock: { now(): Date; set(time: Date | string): void; advance(minutes: number): void }
  /** Runs a query as the owner; one with a name is planned once. */
  rows: <Row = Record<string, unknown>>(query: string, values?: unknown[], name?: string) => Promise<Row[]>
  /** Number of rows of each table of the money path. */
  counts: () => Promise<Record<string, number>>
}

const NO_HOOK = { isSet: false, start: async () => false }

/** Starts a world with a copy of the migrated template on this database server. */
export async function startWorld(
  postgresPort: number,
  options: {
    stripeSettlesAfter?: number
    stripeFile?: string
    pooled?: number
    /** Stripe lives in the world's time; otherwise in ours. */
    stripeFollowsClock?: boolean
  } = {},
): Promise<World & AsyncDisposable> {
  await using started = new AsyncDisposableStack()
  const gateway = started.adopt(
    await startGateway({ postgresPort, planOnce: !IS_NIGHTLY, ...options }),
    (it) => it.stop(),
  )
  const databaseUrl = await cloneDatabase(gateway.url('template_migrated'))
  const clock = createClock()
  const kept = {
    ...(options.stripeSettlesAfter && { settleMs: options.stripeSettlesAfter }),
    ...(options.stripeFile && { file: options.stripeFile }),
    ...(options.stripeFollowsClock && { clock: () => clock.now().getTime() }),
  }
  const standIn = started.adopt(await startStripe({ ...KEYS, webhooks: [], ...kept }), (it) => it.stop())
  const mail = started.adopt(
    await startMail({ token: 'mail-token', clock: () => clock.now().getTime() }),
    (it) => it.stop(),
  )
  const pwnedPasswords = started.adopt(await startPwnedPasswords(), (it) => it.stop())
  const functionsUrl = asFunctionsRole(databaseUrl)
  Object.assign(process.env, {
    ...ENVIRONMENT,
    DATABASE_URL: functionsUrl,
    STRIPE_API: standIn.url,
    POSTMARK_API: mail.url,
    HIBP_API: pwnedPasswords.url,
  })
  const { rows } = started.use(openRows(databaseUrl))
  const everything = started.move()
  return {
    services: {
      db: followClock(createDb(functionsUrl), clock, rows),
      stripe: stripe(),
      email: postmark(),
      clock,
      random: systemRandom,
      buildHook: NO_HOOK,
      breachedPasswords: breachedPasswords(),
    },
    stripe: standIn,
    mail,
    pwnedPasswords,
    databaseUrl,
    gateway,
    clock,
    rows,
    counts: () => countRows(rows),
    [Symbol.asyncDispose]: () => everything.disposeAsync(),
  }
}

/** Queries a database through a connection of its own, and a new one after the server was killed. */
export function openRows(databaseUrl: string): Pick<World, 'rows'> & AsyncDisposable {
  const options = '-c plan_cache_mode=force_generic_plan'
  const pool = new Pool({ connectionString: databaseUrl, options, max: 1, idleTimeoutMillis: 0 })
  pool.on('error', () => {})
  return {
    rows: async (text, values, name) =>
      (await pool.query({ text, ...(values && { values }), ...(name && { name }) })).rows as never,
    [Symbol.asyncDispose]: () => pool.end(),
  }
}

function createClock(): World['clock'] {
  let offset = 0
  return {
    now: () => new Date(Date.now() + offset),
    set: (time) => void (offset = new Date(time).getTime() - Date.now()),
    advance: (minutes) => void (offset += minutes * 60_000),
  }
}

const TABLES = ['payment', 'gift_voucher', 'voucher_entry', 'refund', 'outbox', 'activity']

async function countRows(rows: World['rows']): Promise<Record<string, number>> {
  const counted = await rows<{ name: string; count: string }>(
    TABLES.map((name) => `select '${name}' as name, count(*) from ${name}`).join(' union all '),
  )
  return Object.fromEntries(counted.map(({ name, count }) => [name, Number(count)]))
}

/** Received − refunded − lost by our books, for every fulfilled payment. */
const BOOKS = `
  select stripe_payment_intent_id as intent, amount_pence - lost_pence
    - coalesce((select sum(pence) from refund where payment_id = payment.id and refund.state <> 'failed' and refund.cause <> 'by_hand'), 0)::int as pence
  from payment where exists (select from gift_voucher where payment_id = payment.id)
    or exists (select from orders where payment_id = payment.id)`

interface Books extends Pick<World, 'rows'> {
  services: Pick<Services, 'db' | 'clock'>
  stripe: Pick<StripeStandIn, 'state'>
}

/** Returns a sentence for each broken invariant, each difference from Stripe and each shortfall that is not shown. */
export async function brokenBooks({ rows, services, stripe }: Books): Promise<string[]> {
  const state = stripe.state()
  const { intents, charges, disputes } = state
  const left = ({ intent }: { intent: string }) => {
    const received = intents.find(({ id }) => id === intent)?.amount_received ?? 0
    const refunded = charges.find((one) => one.payment_intent === intent && one.paid)?.amount_refunded ?? 0
    return received - refunded - lostAtStripe(disputes, intent)
  }
  const broken = await rows<{ broken: string; id: string }>(INVARIANTS, [], 'invariants')
  const books = await rows<{ intent: string; pence: number }>(BOOKS, [], 'books')
  const differences = await reconciled(services, state)
  return [
    ...broken.map(({ broken: sentence, id }) => `not so that ${sentence}: ${id}`),
    ...books
      .filter((book) => book.pence !== left(book))
      .map((book) => `by our books ${book.pence}p are left of ${book.intent}, by Stripe’s ${left(book)}p`),
    ...differences,
    ...(await findHiddenShortfalls({ rows, services, state })),
  ]
}

const HOUR = 3_600_000

/** Returns all differences that the reconciliation would find in an hour, when no change is too recent. */
async function reconciled({ db, clock }: Books['services'], state: StripeReport): Promise<string[]> {
  const later = new Date(Math.max(Date.now(), clock.now().getTime()) + HOUR)
  const needs = { db, stripe: listsOf(state), clock: { now: () => later } }
  const scope = { days: later.getTime() / (24 * HOUR), timeIsUp: () => false }
  const { differences: unshown } = await findDifferences(needs, { ...scope, shown: [] })
  if (unshown.length === 0) return []
  const { differences } = await findDifferences(needs, { ...scope, shown: await listShownPayments(needs) })
  return differences.map(
    ({ kind, subject, expectedPence, actualPence }) =>
      `${kind} of ${subject}: ${actualPence}p instead of ${expectedPence}p`,
  )
}

/** Reads Stripe's lists from the stand-in without a request, so that no fault interferes. */
export function listsOf({ intents, charges, refunds, disputes }: StripeReport): Services['stripe'] {
  const known = new Map(charges.map((charge) => [charge.id, charge]))
  const chargeOf = (id: unknown) => (typeof id === 'string' ? (known.get(id) ?? null) : null)
  return {
    paymentIntents: listing(intents.map((one) => ({ ...one, latest_charge: chargeOf(one.latest_charge) }))),
    refunds: listing(refunds.map((one) => ({ ...one, charge: chargeOf(one.charge) }))),
    balanceTransactions: {
      retrieve: (id: string) =>
        Promise.resolve(refunds.find((one) => one.failure_balance_transaction === id)),
    },
    disputes: listing(disputes.map((one) => ({ ...one, charge: chargeOf(one.charge) }))),
  } as unknown as Services['stripe']
}

const listing = <Item>(data: Item[]) => ({
  list: () =>
    Object.assign(Promise.resolve({ data, has_more: false }), {
      async *[Symbol.asyncIterator]() {
        yield* data
      },
    }),
})
