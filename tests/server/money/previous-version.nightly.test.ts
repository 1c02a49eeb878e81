import { randomUUID } from 'node:crypto'
import { copyFile, cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type Stripe from 'stripe'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { asFunctionsRole } from '#local/postgres/functions-role.ts'
import { makeClockMovable } from '#local/postgres/movable-clock.ts'
import { cloneDatabase, createTemplate } from '#local/postgres/template.ts'
import { readLines } from '#local/read-lines.ts'
import { startStripe } from '#local/stripe/start-stripe.ts'
import { migrate } from '#scripts/migrate.ts'
import { stripe } from '#server/clients/stripe.ts'
import { createDb } from '#server/db/db.ts'
import { sendEmails } from '#server/email/send-emails.ts'
import { runHourlyJob } from '#server/jobs/hourly-job.ts'
import { refundVoucher } from '#server/money/refund/refund-voucher.ts'
import { claimGiftVoucher, claimOrder } from '#server/money/settle/claim.ts'
import { settlePayments } from '#server/money/settle/settle-payments.ts'
import { startVoucherPayment } from '#server/money/start/start-payment.ts'
import { deliverEvents, subjectsTo } from '#tests/harness/deliver-events.ts'
import { flagPayments } from '#tests/harness/flag-payments.ts'
import { followClock } from '#tests/harness/follow-clock.ts'
import { takeLoggedErrors } from '#tests/harness/no-stray-errors.ts'
import recording from '#tests/harness/previous-version/recording.json' with { type: 'json' }
import { recordedVoucherBody } from '#tests/harness/record-version.ts'
import { brokenBooks, openRows, type World } from '#tests/harness/start-world.ts'
import { payStarted } from '#tests/harness/voucher-buyer.ts'
import { useWorld } from '#tests/harness/world.ts'

// Payments, refunds, disputes and emails that were open when this version replaced the last released one. The folder holds
// the database of that version, as of its last migration, and the journal of the stand-in, both written by
// `npm run version:record`. These tests apply the later migrations and continue with this version.
const world = useWorld()
const RECORDED = resolve(import.meta.dirname, '../../harness/previous-version')
const MIGRATIONS = resolve(import.meta.dirname, '../../../migrations')
const { madeAt, migration: last, sequences, purchases: bought } = recording

let template: string
/** This version, on the database and the Stripe account of the released one. */
let site: World

beforeAll(async () => {
  template = world.gateway.url(`previous_${randomUUID()}`)
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  for (const name of await readdir(MIGRATIONS)) {
    if (/^\d/.test(name) && name <= `${last}.sql`) await cp(join(MIGRATIONS, name), join(folder, name))
  }
  await createTemplate(template, async (to) => {
    const migrated = await migrate(to, folder)
    await using database = openRows(to)
    await fill(database)
    const later = await migrate(to)
    await makeClockMovable(database.rows)
    await dateMigrations(database)
    return [...migrated, ...later]
  })
  await rm(folder, { recursive: true })
})

/** Inserts the rows of the released version, instead of those of its migrations, without triggers, which had run then. */
async function fill({ rows }: Pick<World, 'rows'>): Promise<void> {
  await rows('set session_replication_role = replica')
  const lines = readLines(join(RECORDED, 'database.jsonl'))
  const recorded = lines.map((line) => JSON.parse(line) as [table: string, row: Record<string, unknown>])
  for (const table of new Set(recorded.map(([name]) => name))) await rows(`delete from ${table}`)
  for (const [table, row] of recorded) {
    const columns = Object.keys(row)
      .map((name) => `"${name}"`)
      .join(', ')
    await rows(
      `insert into ${table} (${columns}) overriding system value select ${columns} from jsonb_populate_record(null::${table}, $1)`,
      [row],
    )
  }
  for (const [name, value] of Object.entries(sequences)) await rows('select setval($1, $2)', [name, value])
}

/** Dates the migrations as on a site: those of the released version before its data, the later ones after it. */
const dateMigrations = ({ rows }: Pick<World, 'rows'>) =>
  rows(
    `update kysely_migration set "timestamp" =
       to_char($1::timestamptz at time zone 'utc' - case when name <= $2 then interval '30 days' else interval '0' end, 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`,
    [madeAt, last],
  )

beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'stripe-'))
  const file = join(folder, 'stripe.jsonl')
  await copyFile(join(RECORDED, 'stripe.jsonl'), file)
  world.clock.set(new Date(Date.parse(madeAt) + 60_000))
  const standIn = await startStripe({
    file,
    secretKey: 'sk_test_local',
    publishableKey: 'pk_test_local',
    webhooks: [],
    clock: () => world.clock.now().getTime(),
  })
  process.env['STRIPE_API'] = standIn.url
  const url = await cloneDatabase(template)
  const database = openRows(url)
  const services = {
    ...world.services,
    db: followClock(createDb(asFunctionsRole(url)), world.clock, database.rows),
    stripe: stripe(),
  }
  site = { ...world, services, stripe: standIn, rows: database.rows }
  return async () => {
    await database[Symbol.asyncDispose]()
    await standIn.stop()
    await rm(folder, { recursive: true })
    process.env['STRIPE_API'] = world.stripe.url
  }
})

/** Runs the scheduled jobs until the books are consistent. */
afterEach(async () => {
  site.clock.advance(60)
  await runSchedules()
  await runSchedules()
  expect(await brokenBooks(site)).toEqual([])
})

const runSchedules = async () => {
  await settlePayments(site.services, { full: true, timeIsUp: () => false })
  await runHourlyJob(site.services)
}

type Name = keyof typeof bought

const stateOf = async (name: Name) =>
  (
    await site.rows<{ state: string; lost: number; voucher: string | null; balance: number | null }>(
      `select payment.state, lost_pence as lost, voucher.status as voucher, balance_pence as balance
       from payment left join gift_voucher voucher on voucher.payment_id = payment.id where request_id = $1`,
      [bought[name].requestId],
    )
  )[0]

const WHOLE = { state: 'fulfilled', lost: 0, voucher: 'active', balance: 5000 }
const claim = (name: 'started' | 'paid') =>
  claimGiftVoucher(site.services, { clientSecret: bought[name].clientSecret }, 'address')

describe('the books of the released version', () => {
  it('the books of the released version are right at once after the deploy', async () => {
    // Unsent receipts of that version name the code of a voucher that has ended since. They leave with the next run.
    await sendEmails(site.services)
    // Stripe differs until the refunds that were open have reached it.
    const broken = (await brokenBooks(site)).filter((sentence) => sentence.startsWith('not so that'))
    expect(broken).toEqual([])
  })

  it.each([
    ['partUsed', { ...WHOLE, balance: 3000 }],
    ['refunded', { ...WHOLE, state: 'refunded', voucher: 'refunded', balance: 0 }],
    ['expired', { ...WHOLE, voucher: 'expired', balance: 0 }],
  ] as const)('a voucher that was %s before a deploy stays as it was', async (name, state) => {
    await runSchedules()
    expect(await stateOf(name)).toEqual(state)
  })

  it('a recipient is told of a refund that is made an hour after a deploy', async () => {
    const [voucher] = await site.rows<{ id: string }>(
      `select voucher.id from gift_voucher voucher join payment on payment.id = payment_id where request_id = $1`,
      [bought.partUsed.requestId],
    )
    site.clock.advance(61)
    await refundVoucher(site.services, voucher!.id, 'admin')
    await runSchedules()
    expect(
      await site.rows(`delete from outbox where template = 'voucher-ended' returning recipient`),
    ).toEqual([{ recipient: 'recipient@example.com' }])
    const missing =
      'not so that a recipient who has a voucher by email is told when it is refunded or cancelled'
    expect(await brokenBooks(site)).toEqual([`${missing}: ${voucher!.id}`])
    await site.rows(`insert into outbox (id, key, template, recipient, created_at, due_at, sent_at)
      values (gen_random_uuid(), 'voucher:${voucher!.id}:voucher-ended', 'voucher-ended', '', now(), now(), now())`)
  })
})

describe('a purchase started before a deploy', () => {
  it('a purchase started before a deploy can be paid after it and delivers the voucher', async () => {
    await payStarted(site, bought.started)
    expect(await claim('started')).toMatchObject({ voucher: { currentBalance: '50.00' } })
    await sendEmails(site.services)
    expect(subjectsTo(site, 'started@example.com')).toHaveLength(1)
  })

  it('a purchase paid before a deploy gets its voucher by the full run', async () => {
    await runSchedules()
    expect(await stateOf('paid')).toEqual(WHOLE)
  })

  it('a purchase paid after a deploy gets the next number', async () => {
    const { voucher } = (await claim('paid')) as { voucher: { number: number } }
    expect(voucher.number).toBe(sequences.purchase_number + 1)
  })

  it('a purchase paid before a deploy gets its voucher by webhook or by the buyer’s claim', async () => {
    await deliverEvents(site, bought.paid.intentId)
    expect(await claim('paid')).toMatchObject({ voucher: { currentBalance: '50.00' } })
  })

  it('an unpaid purchase from before a deploy is cancelled here and at Stripe', async () => {
    site.clock.advance(60)
    await runSchedules()
    expect(await stateOf('unpaid')).toMatchObject({ state: 'cancelled' })
    const { status } = await site.services.stripe.paymentIntents.retrieve(bought.unpaid.intentId)
    expect(status).toBe('canceled')
  })

  it('a bank debit started before a deploy gets its voucher when it succeeds', async () => {
    await site.stripe.control.completeProcessing({ intent: bought.debitSucceeds.intentId })
    await deliverEvents(site, bought.debitSucceeds.intentId)
    expect(await stateOf('debitSucceeds')).toEqual(WHOLE)
  })

  it('a bank debit started before a deploy is closed when it fails and its buyer gets an email', async () => {
    await site.stripe.control.completeProcessing({ intent: bought.debitFails.intentId, ok: false })
    await deliverEvents(site, bought.debitFails.intentId)
    expect(await stateOf('debitFails')).toMatchObject({ state: 'cancelled' })
    expect(subjectsTo(site, 'debitfails@example.com')).toHaveLength(1)
  })

  const beginAgain = (name: 'failed' | 'started') =>
    startVoucherPayment(site.services, recordedVoucherBody(name, bought[name].requestId), 'address')

  it('a start without a response from Stripe before a deploy can be retried after it', async () => {
    const { clientSecret } = await beginAgain('failed')
    const intentId = clientSecret.slice(0, clientSecret.indexOf('_secret_'))
    await payStarted(site, { clientSecret, intentId })
    await deliverEvents(site, intentId)
    expect(await stateOf('failed')).toEqual(WHOLE)
  })

  it('a start whose response was lost before a deploy can be retried, and is paid once', async () => {
    const { clientSecret } = await beginAgain('started')
    expect(clientSecret).toBe(bought.started.clientSecret)
    await payStarted(site, bought.started)
    await runSchedules()
    expect(await stateOf('started')).toEqual(WHOLE)
  })
})

describe('an order started before a deploy', () => {
  const stockOf = async (name: 'orderPaid' | 'orderUnpaid') =>
    (await site.rows('select stock, reserved from product where id = $1', [bought[name].product]))[0]

  it('an order paid before a deploy reduces the stock', async () => {
    await claimOrder(site.services, { clientSecret: bought.orderPaid.clientSecret }, 'address')
    expect(await stockOf('orderPaid')).toEqual({ stock: 3, reserved: 0 })
  })

  it('an unpaid order from before a deploy releases its stock', async () => {
    expect(await stockOf('orderUnpaid')).toEqual({ stock: 5, reserved: 2 })
    site.clock.advance(60)
    await runSchedules()
    expect(await stockOf('orderUnpaid')).toEqual({ stock: 5, reserved: 0 })
  })
})

describe('a refund started before a deploy', () => {
  it.each([
    ['refundDue', 5000],
    ['orderRefundDue', 1000],
  ] as const)(
    'a refund recorded before a deploy is requested from Stripe after it (%s)',
    async (name, pence) => {
      await runSchedules()
      const charge = site.stripe.state().charges.find((one) => one.payment_intent === bought[name].intentId)
      expect(charge?.amount_refunded).toBe(pence)
    },
  )

  it.each([
    [true, { state: 'refunded', voucher: 'refunded', balance: 0 }],
    [false, { state: 'fulfilled', voucher: 'active', balance: 5000 }],
  ])('a refund started before a deploy follows Stripe’s decision (%s)', async (ok, decided) => {
    const { intentId } = bought.refundPending
    const refund = site.stripe.state().refunds.find((one) => one.payment_intent === intentId)!
    await site.stripe.control.settleRefund({ refund: refund.id, ok })
    await deliverEvents(site, intentId)
    expect(await stateOf('refundPending')).toMatchObject(decided)
    takeLoggedErrors()
  })
})

describe('a dispute recorded before a deploy', () => {
  type Disputed = 'disputeOpen' | 'disputeWon' | 'disputeLost' | 'disputeLostInPart'
  const decide = async (name: Disputed, status: Stripe.Dispute.Status) => {
    await site.stripe.control.setDisputeStatus({ dispute: bought[name].disputeId, status })
    await runSchedules()
  }

  it('an open dispute from before a deploy stays open and restores the voucher when won', async () => {
    await runSchedules()
    expect(await stateOf('disputeOpen')).toEqual({ ...WHOLE, state: 'disputed', voucher: 'disputed' })
    await decide('disputeOpen', 'won')
    expect(await stateOf('disputeOpen')).toEqual(WHOLE)
  })

  it('a won dispute from before a deploy changes nothing', async () => {
    await runSchedules()
    expect(await stateOf('disputeWon')).toEqual(WHOLE)
  })

  it('a lost dispute from before a deploy restores the balance when won on appeal', async () => {
    await runSchedules()
    expect(await stateOf('disputeLost')).toEqual({
      state: 'refunded',
      lost: 5000,
      voucher: 'refunded',
      balance: 0,
    })
    await decide('disputeLost', 'won')
    expect(await stateOf('disputeLost')).toEqual(WHOLE)
  })

  it('a partly lost dispute from before a deploy restores the rest, and the lost part when won', async () => {
    await runSchedules()
    expect(await stateOf('disputeLostInPart')).toEqual({ ...WHOLE, lost: 2000, balance: 3000 })
    await decide('disputeLostInPart', 'won')
    expect(await stateOf('disputeLostInPart')).toEqual(WHOLE)
  })

  it('a dispute from before a deploy is not recorded again', async () => {
    await runSchedules()
    const again = `select action, count(*)::int as times from activity join dispute using (payment_id) where dispute.id = $1
      group by action having count(*) > 1`
    expect(await site.rows(again, [bought.disputeWon.disputeId])).toEqual([])
    expect(await site.rows(again, [bought.disputeOpen.disputeId])).toEqual([])
  })
})

describe('a fraud warning from before a deploy', () => {
  it('a fraud warning from before a deploy freezes the voucher until the owner releases it', async () => {
    expect(await stateOf('warned')).toEqual({ ...WHOLE, state: 'disputed', voucher: 'disputed' })
    await flagPayments(site).release(bought.warned)
    expect(await stateOf('warned')).toEqual(WHOLE)
  })
})

describe('an email enqueued before a deploy', () => {
  const listDue = () =>
    site.rows(
      `select template, last_error from outbox
       where sent_at is null and withdrawn_at is null and due_at < $1::timestamptz + interval '5 minutes'`,
      [site.clock.now()],
    )

  it('an email enqueued before a deploy is sent after it', async () => {
    expect((await listDue()).length).toBeGreaterThan(0)
    await sendEmails(site.services)
    expect(await listDue()).toEqual([])
  })

  it('a gift email with a day chosen before a deploy is sent on that day', async () => {
    const before = subjectsTo(site, 'on-the-day@example.com').length
    await sendEmails(site.services)
    expect(subjectsTo(site, 'on-the-day@example.com')).toHaveLength(before)
    site.clock.advance(8 * 24 * 60)
    await sendEmails(site.services)
    expect(subjectsTo(site, 'on-the-day@example.com')).toHaveLength(before + 1)
  })
})
