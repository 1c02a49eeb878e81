import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Context } from '@netlify/functions'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest'
import { type LocalMailServer, startMail } from '../../local/mail/mail.ts'
import { type Gateway, startGateway } from '../../local/postgres/gateway.ts'
import { cloneDatabase } from '../../local/postgres/template.ts'
import { startStripe, type StripeStandIn } from '../../local/stripe/stripe.ts'
import { createDb } from '../../src/server/db/db.ts'
import { postmark } from '../../src/server/services/mail.ts'
import { systemRandom } from '../../src/server/services/random.ts'
import type { Services } from '../../src/server/services/services.ts'
import { stripe } from '../../src/server/services/stripe.ts'

const KEYS = { secretKey: 'sk_test_local', publishableKey: 'pk_test_local' }
export const WEBHOOK_SECRET = 'whsec_local'
const INVARIANTS = new URL('invariants.sql', import.meta.url)

/** Everything around the functions, for real: a database of its own, Stripe, mail, and a clock that can be set. */
export interface World {
  services: Services
  stripe: StripeStandIn
  mail: LocalMailServer
  databaseUrl: string
  /** The database's network, to be cut or held up. */
  gateway: Gateway
  clock: { now(): Date; set(time: Date | string): void; advance(minutes: number): void }
  rows: <Row = Record<string, unknown>>(query: string, values?: unknown[]) => Promise<Row[]>
  /** How many rows every table of the money path holds. */
  counts: () => Promise<Record<string, number>>
}

/** A world for one test file. After each test the invariants are asked of the database and of Stripe. */
export function useWorld(): World {
  const world = {} as World
  let sql: Client
  beforeAll(async () => {
    world.gateway = await startGateway({ postgresPort: inject('postgresPort') })
    world.databaseUrl = await cloneDatabase(world.gateway.url('template_migrated'))
    world.stripe = await startStripe({ ...KEYS, webhooks: [] })
    world.mail = await startMail({ token: 'mail-token' })
    setEnvironment(world)
    sql = new Client({ connectionString: world.databaseUrl })
    await sql.connect()
    world.clock = createClock()
    world.services = {
      db: createDb(world.databaseUrl),
      stripe: stripe(),
      mail: postmark(),
      clock: world.clock,
      random: systemRandom,
    }
    world.rows = async (query, values) => (await sql.query(query, values)).rows as never
    world.counts = () => countRows(world)
  })
  afterEach(() => expectInvariants(world))
  afterAll(async () => {
    await sql.end()
    await world.stripe.stop()
    await world.mail.stop()
    await world.gateway.stop()
  })
  return world
}

function setEnvironment({ databaseUrl, stripe: { url }, mail }: World): void {
  Object.assign(process.env, {
    DATABASE_URL: databaseUrl,
    STRIPE_SECRET_KEY: KEYS.secretKey,
    STRIPE_PUBLISHABLE_KEY: KEYS.publishableKey,
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    STRIPE_API: url,
    POSTMARK_SERVER_TOKEN: 'mail-token',
    POSTMARK_API: mail.url,
    MAIL_FROM: 'hello@merseymeridian.example',
    ADDRESS_KEY: 'a key of thirty-two characters or more',
    SESSION_KEY: 'another key of thirty-two characters or more',
    URL: 'http://localhost:4321',
  })
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

async function countRows({ rows }: World): Promise<Record<string, number>> {
  const counted = await rows<{ name: string; count: string }>(
    TABLES.map((name) => `select '${name}' as name, count(*) from ${name}`).join(' union all '),
  )
  return Object.fromEntries(counted.map(({ name, count }) => [name, Number(count)]))
}

/** Received − refunded − lost, by our books, for every payment that bought something. */
const BOOKS = `
  select stripe_payment_intent_id as intent, amount_pence - lost_pence
    - coalesce((select sum(pence) from refund where payment_id = payment.id and refund.state <> 'failed'), 0)::int as pence
  from payment where exists (select from gift_voucher where payment_id = payment.id)
    or exists (select from orders where payment_id = payment.id)`

/** Asks the database and Stripe whether the books are right; after every test this happens by itself. */
export async function expectInvariants({ rows, stripe }: World): Promise<void> {
  expect(await rows(await readFile(INVARIANTS, 'utf8'))).toEqual([])
  const { intents, charges, disputes } = stripe.state()
  for (const { intent, pence } of await rows<{ intent: string; pence: number }>(BOOKS)) {
    const received = intents.find(({ id }) => id === intent)?.amount_received ?? 0
    const refunded = charges.find((one) => one.payment_intent === intent && one.paid)?.amount_refunded ?? 0
    const lost = disputes.find((one) => one.payment_intent === intent && one.status === 'lost')?.amount ?? 0
    expect(pence, `what is left at Stripe of ${intent}`).toBe(received - refunded - lost)
  }
}

/** Calls a function as Netlify would, and waits for what it does after its answer. */
export async function callFunction(
  handler: (request: Request, context: Context) => Promise<Response>,
  request: {
    path: string
    method?: string
    body?: unknown
    headers?: Record<string, string>
    address?: string
    params?: Record<string, string>
  },
): Promise<Response> {
  const after: Promise<unknown>[] = []
  const context = {
    ip: request.address ?? `192.0.2.${Math.ceil(Math.random() * 250)}`,
    requestId: randomUUID(),
    params: request.params ?? {},
    waitUntil: (work: Promise<unknown>) => void after.push(work),
  } as unknown as Context
  const { path, method = 'POST', body, headers = { 'content-type': 'application/json' } } = request
  const raw = typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body)
  const init = { method, headers, ...(method !== 'GET' && { body: raw as BodyInit }) }
  const response = await handler(new Request(`http://localhost:4321${path}`, init), context)
  await Promise.all(after)
  return response
}
