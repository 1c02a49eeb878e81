import { describe, expect, it, onTestFinished } from 'vitest'
import { clinic } from '#content/clinic.ts'
import { privacyPolicy } from '#content/legal/privacy-policy.ts'
import appointments from '#functions/appointments.mts'
import contact from '#functions/contact.mts'
import productInquiries from '#functions/product-inquiries.mts'
import { sendEmails } from '#server/email/send-emails.ts'
import { settlePayment } from '#server/payments/settle-payment.ts'
import { eraseCustomer } from '#server/privacy/erase-customer.ts'
import { settlePayments } from '#server/settlement/settle-payments.ts'
import { addAdmin, signInAs } from '#tests/harness/admin-session.ts'
import { callFunction } from '#tests/harness/call-function.ts'
import { addProductWithStock, orderOf, purchaseOf, startPaying } from '#tests/harness/order-buyer.ts'
import { buy, startPayment } from '#tests/harness/voucher-buyer.ts'
import { useWorld } from '#tests/harness/world.ts'

const world = useWorld()
const HOUR = 60
const DAY = 24 * HOUR
const YEAR = 365.25 * DAY

/** Advances the clock and runs the hourly job. */
async function pass(minutes: number): Promise<void> {
  world.clock.advance(minutes)
  onTestFinished(() => world.clock.advance(-minutes))
  await settlePayments(world.services, { full: true })
}

const rows = (query: string, ...values: unknown[]) => world.rows(query, values)

/** Rows of the policy's table, each with its test. */
const PROMISES: Record<string, [howLong: string, shown: () => Promise<void>]> = {
  'Gift vouchers': [
    'Six years at least, as the law on accounts asks. If you ask us to erase it, we keep only amounts and dates',
    async () => {
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
  ],
  Orders: [
    'Six years at least, as the law on accounts asks. If you ask us to erase it, we keep only amounts and dates',
    async () => {
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
  ],
  'Purchases that were begun': [
    '30 days; then the names and contents are blanked',
    async () => {
      const { intentId } = await startPayment()
      const kept = () => rows('select purchase from payment where stripe_payment_intent_id = $1', intentId)
      await pass(31)
      await pass(30 * DAY - HOUR)
      expect(await kept()).not.toEqual([{ purchase: null }])
      await pass(2 * HOUR)
      expect(await kept()).toEqual([{ purchase: null }])
    },
  ],
  'Messages, product questions': [
    '12 months after we have answered you; 24 months after they arrived if we have not. We delete them sooner if you ask',
    async () => {
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
  ],
  'Emails that the website sends': [
    'Contents and address are blanked 30 days after sending, or after we gave up sending',
    async () => {
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
  ],
  'A keyed hash of your IP address, when': [
    'A day after the last call or declined payment. If you reserve goods and do not pay for them, a day after they are released',
    async () => {
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
  ],
  'A keyed hash of the IP address of anyone': [
    '30 days after the last failed attempt',
    async () => {
      const { email } = await addAdmin(world)
      await signInAs(email, { password: 'a guess' })
      const kept = () => rows('select address from sign_in_failure')
      await pass(30 * DAY - HOUR)
      expect(await kept()).toHaveLength(2)
      await pass(2 * HOUR)
      expect(await kept()).toEqual([])
    },
  ],
}

const blocks = privacyPolicy.chapters.flatMap((chapter) => chapter.blocks)
const table = blocks.flatMap((block) => (typeof block === 'object' && 'rows' in block ? block.rows : []))
const kindsOf = (what: string) => Object.keys(PROMISES).filter((kind) => what.startsWith(kind))

describe('the retention table of the privacy policy', () => {
  it('has a test for each of its rows', () => {
    expect(table.map(([what = '', , howLong]) => [kindsOf(what), howLong])).toEqual(
      Object.entries(PROMISES).map(([kind, [howLong]]) => [[kind], howLong]),
    )
  })

  const promises = Object.entries(PROMISES).map(([kind, [howLong, shown]]) => ({ kind, howLong, shown }))
  it.each(promises)('keeps its word for “$kind…”: “$howLong”', async ({ shown }) => {
    expect.hasAssertions()
    await shown()
  })
})

it('two years later, no table of requests holds anything older than the policy allows', async () => {
  const productId = await addProductWithStock(world, 5)
  const ages = [1, 100, 364, 366, 500, 729, 732, 900, 2000]
  for (const [table, columns, values] of [
    ['contact_message', 'subject, message', `'Hello', 'Hello'`],
    ['appointment', 'phone, service', `'0151', 'massage'`],
    ['product_inquiry', 'product_id', `'${productId}'`],
  ] as const) {
    for (const answeredAfter of ['null', `'1 day'`, `'300 days'`]) {
      await rows(
        `insert into ${table} (id, first_name, last_name, email, created_at, answered_at, note, ${columns})
         select gen_random_uuid(), 'First', 'Last', 'old@example.org', came, came + ${answeredAfter}::interval, 'Note', ${values}
         from unnest($1::int[]) age, lateral (select $2::timestamptz - age * interval '1 day' as came) times`,
        ages,
        world.clock.now(),
      )
    }
  }
  await pass(2 * YEAR)
  const left = ['contact_message', 'appointment', 'product_inquiry'].map(
    (table) => `select '${table}' as kind, created_at from ${table}
      where answered_at < $1::timestamptz - interval '12 months' or (answered_at is null and created_at < $1::timestamptz - interval '24 months')`,
  )
  expect(await rows(left.join(' union all '), world.clock.now())).toEqual([])
})

it('more rows than one statement takes are blanked in one run', async () => {
  await rows(
    `insert into outbox (id, key, template, recipient, data, created_at, due_at, sent_at)
     select gen_random_uuid(), 'old:' || n, 'contact-confirmation', 'old' || n || '@example.org', '{}', old, old, old
     from generate_series(1, 5001) n, (select now() - interval '31 days' as old) times`,
  )
  await settlePayments(world.services, { full: true })
  expect(await rows(`select count(*)::int from outbox where key like 'old:%' and recipient <> ''`)).toEqual([
    { count: 0 },
  ])
})
