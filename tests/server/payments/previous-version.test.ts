import { copyFile, cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { randomUUID } from 'node:crypto'
import type Stripe from 'stripe'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createDb } from '#server/db/db'
import { sendEmails } from '#server/email/send-emails'
import { claimGiftVoucher, claimOrder } from '#server/payments/claim'
import { settlePayments } from '#server/settlement/settle-payments'
import { startVoucherPayment } from '#server/payments/start-payment'
import { stripe } from '#server/clients/stripe'
import { cloneDatabase, createTemplate } from '../../../local/postgres/template.ts'
import { readLines } from '../../../local/lines.ts'
import { startStripe } from '../../../local/stripe/stripe.ts'
import { migrate } from '../../../scripts/migrate.ts'
import { takeLoggedErrors } from '../../harness/no-stray-errors.ts'
import purchases from '../../harness/previous-version/purchases.json' with { type: 'json' }
import { brokenBooks, openRows, type World } from '../../harness/start-world.ts'
import { deliverEvents, subjectsTo } from '../../harness/deliver-events.ts'
import { DETAILS, pay } from '../../harness/voucher-buyer.ts'
import { useWorld } from '../../harness/world.ts'

// Payments, refunds and disputes that were open when the site was deployed over its first version. The folder holds
// what that version had written to its database, at migration 0018, and the stand-in to its journal. Here the later
// migrations are run, and this version continues.
const world = useWorld()
const RECORDED = resolve(import.meta.dirname, '../../harness/previous-version')
const MIGRATIONS = resolve(import.meta.dirname, '../../../migrations')
const LAST = '0018'
const { madeAt, ...bought } = purchases

let template: string
/** This version, on the database and the Stripe account of the first one. */
let site: World

beforeAll(async () => {
  template = world.gateway.url(`previous_${randomUUID()}`)
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  for (const name of await readdir(MIGRATIONS)) {
    if (name.slice(0, LAST.length) <= LAST) await cp(join(MIGRATIONS, name), join(folder, name))
  }
  await createTemplate(template, async (to) => {
    const migrated = await migrate(to, folder)
    await using database = openRows(to)
    await fill(database)
    return [...migrated, ...(await migrate(to))]
  })
  await rm(folder, { recursive: true })
})

/** Writes what the first version had written, past every trigger: it happened then. */
async function fill({ rows }: Pick<World, 'rows'>): Promise<void> {
  await rows('set session_replication_role = replica')
  for (const line of readLines(join(RECORDED, 'database.jsonl'))) {
    const [table, row]: [string, Record<string, unknown>] = JSON.parse(line)
    const columns = Object.keys(row).join(', ')
    await rows(
      `insert into ${table} (${columns}) overriding system value select ${columns} from jsonb_populate_record(null::${table}, $1)`,
      [row],
    )
  }
  // Numbers that the database gives go on behind those it has given.
  const identities = await rows<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns
     where is_identity = 'YES' and table_schema = 'public'`,
  )
  for (const { table, column } of identities) {
    await rows(
      `select setval(pg_get_serial_sequence('${table}', '${column}'), coalesce(max(${column}), 0) + 1) from ${table}`,
    )
  }
}

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
  const services = { ...world.services, db: createDb(url), stripe: stripe() }
  site = { ...world, services, stripe: standIn, rows: database.rows }
  return async () => {
    await database[Symbol.asyncDispose]()
    await standIn.stop()
    await rm(folder, { recursive: true })
    process.env['STRIPE_API'] = world.stripe.url
  }
})

/** Runs the hourly job as often as it takes: after the last one the books are right, whatever happened before. */
afterEach(async () => {
  site.clock.advance(60)
  await fullRun()
  await fullRun()
  expect(await brokenBooks(site)).toEqual([])
})

const fullRun = async () => {
  await settlePayments(site.services, { full: true, timeIsUp: () => false })
  await sendEmails(site.services)
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

describe('a purchase that was begun before a deploy', () => {
  it('is paid behind it, and its buyer gets the voucher', async () => {
    await pay(site, bought.started)
    expect(await claim('started')).toMatchObject({ voucher: { currentBalance: '50.00' } })
    await sendEmails(site.services)
    expect(subjectsTo(site, 'started@example.com')).toHaveLength(1)
  })

  it('and was paid, gets its voucher by the hourly job', async () => {
    await fullRun()
    expect(await stateOf('paid')).toEqual(WHOLE)
  })

  it('and was paid, gets its voucher by the webhook or when the buyer’s page asks', async () => {
    await deliverEvents(site, bought.paid.intentId)
    expect(await claim('paid')).toMatchObject({ voucher: { currentBalance: '50.00' } })
  })

  it('and is not paid in time is closed, at Stripe too', async () => {
    site.clock.advance(60)
    await fullRun()
    expect(await stateOf('unpaid')).toMatchObject({ state: 'cancelled' })
    const { status } = await site.services.stripe.paymentIntents.retrieve(bought.unpaid.intentId)
    expect(status).toBe('canceled')
  })

  it('with a bank debit gets its voucher when the debit succeeds', async () => {
    await site.stripe.control.completeProcessing({ intent: bought.debitSucceeds.intentId })
    await deliverEvents(site, bought.debitSucceeds.intentId)
    expect(await stateOf('debitSucceeds')).toEqual(WHOLE)
  })

  it('with a bank debit that fails is closed, and its buyer is told', async () => {
    await site.stripe.control.completeProcessing({ intent: bought.debitFails.intentId, ok: false })
    await deliverEvents(site, bought.debitFails.intentId)
    expect(await stateOf('debitFails')).toMatchObject({ state: 'cancelled' })
    expect(subjectsTo(site, 'debitfails@example.com')).toHaveLength(1)
  })

  const beginAgain = (name: 'failed' | 'started') => {
    const voucherData = { ...DETAILS, buyerEmail: `${name}@example.com`, originalAmount: 5000 }
    const body = { amount: 5000, voucherData, requestId: bought[name].requestId, replaces: undefined }
    return startVoucherPayment(site.services, body, 'address')
  }

  it('and that Stripe had not answered can be begun again by its page', async () => {
    const { clientSecret } = await beginAgain('failed')
    const intentId = clientSecret.slice(0, clientSecret.indexOf('_secret_'))
    await pay(site, { clientSecret, intentId })
    await deliverEvents(site, intentId)
    expect(await stateOf('failed')).toEqual(WHOLE)
  })

  it('and whose answer was lost is begun anew by its page, and the lost one can still be paid once', async () => {
    await expect(beginAgain('started')).rejects.toMatchObject({ code: 'request_reused' })
    await pay(site, bought.started)
    await fullRun()
    expect(await stateOf('started')).toEqual(WHOLE)
  })
})

describe('an order that was begun before a deploy', () => {
  const shelfOf = async (name: 'orderPaid' | 'orderUnpaid') =>
    (await site.rows('select stock, reserved from product where id = $1', [bought[name].product]))[0]

  it('and was paid takes its products from the stock', async () => {
    await claimOrder(site.services, { clientSecret: bought.orderPaid.clientSecret }, 'address')
    expect(await shelfOf('orderPaid')).toEqual({ stock: 3, reserved: 0 })
  })

  it('and is not paid in time gives back what was reserved', async () => {
    expect(await shelfOf('orderUnpaid')).toEqual({ stock: 5, reserved: 2 })
    site.clock.advance(60)
    await fullRun()
    expect(await shelfOf('orderUnpaid')).toEqual({ stock: 5, reserved: 0 })
  })
})

describe('a refund that was begun before a deploy', () => {
  it.each([
    ['refundDue', 5000],
    ['orderRefundDue', 1000],
  ] as const)('and that Stripe could not be asked for is asked for (%s)', async (name, pence) => {
    await fullRun()
    const charge = site.stripe.state().charges.find((one) => one.payment_intent === bought[name].intentId)
    expect(charge?.amount_refunded).toBe(pence)
  })

  it.each([
    [true, { state: 'refunded', voucher: 'refunded', balance: 0 }],
    [false, { state: 'fulfilled', voucher: 'active', balance: 5000 }],
  ])('and that Stripe decides about is followed (%s)', async (ok, decided) => {
    const { intentId } = bought.refundPending
    const refund = site.stripe.state().refunds.find((one) => one.payment_intent === intentId)!
    await site.stripe.control.settleRefund({ refund: refund.id, ok })
    await deliverEvents(site, intentId)
    expect(await stateOf('refundPending')).toMatchObject(decided)
    takeLoggedErrors()
  })
})

describe('a dispute that was recorded before a deploy', () => {
  type Disputed = 'disputeOpen' | 'disputeWon' | 'disputeLost' | 'disputeLostInPart'
  const decide = async (name: Disputed, status: Stripe.Dispute.Status) => {
    await site.stripe.control.setDisputeStatus({ dispute: bought[name].disputeId, status })
    await fullRun()
  }

  it('and is open stays open, and its voucher is restored once it is won', async () => {
    await fullRun()
    expect(await stateOf('disputeOpen')).toEqual({ ...WHOLE, state: 'disputed', voucher: 'disputed' })
    await decide('disputeOpen', 'won')
    expect(await stateOf('disputeOpen')).toEqual(WHOLE)
  })

  it('and is won changes nothing', async () => {
    await fullRun()
    expect(await stateOf('disputeWon')).toEqual(WHOLE)
  })

  it('and is lost gives back what it took when it is won on appeal', async () => {
    await fullRun()
    expect(await stateOf('disputeLost')).toEqual({
      state: 'refunded',
      lost: 5000,
      voucher: 'refunded',
      balance: 0,
    })
    await decide('disputeLost', 'won')
    expect(await stateOf('disputeLost')).toEqual(WHOLE)
  })

  it('and is lost in part gives back the rest, and the part once it is won', async () => {
    await fullRun()
    expect(await stateOf('disputeLostInPart')).toEqual({ ...WHOLE, lost: 2000, balance: 3000 })
    await decide('disputeLostInPart', 'won')
    expect(await stateOf('disputeLostInPart')).toEqual(WHOLE)
  })

  it('is not recorded again', async () => {
    await fullRun()
    const again = `select action, count(*)::int as times from activity join dispute using (payment_id) where dispute.id = $1
      group by action having count(*) > 1`
    expect(await site.rows(again, [bought.disputeWon.disputeId])).toEqual([])
    expect(await site.rows(again, [bought.disputeOpen.disputeId])).toEqual([])
  })
})
