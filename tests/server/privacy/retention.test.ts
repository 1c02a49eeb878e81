import { describe, expect, it, onTestFinished } from 'vitest'
import { clinic } from '#clinic/current-clinic.ts'
import { KEPT_DATA, KEPT_FOR } from '#clinic/kept-data.ts'
import { privacyPolicy } from '#content/legal/privacy-policy.ts'
import { createReset, removeAdmin } from '#server/auth/admins.ts'
import { sendEmails } from '#server/email/send-emails.ts'
import { runHourlyJob } from '#server/jobs/hourly-job.ts'
import { settlePayment } from '#server/money/settle/settle-payment.ts'
import { settlePayments } from '#server/money/settle/settle-payments.ts'
import { eraseCustomer } from '#server/privacy/erase-customer.ts'
import { applyRetention } from '#server/privacy/retention.ts'
import { addAdmin, signInAs } from '#tests/harness/admin-session.ts'
import { callFunction } from '#tests/harness/call-function.ts'
import { functions } from '#tests/harness/every-function.ts'
import { takeLoggedErrors } from '#tests/harness/no-stray-errors.ts'
import { addProductWithStock, orderOf, PERSON, purchaseOf, startPaying } from '#tests/harness/order-buyer.ts'
import { buy, payStarted, startPayment } from '#tests/harness/voucher-buyer.ts'
import { useWorld } from '#tests/harness/world.ts'

const { appointments, contact, productInquiries } = functions

const world = useWorld()
const HOUR = 60
const DAY = 24 * HOUR
const YEAR = 365.25 * DAY

/** Advances the clock and runs the scheduled jobs. */
async function pass(minutes: number): Promise<void> {
  world.clock.advance(minutes)
  onTestFinished(() => world.clock.advance(-minutes))
  await settlePayments(world.services, { full: true })
  await runHourlyJob(world.services)
}

const rows = (query: string, ...values: unknown[]) => world.rows(query, values)

/** A test for each line of the policy's table, except the logs, which Netlify deletes. */
const PROMISES: Record<Exclude<keyof typeof KEPT_DATA, 'logs'>, () => Promise<void>> = {
  async vouchers() {
    const { intentId } = await buy(world, 5000, { buyerEmail: 'kept@example.org' })
    const settled = await settlePayment(world.services, intentId)
    if (settled.outcome !== 'fulfilled') throw new Error(settled.outcome)
    const { id } = settled.voucher
    await sendEmails(world.services)
    const kept = () =>
      rows('select buyer_name, personal_message, original_pence from gift_voucher where id = $1', id)
    await pass(6 * YEAR)
    expect(await kept()).toEqual([
      { buyer_name: 'Buyer Name', personal_message: 'Have a quiet hour.', original_pence: 5000 },
    ])
    await eraseCustomer(world.services, 'kept@example.org', 'test')
    expect(await kept()).toEqual([{ buyer_name: '', personal_message: null, original_pence: 5000 }])
  },
  async orders() {
    const { id, email } = await orderOf(world)
    await rows(`update orders set fulfilment = 'collected' where id = $1`, id)
    const kept = () =>
      rows(
        `select last_name, shipping_address ->> 'line1' as line1, amount_pence from orders where id = $1`,
        id,
      )
    await pass(6 * YEAR)
    expect(await kept()).toEqual([{ last_name: 'Last', line1: '2 Example Street', amount_pence: 3200 }])
    await eraseCustomer(world.services, email, 'test')
    expect(await kept()).toEqual([{ last_name: '', line1: null, amount_pence: 3200 }])
  },
  async payments() {
    // Sold out between the payment and its settlement: the money goes back, and there is no order.
    const product = await addProductWithStock(world, 1)
    const started = await startPaying(
      purchaseOf(product, { purchaseData: { ...PERSON, email: 'late@example.org' } }),
    )
    await rows(
      `update stock_reservation set state = 'lapsed', settled_at = now() where product_id = $1`,
      product,
    )
    await rows('update product set stock = 0, reserved = 0 where id = $1', product)
    await payStarted(world, started)
    await settlePayment(world.services, started.intentId)
    expect(takeLoggedErrors()).toEqual([expect.stringContaining('nothing to give')])
    await sendEmails(world.services)
    const kept = () =>
      rows(
        `select purchase ->> 'email' as email, amount_pence from payment where stripe_payment_intent_id = $1`,
        started.intentId,
      )
    await pass(6 * YEAR)
    expect(await kept()).toEqual([{ email: 'late@example.org', amount_pence: 3200 }])
    await eraseCustomer(world.services, 'late@example.org', 'test')
    expect(await kept()).toEqual([{ email: null, amount_pence: 3200 }])
  },
  async unpaidPurchases() {
    const { intentId } = await startPayment()
    const kept = () => rows('select purchase from payment where stripe_payment_intent_id = $1', intentId)
    await pass(31)
    await pass(30 * DAY - HOUR)
    expect(await kept()).not.toEqual([{ purchase: null }])
    await pass(2 * HOUR)
    expect(await kept()).toEqual([{ purchase: null }])
  },
  async enquiries() {
    const productId = await addProductWithStock(world, 5)
    const sender = {
      firstName: 'First',
      lastName: 'Last',
      email: 'asked@example.org',
      phone: '0151 496 0777',
    }
    const send = (handler: typeof contact, path: string, more: object) =>
      callFunction(handler, { path, body: { ...sender, ...more } })
    const answers = [
      await send(contact, '/api/contact', { subject: 'Hello', message: 'Hello' }),
      await send(appointments, '/api/appointments', { service: 'massage', reason: 'My back' }),
      await send(productInquiries, '/api/product-inquiries', { productId, message: 'Is it firm?' }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const kept = () =>
      rows(
        `select email from contact_message where email = $1 union all select email from appointment where email = $1
         union all select email from product_inquiry where email = $1 union all select email from customer where email = $1`,
        sender.email,
      )
    // Two years have at least 730 days.
    await pass(730 * DAY - HOUR)
    expect(await kept()).toHaveLength(4)
    const now = world.clock.now()
    await rows(`update appointment set answered_at = $2 where email = $1`, sender.email, now)
    await pass(2 * DAY)
    expect(await kept()).toEqual([{ email: sender.email }, { email: sender.email }])
    await pass(363 * DAY - HOUR)
    expect(await kept()).toHaveLength(2)
    await pass(2 * DAY)
    expect(await kept()).toEqual([])
  },
  async emails() {
    const { intentId } = await buy(world, 5000, { recipientEmail: 'unreachable@example.org' })
    const settled = await settlePayment(world.services, intentId)
    if (settled.outcome !== 'fulfilled') throw new Error(settled.outcome)
    await sendEmails(world.services)
    await rows(
      `update outbox set failed_at = sent_at, sent_at = null, last_error = '406: unreachable@example.org'
       where recipient = 'unreachable@example.org'`,
    )
    const kept = () =>
      rows(
        `select recipient, data is not null as data, last_error is not null as error from outbox
         where key like $1 order by template desc`,
        `voucher:${settled.voucher.id}:%`,
      )
    await pass(30 * DAY - HOUR)
    expect(await kept()).toEqual([
      { recipient: 'buyer@example.com', data: true, error: false },
      { recipient: clinic.email, data: true, error: false },
      { recipient: 'unreachable@example.org', data: true, error: true },
    ])
    await pass(2 * HOUR)
    const blank = { recipient: '', data: false, error: false }
    expect(await kept()).toEqual([blank, blank, blank])
  },
  async addresses() {
    const unpaid = await startPaying(purchaseOf(await addProductWithStock(world, 5)))
    const paid = await orderOf(world)
    const kept = async () => ({
      callers: await rows('select kind from throttle'),
      payers: await rows('select id from payment where caller is not null'),
      holders: await rows(
        `select held.state, holder is not null as holder from stock_reservation held
         join payment on payment.id = payment_id
         where stripe_payment_intent_id = any($1) order by held.state`,
        [unpaid.intentId, paid.intentId],
      ),
    })
    expect((await kept()).holders).toEqual([
      { state: 'held', holder: true },
      { state: 'sold', holder: false },
    ])
    await pass(31)
    const held = [
      { state: 'lapsed', holder: true },
      { state: 'sold', holder: false },
    ]
    expect(await kept()).toMatchObject({ holders: held, payers: [] })
    await pass(DAY - HOUR)
    expect((await kept()).holders).toEqual(held)
    expect((await kept()).callers).not.toEqual([])
    await pass(2 * HOUR)
    expect(await kept()).toMatchObject({
      callers: [],
      holders: [{ state: 'lapsed', holder: false }, held[1]],
    })
  },
  async failedSignIns() {
    const { email } = await addAdmin(world)
    await signInAs(email, { password: 'a guess' })
    const kept = () =>
      rows('select address from sign_in_failure union all select address from failed_sign_in')
    await pass(30 * DAY - HOUR)
    expect(await kept()).toHaveLength(3)
    await pass(2 * HOUR)
    expect(await kept()).toEqual([])
  },
  async staff() {
    const { id, email } = await addAdmin(world, 'staff')
    await rows('update admin_user set recovery_codes = $2 where id = $1', id, ['hash'])
    expect((await signInAs(email)).status).toBe(200)
    await removeAdmin(world.services, email)
    await pass(6 * YEAR)
    expect(
      await rows(
        `select name, email, password_hash, recovery_codes,
           array(select action from activity where actor = $1 order by at) as did
         from admin_user where id = $1::uuid`,
        id,
      ),
    ).toEqual([
      { name: email.split('@')[0], email: null, password_hash: null, recovery_codes: [], did: ['signed_in'] },
    ])
  },
  async sessions() {
    const { id, email } = await addAdmin(world)
    expect((await signInAs(email)).status).toBe(200)
    await createReset(world.services, id)
    const kept = () =>
      rows(
        `select 'device' as kind from admin_device where admin_id = $1
         union all select 'link' from password_reset where admin_id = $1
         union all select 'session' from admin_session where admin_id = $1 order by kind`,
        id,
      )
    const [end] = await rows('select max(expires_at) as at from admin_device where admin_id = $1', id)
    const minutes = ((end!['at'] as Date).getTime() - world.clock.now().getTime()) / 60_000
    expect(await kept()).toEqual([{ kind: 'device' }, { kind: 'link' }, { kind: 'session' }])
    await pass(DAY)
    expect(await kept()).toEqual([{ kind: 'device' }])
    await pass(minutes - DAY - HOUR)
    expect(await kept()).toEqual([{ kind: 'device' }])
    await pass(DAY)
    expect(await kept()).toEqual([])
  },
}

describe('the retention table', () => {
  const promises = Object.entries(PROMISES).map(([line, shown]) => {
    const { what, howLong } = KEPT_DATA[line as keyof typeof KEPT_DATA]
    return { what, howLong, shown }
  })
  it.each(promises)('keeps its word for “$what”: “$howLong”', async ({ shown }) => {
    expect.hasAssertions()
    await shown()
  })

  const blocks = privacyPolicy.chapters.flatMap((chapter) => chapter.blocks)
  const tables = blocks.flatMap((block) => (typeof block === 'object' && 'rows' in block ? [block] : []))
  const periodsIn = (text: string) =>
    text.match(/\b(\d+|an?|one|two|three|four|five|six|seven|ten|twelve) (hour|day|week|month|year)s?\b/gi) ??
    []

  it('is the one that the privacy policy prints, with no other period', () => {
    expect(tables).toMatchObject([
      { rows: Object.values(KEPT_DATA).map(({ what, why, howLong }) => [what, why, howLong]) },
    ])
    const printed = tables.flatMap(({ rows }) => rows.flatMap(([, , howLong = '']) => periodsIn(howLong)))
    expect(new Set(printed)).toEqual(new Set(Object.values(KEPT_FOR)))
  })

  it('has every period of the privacy policy, except those of replies and of the staff’s cookies', () => {
    const others = blocks.filter((block) => typeof block !== 'object' || !('rows' in block))
    expect(periodsIn(JSON.stringify(others))).toEqual(['one year', 'one month', '30 days'])
  })
})

interface OldData {
  of: string
  keptFor: keyof typeof KEPT_FOR
  /** Inserts a row for each moment `at` of the table `moments`. */
  insert: string
  /** Selects the moments whose data is left. */
  left: string
}

const ENQUIRIES = [
  ['contact_message', 'subject, message', `'Hello', 'Hello'`],
  ['appointment', 'phone, service', `'0151', 'massage'`],
  ['product_inquiry', 'product_id', `(select id from product limit 1)`],
] as const

const OLD_DATA: OldData[] = [
  {
    of: 'cancelled purchases',
    keptFor: 'unpaidPurchase',
    insert: `insert into payment (id, purpose, state, amount_pence, purchase, created_at, pay_by, settled_at)
      select gen_random_uuid(), 'gift_voucher', 'cancelled', 3000, '{"buyerName":"Old"}', at - interval '1 hour', at, at from moments`,
    left: `select settled_at as at from payment where purchase ->> 'buyerName' = 'Old'`,
  },
  ...ENQUIRIES.flatMap(([table, columns, values]): OldData[] => {
    const insert = `insert into ${table} (id, first_name, last_name, email, note, ${columns}, created_at, answered_at)
      select gen_random_uuid(), 'First', 'Last', 'old@example.org', 'Note', ${values}`
    return [
      {
        of: `answered rows of ${table}`,
        keptFor: 'answeredEnquiry',
        insert: `${insert}, at - interval '3 days', at from moments`,
        left: `select answered_at as at from ${table} where email = 'old@example.org' and answered_at is not null`,
      },
      {
        of: `unanswered rows of ${table}`,
        keptFor: 'unansweredEnquiry',
        insert: `${insert}, at, null from moments`,
        left: `select created_at as at from ${table} where email = 'old@example.org' and answered_at is null`,
      },
    ]
  }),
  ...['created_at', 'null'].map((answeredAt): OldData => ({
    of: `requests for an appointment confirmed two years ahead, answered at ${answeredAt}`,
    keptFor: 'answeredEnquiry',
    insert: `insert into appointment (id, first_name, last_name, email, phone, service, created_at, answered_at, confirmed_for, confirmed_minutes, confirmations)
      select gen_random_uuid(), 'First', 'Last', 'ahead-${answeredAt}@example.org', '0151', 'massage', created_at, ${answeredAt}, at, 60, 1
      from (select at, at - interval '730 days' as created_at from moments) times`,
    left: `select confirmed_for as at from appointment where email = 'ahead-${answeredAt}@example.org'`,
  })),
  ...['sent_at', 'failed_at', 'withdrawn_at'].map((column): OldData => ({
    of: `emails with ${column}`,
    keptFor: 'email',
    insert: `insert into outbox (id, key, template, recipient, data, created_at, due_at, ${column})
      select gen_random_uuid(), '${column}:' || gen_random_uuid(), 'contact-confirmation', 'old@example.org', '{}', at, at, at from moments`,
    left: `select ${column} as at from outbox where key like '${column}:%' and (recipient <> '' or data is not null)`,
  })),
  {
    of: 'callers',
    keptFor: 'address',
    insert: `insert into throttle (kind, key, hits, admitted) select 'old', at::text, array[at], true from moments`,
    left: `select hits[1] as at from throttle where kind = 'old'`,
  },
  {
    of: 'holders of reservations',
    keptFor: 'address',
    insert: `with unpaid as (
        insert into payment (id, purpose, state, amount_pence, created_at, pay_by, settled_at)
        select gen_random_uuid(), 'order', 'cancelled', 3200, at - interval '1 hour', at, at from moments
        returning id, created_at, settled_at
      )
      insert into stock_reservation (payment_id, product_id, quantity, price_pence, holder, state, created_at, settled_at)
      select id, (select id from product limit 1), 1, 3200, 'old', 'lapsed', created_at, settled_at from unpaid`,
    left: `select settled_at as at from stock_reservation where holder = 'old'`,
  },
  {
    of: 'failed sign-ins',
    keptFor: 'failedSignIn',
    insert: `insert into failed_sign_in (at, account, address, browser) select at, 'old', 'old', 'Firefox' from moments`,
    left: `select at from failed_sign_in where account = 'old'`,
  },
  {
    of: 'counts of failed sign-ins',
    keptFor: 'failedSignIn',
    insert: `insert into sign_in_failure (account, address, failures, retry_at) select 'old', at::text, 1, at from moments`,
    left: `select retry_at as at from sign_in_failure where account = 'old'`,
  },
]

/** The months between two runs. */
const STEP = process.env['NIGHTLY'] === '1' ? 1 : 4

it('through a year, what is left of old data is what the table allows', async () => {
  await addProductWithStock(world, 5)
  await rows(
    `create table moments as
     select $1::timestamptz - interval '800 days' + n * interval '30 hours' as at from generate_series(0, 932) n`,
    world.clock.now(),
  )
  const moments = async (query: string) =>
    (await rows(`${query} order by at`)).map(({ at }) => (at as Date).toISOString())
  const all = await moments('select at from moments')
  for (const { insert } of OLD_DATA) await rows(insert)
  for (let month = STEP; month <= 12; month += STEP) {
    world.clock.advance(STEP * 30.4 * DAY)
    // The hourly job has a time limit.
    await applyRetention(world.services)
    const now = world.clock.now()
    for (const { of, keptFor, left } of OLD_DATA) {
      const [limit] = await rows('select $1::timestamptz - $2::interval as at', now, KEPT_FOR[keptFor])
      const allowed = all.filter((at) => at >= (limit!['at'] as Date).toISOString())
      expect(await moments(left), `${of} in month ${month}`).toEqual(allowed)
    }
  }
  await rows('drop table moments')
  world.clock.advance(-12 * 30.4 * DAY)
})

it('more rows than one statement takes are blanked in one run', async () => {
  await rows(
    `insert into outbox (id, key, template, recipient, data, created_at, due_at, sent_at)
     select gen_random_uuid(), 'old:' || n, 'contact-confirmation', 'old' || n || '@example.org', '{}', old, old, old
     from generate_series(1, 5001) n, (select now() - interval '31 days' as old) times`,
  )
  await applyRetention(world.services)
  expect(await rows(`select count(*)::int from outbox where key like 'old:%' and recipient <> ''`)).toEqual([
    { count: 0 },
  ])
})
