import { beforeAll, describe, expect, it } from 'vitest'
import { londonDay } from '#contract/base/send-date.ts'
import type { AdminCancellation } from '#contract/purchases/cancellation.ts'
import type { Person } from '#contract/reports/customers.ts'
import { listActivity } from '#server/activity/list-activity.ts'
import { sendEmails } from '#server/email/send-emails.ts'
import { refundOrder } from '#server/money/refund/refund-order.ts'
import { refundVoucher } from '#server/money/refund/refund-voucher.ts'
import { settlePayment } from '#server/money/settle/settle-payment.ts'
import { changeFulfilment } from '#server/orders/change-fulfilment.ts'
import { reissueVoucher } from '#server/vouchers/giving/give-at-desk.ts'
import { adjustVoucher, redeemVoucher } from '#server/vouchers/ledger/change-balance.ts'
import { signInNewAdmin, type SignedIn } from '#tests/harness/admin-session.ts'
import { callFunction } from '#tests/harness/call-function.ts'
import { functions } from '#tests/harness/every-function.ts'
import {
  addProductWithStock,
  orderOf,
  PERSON,
  purchaseOf,
  startPaying,
  type Order,
} from '#tests/harness/order-buyer.ts'
import { buy, startPayment } from '#tests/harness/voucher-buyer.ts'
import { useWorld } from '#tests/harness/world.ts'

const {
  appointments,
  contact,
  customers,
  eraseCustomer,
  exportCustomer,
  findCustomer,
  productInquiries,
  recordCancellation,
  recordGoods,
} = functions

const world = useWorld()
let owner: SignedIn

beforeAll(async () => void (owner = await signInNewAdmin(world)))

const list = async (query = '') => {
  const path = `/api/admin/customers${query}`
  const response = await callFunction(customers, { method: 'GET', path, headers: owner.headers })
  return (await response.json()) as Record<string, unknown>[]
}
const call = (handler: typeof findCustomer, body: object) =>
  callFunction(handler, { path: '/api/admin/customers/find', headers: owner.headers, body })
const find = (body: object) => call(findCustomer, body)
const erase = (email: string) => call(eraseCustomer, { email })

const NAME = 'Quillon Featherstonehaugh'
const [firstName, lastName] = NAME.split(' ') as [string, string]
let people = 0
/** A person whose name occurs nowhere else in the database. */
const newPerson = () => ({ name: NAME, email: `quillon${people++}@example.org` })

async function voucherOf(details: object): Promise<string> {
  const { intentId } = await buy(world, 5000, { personalMessage: `Love from ${NAME}`, ...details })
  const settled = await settlePayment(world.services, intentId)
  if (settled.outcome !== 'fulfilled') throw new Error(settled.outcome)
  await sendEmails(world.services)
  return settled.voucher.id
}

async function orderBy(email: string): Promise<Order> {
  const { product } = await orderOf(world)
  const purchaseData = { ...PERSON, firstName, lastName, email, phone: '0151 496 0777' }
  const started = await startPaying(purchaseOf(product, { purchaseData }))
  await fetch(`${world.stripe.url}/v1/payment_intents/${started.intentId}/confirm`, {
    method: 'POST',
    headers: { authorization: 'Bearer pk_test_local', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ client_secret: started.clientSecret, payment_method: 'pm_card_visa' }),
  })
  const settled = await settlePayment(world.services, started.intentId)
  if (settled.outcome !== 'ordered') throw new Error(settled.outcome)
  await sendEmails(world.services)
  return { id: settled.order.id, intentId: started.intentId, product, email }
}

async function handOver({ id }: Order) {
  for (const fulfilment of ['ready', 'collected'] as const) {
    await changeFulfilment(world.services, { orderId: id, fulfilment, actor: owner.adminId })
  }
  await sendEmails(world.services)
}

/** Cancels an order that was collected, whose goods come back used. */
async function cancelUsed({ id }: Order, reason: string) {
  const ask = async (handler: typeof findCustomer, path: string, record: string, body: object) => {
    const response = await callFunction(handler, {
      path,
      headers: owner.headers,
      params: { id: record },
      body,
    })
    return (await response.json()) as AdminCancellation
  }
  const today = londonDay(new Date())
  const cancelled = await ask(recordCancellation, '/api/admin/records', id, { sentOn: today })
  const returned = { what: 'back', on: today, deduct: '12.00', reason }
  await ask(recordGoods, '/api/admin/cancellations', cancelled.id, returned)
  await sendEmails(world.services)
}

async function writeAll(email: string, product: string) {
  const sender = { firstName, lastName, email, phone: '0151 496 0777' }
  const words = `Greetings from ${NAME}`
  const sent = [
    await callFunction(contact, {
      path: '/api/contact',
      body: { ...sender, subject: 'Hello', message: words },
    }),
    await callFunction(appointments, {
      path: '/api/appointments',
      body: { ...sender, service: 'massage', reason: words },
    }),
    await callFunction(productInquiries, {
      path: '/api/product-inquiries',
      body: { ...sender, productId: product, message: words },
    }),
  ]
  expect(sent.map(({ status }) => status)).toEqual([200, 200, 200])
}

/** Returns every row of every table that contains the text. */
async function rowsSaying(words: string): Promise<string[]> {
  const tables = await world.rows<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  const found: { said: string }[] = []
  for (const { name } of tables) {
    const query = `select '${name}: ' || row::text as said from ${name} row where lower(row::text) like $1`
    found.push(...(await world.rows<{ said: string }>(query, [`%${words.toLowerCase()}%`])))
  }
  return found.map(({ said }) => said)
}

describe('the list of customers', () => {
  it('is sorted by name without regard to accents, capitals and apostrophes, and by address without one', async () => {
    const names = ['Zoë Adams', 'åsa Berg', 'Ann O’Dell', 'Ann Odell', '', 'ÉMILE Roy']
    await world.rows(
      `insert into customer (email, name, named_at, last_seen)
       select 'sorted' || place || '@example.org', name, now(), timestamptz '2021-03-04 12:00+00'
       from unnest($1::text[]) with ordinality as given (name, place)`,
      [names],
    )
    const sorted = ['Ann O’Dell', 'Ann Odell', 'åsa Berg', 'ÉMILE Roy', '', 'Zoë Adams']
    const days = 'from=2021-03-04&to=2021-03-04'
    const namesOf = async (order: string) => (await list(`?order=${order}&${days}`)).map(({ name }) => name)
    expect(await namesOf('a_to_z')).toEqual(sorted)
    expect(await namesOf('z_to_a')).toEqual(sorted.toReversed())
    expect(await namesOf('newest')).toHaveLength(names.length)
    expect(await list('?order=a_to_z&from=2021-03-05&to=2021-03-06')).toEqual([])
    await world.rows(`delete from customer where email like 'sorted%'`)
  })

  it('continues by name after a page, with each customer once', async () => {
    await world.rows(
      `insert into customer (email, name, named_at, last_seen)
       select 'paged' || place || '@example.org', 'Paged Näme ' || place % 3, now(), timestamptz '2021-03-04 12:00+00'
       from generate_series(1, 60) place`,
    )
    const path = '/api/admin/customers?order=a_to_z&from=2021-03-04&to=2021-03-04'
    const first = await callFunction(customers, { method: 'GET', path, headers: owner.headers })
    const next = /<([^>]*)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1]
    const second = await callFunction(customers, { method: 'GET', path: next!, headers: owner.headers })
    const ids = [
      ...((await first.json()) as { id: string }[]),
      ...((await second.json()) as { id: string }[]),
    ]
    expect(new Set(ids.map(({ id }) => id)).size).toBe(60)
    await world.rows(`delete from customer where email like 'paged%'`)
  })

  it('contains everyone once, with their records and payments less refunds', async () => {
    const { email } = newPerson()
    await voucherOf({ buyerName: NAME, buyerEmail: email })
    await voucherOf({ recipientName: 'My dear', recipientEmail: email })
    const order = await orderBy(email)
    await refundOrder(world.services, { orderId: order.id, pence: 1200, actor: owner.adminId })
    await writeAll(email, order.product)
    await sendEmails(world.services)
    expect(await list(`?search=${email}`)).toEqual([
      expect.objectContaining({
        name: NAME,
        email,
        phone: '0151 496 0777',
        vouchersBought: 1,
        vouchersReceived: 1,
        orders: 1,
        inquiries: 1,
        messages: 1,
        appointments: 1,
        spent: '70.00',
      }),
    ])
  })

  it('has the telephone number that somebody gave last', async () => {
    const { email } = newPerson()
    const ask = (phone: string) =>
      callFunction(contact, {
        path: '/api/contact',
        body: { firstName, lastName, email, phone, subject: 'Hello', message: 'Hello' },
      })
    await ask('')
    expect(await list(`?search=${email}`)).toEqual([expect.objectContaining({ phone: null })])
    await ask('0151 496 0001')
    await ask('0151 496 0002')
    await ask('')
    expect(await list(`?search=${email}`)).toEqual([expect.objectContaining({ phone: '0151 496 0002' })])
  })

  it('shows a person’s own name, and a name given by others only until then', async () => {
    const { email } = newPerson()
    await voucherOf({ recipientName: 'Grandma', recipientEmail: email })
    expect(await list(`?search=${email}`)).toEqual([expect.objectContaining({ name: 'Grandma' })])
    await voucherOf({ buyerName: 'Vera', buyerEmail: email })
    await voucherOf({ recipientName: 'Nan', recipientEmail: email })
    expect(await list(`?search=${email}`)).toEqual([expect.objectContaining({ name: 'Vera' })])
  })

  it('is newest first, searched by name, in pages', async () => {
    await world.rows(
      `insert into contact_message (id, first_name, last_name, email, subject, message, created_at)
       select gen_random_uuid(), 'Paged', 'Person' || n, 'paged' || n || '@example.org', 'Hi', 'Hello',
         date_trunc('second', now()) + interval '1 hour' from generate_series(1, 60) n`,
    )
    const path = '/api/admin/customers?search=paged%20person'
    const get = (path: string) => callFunction(customers, { method: 'GET', path, headers: owner.headers })
    const first = await get(path)
    const next = /<(.*)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
    const second = await get(next)
    const both = [...((await first.json()) as object[]), ...((await second.json()) as object[])]
    expect(both).toHaveLength(60)
    expect(new Set(both.map((one) => JSON.stringify(one))).size).toBe(60)
    expect(second.headers.get('link')).toBeNull()
    expect((await list())[0]).toMatchObject({ email: expect.stringMatching(/^paged/) })
  })

  it('takes two purchases between the same two people at once without a deadlock', async () => {
    const [one, other] = [newPerson().email, newPerson().email]
    const started = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        buy(world, 5000, { buyerEmail: n % 2 ? one : other, recipientEmail: n % 2 ? other : one }),
      ),
    )
    await Promise.all(started.map(({ intentId }) => settlePayment(world.services, intentId)))
    expect(await list(`?search=${one}`)).toEqual([
      expect.objectContaining({ vouchersBought: 5, vouchersReceived: 5, spent: '250.00' }),
    ])
    await sendEmails(world.services)
  })
})

describe('one person', () => {
  it('is found by email or customer id, with everything they wrote', async () => {
    const { email } = newPerson()
    const voucher = await voucherOf({ buyerName: NAME, buyerEmail: email, recipientEmail: email })
    const order = await orderBy(email)
    await writeAll(email, order.product)
    await sendEmails(world.services)
    const answer = { answeredAt: '2026-11-24T10:00:00.000Z', note: 'Rings back' }
    await world.rows(
      `insert into voucher_entry (id, voucher_id, kind, pence, balance_after, actor, description, private_notes, created_at)
       values (gen_random_uuid(), $1, 'adjust', 0, 5000, 'admin', 'For the wait', 'Rang twice', now())`,
      [voucher],
    )
    for (const requests of ['appointment', 'contact_message', 'product_inquiry'])
      await world.rows(`update ${requests} set answered_at = $2, note = $3 where email = $1`, [
        email,
        answer.answeredAt,
        answer.note,
      ])
    const response = await find({ email: email.toUpperCase() })
    const person = (await response.json()) as { customer: { id: string } }
    expect(person).toMatchObject({
      vouchers: [
        {
          paidBy: 'online',
          personalMessage: `Love from ${NAME}`,
          codeEnd: expect.stringMatching(/^\w{4}$/),
          entries: [{ adminNotes: null }, { description: 'For the wait', adminNotes: 'Rang twice' }],
        },
      ],
      orders: [{ reference: order.intentId, phone: '0151 496 0777', shippingAddress: { city: 'Liverpool' } }],
      inquiries: [{ productName: 'Acupressure mat', message: `Greetings from ${NAME}`, ...answer }],
      messages: [{ firstName, lastName, subject: 'Hello', message: `Greetings from ${NAME}`, ...answer }],
      appointments: [{ service: 'massage', reason: `Greetings from ${NAME}`, confirmedFor: null, ...answer }],
    })
    expect(await (await find({ id: person.customer.id })).json()).toEqual(person)
    const file = await call(exportCustomer, { email })
    expect(await file.json()).toEqual({ exportedAt: expect.any(String), ...person })
  })

  it('who only started a purchase is found and exported with their input', async () => {
    const { email } = newPerson()
    const personalMessage = `Love from ${NAME}`
    await startPayment(5000, { buyerName: NAME, buyerEmail: email, recipientEmail: email, personalMessage })
    const productId = await addProductWithStock(world, 5)
    const purchaseData = { ...PERSON, firstName, lastName, email, phone: '0151 496 0777' }
    await startPaying(purchaseOf(productId, { purchaseData }))
    const response = await find({ email })
    expect(response.status).toBe(200)
    const person = await response.json()
    expect(person).toMatchObject({
      customer: { id: null, name: NAME, email, orders: 0, spent: '0.00' },
      unfinished: [
        {
          purpose: 'order',
          state: 'created',
          amount: '32.00',
          productName: 'Acupressure mat',
          typed: {
            quantity: 1,
            firstName,
            lastName,
            email,
            phone: '0151 496 0777',
            shippingAddress: { city: 'Liverpool' },
          },
        },
        {
          purpose: 'gift_voucher',
          state: 'created',
          amount: '50.00',
          typed: {
            buyerName: NAME,
            buyerEmail: email,
            recipientEmail: email,
            personalMessage,
          },
        },
      ],
      vouchers: [],
      orders: [],
    })
    expect(await (await call(exportCustomer, { email })).json()).toEqual({
      exportedAt: expect.any(String),
      ...(person as object),
    })
  })

  it('named as recipient of an unpaid voucher is found by their own address', async () => {
    const { email } = newPerson()
    await startPayment(5000, { recipientName: NAME, recipientEmail: email })
    expect(await (await find({ email })).json()).toMatchObject({
      customer: { name: NAME },
      unfinished: [{ typed: { recipientName: NAME } }],
    })
  })

  describe('who gave a voucher to somebody else', () => {
    const readFile = async (email: string) => {
      const text = await (await call(exportCustomer, { email })).text()
      return { text, ...(JSON.parse(text) as Person) }
    }
    const amountsIn = ({ vouchers }: Person) =>
      vouchers.map(({ entries }) => entries.map(({ amount, adminNotes }) => [amount, adminNotes]))
    const use = async (id: string) => {
      const target = { voucherId: id, actor: owner.adminId }
      await redeemVoucher(world.services, target, { amount: 3000, description: 'Fertility acupuncture' })
      await adjustVoucher(world.services, target, {
        amount: -500,
        description: 'Herbs',
        adminNotes: 'Rang twice',
      })
    }

    it('is exported without its uses, and both without the address and the words of the other', async () => {
      const [giver, recipient] = [newPerson().email, newPerson().email]
      const personalMessage = 'Only from me'
      const parties = { buyerEmail: giver, recipientName: 'Bob', recipientEmail: recipient, personalMessage }
      await use(await voucherOf(parties))
      await startPayment(5000, parties)
      const [given, received] = [await readFile(giver), await readFile(recipient)]
      expect(amountsIn(given)).toEqual([[['50.00', null]]])
      expect(given.text).not.toMatch(/Fertility|Herbs|Rang/)
      expect(given.text).not.toContain(recipient)
      expect(given.text.split(personalMessage)).toHaveLength(3)
      expect(amountsIn(received)).toEqual([
        [
          ['50.00', null],
          ['-30.00', null],
          ['-5.00', 'Rang twice'],
        ],
      ])
      expect(received.text).not.toContain(giver)
      expect(received.text).not.toContain(personalMessage)
      expect(await (await find({ email: giver })).json()).toMatchObject({
        vouchers: [
          { recipientEmail: recipient, entries: [{}, { description: 'Fertility acupuncture' }, {}] },
        ],
      })
    })

    it.each([
      ['Bob', 1],
      ['Anna Giver', 3],
    ])('on paper for %s is exported with %i of its three entries', async (recipientName, count) => {
      const { email } = newPerson()
      const details = { buyerName: 'Anna Giver', buyerEmail: email, recipientName, deliverTo: 'buyer' }
      await use(await voucherOf({ ...details, recipientEmail: undefined }))
      expect((await readFile(email)).vouchers[0]?.entries).toHaveLength(count)
    })
  })

  it('is exported with the emails that were sent to them, and without codes', async () => {
    const { email } = newPerson()
    const id = await voucherOf({ buyerEmail: email })
    const [voucher] = await world.rows<{ code: string }>('select code from gift_voucher where id = $1', [id])
    const file = await (await call(exportCustomer, { email })).text()
    expect(JSON.parse(file)).toMatchObject({
      unfinished: [],
      emails: [{ what: 'Voucher receipt', state: 'sent', acceptedAt: null, date: expect.any(String) }],
    })
    expect(file).not.toContain(voucher?.code)
  })

  it('is exported with the purchases that they cancelled, of a voucher only to its buyer', async () => {
    const [buyer, recipient] = [newPerson().email, newPerson().email]
    const bought = await voucherOf({ buyerEmail: buyer, recipientEmail: recipient })
    const today = londonDay(new Date())
    const path = '/api/admin/records'
    const body = { sentOn: today }
    await callFunction(recordCancellation, { path, headers: owner.headers, params: { id: bought }, body })
    const order = await orderBy(buyer)
    await handOver(order)
    await cancelUsed(order, 'The mat is stained')
    const read = async (email: string) => (await (await call(exportCustomer, { email })).json()) as Person
    const shared = { date: expect.any(String), sentOn: today, number: expect.any(Number) }
    expect((await read(buyer)).cancellations).toEqual([
      {
        ...shared,
        bought: 'order',
        goods: 'back',
        goodsOn: today,
        deducted: '12.00',
        deductionReason: 'The mat is stained',
      },
      { ...shared, bought: 'voucher', goods: null, goodsOn: null, deducted: '0.00', deductionReason: null },
    ])
    expect((await read(recipient)).cancellations).toEqual([])
  })

  it('known only from an email is found until the email is blanked', async () => {
    const { email } = newPerson()
    await writeAll(email, await addProductWithStock(world, 5))
    for (const table of ['contact_message', 'appointment', 'product_inquiry']) {
      await world.rows(`delete from ${table} where email = $1`, [email])
    }
    expect(await (await find({ email })).json()).toMatchObject({
      customer: { id: null, name: '', email },
      emails: [{ what: 'Product inquiry confirmation' }, {}, {}],
    })
    await world.rows(`update outbox set recipient = '', data = null where recipient = $1`, [email])
    expect((await find({ email })).status).toBe(404)
  })

  // ASVS 16.2.1
  it('who is found or exported is recorded by id, and without any name once erased', async () => {
    const { email } = newPerson()
    await writeAll(email, await addProductWithStock(world, 5))
    const person = (await (await find({ email })).json()) as { customer: { id: string } }
    await find({ id: person.customer.id })
    await call(exportCustomer, { email })
    const unlisted = newPerson()
    await startPayment(5000, { buyerName: NAME, buyerEmail: unlisted.email })
    await call(exportCustomer, { email: unlisted.email })
    expect((await call(exportCustomer, { email: 'nobody@example.org' })).status).toBe(404)
    const { id } = person.customer
    const recorded = await world.rows(
      `select action, after from activity where actor = $1 and action like 'person_%' order by id desc limit 4`,
      [owner.adminId],
    )
    expect(recorded.toReversed()).toEqual([
      { action: 'person_found', after: { customer: id } },
      { action: 'person_found', after: { customer: id } },
      { action: 'person_exported', after: { customer: id } },
      { action: 'person_exported', after: { customer: null } },
    ])
    const described = async () => {
      const { items } = await listActivity(world.services.db, {})
      return items.slice(0, 3).map(({ type, description }) => `${type}: ${description}`)
    }
    expect(await described()).toEqual([
      'customer: Personal details of someone who is not in “Customers” exported',
      `customer: Personal details of ${NAME} exported`,
      `customer: Personal details of ${NAME} opened`,
    ])
    await sendEmails(world.services)
    expect((await erase(email)).status).toBe(200)
    expect((await described())[2]).toBe('customer: Personal details of a customer exported')
    const kept = JSON.stringify(await world.rows(`select * from activity where action like 'person_%'`))
    expect(kept).not.toContain(email)
    expect(kept).not.toContain(lastName)
  })

  it('without any record is not found', async () => {
    expect((await find({ email: 'nobody@example.org' })).status).toBe(404)
    expect((await find({ email: 'no address' })).status).toBe(400)
    expect((await find({})).status).toBe(400)
  })
})

describe('erasing a person', () => {
  it('leaves amounts unchanged, and no personal data anywhere', async () => {
    const { email } = newPerson()
    const bought = await voucherOf({ buyerName: NAME, buyerEmail: email })
    const received = await voucherOf({ recipientName: NAME, recipientEmail: email })
    for (const voucher of [bought, received]) {
      await refundVoucher(world.services, voucher, owner.adminId)
      await world.rows(
        `insert into voucher_entry (id, voucher_id, kind, pence, balance_after, actor, description, private_notes, created_at)
         values (gen_random_uuid(), $1, 'adjust', 0, 0, 'admin', $2, $2, now())`,
        [voucher, `Rang ${NAME}`],
      )
    }
    const order = await orderBy(email)
    await handOver(order)
    await cancelUsed(order, `${NAME} has used the mat`)
    await writeAll(email, order.product)
    await startPayment(5000, { buyerName: NAME, buyerEmail: email })
    await world.rows(
      `update payment set state = 'cancelled', settled_at = now(), caller = null where state = 'created' and purpose = 'gift_voucher'`,
    )
    await sendEmails(world.services)
    expect((await rowsSaying(email)).length).toBeGreaterThan(10)
    const before = await booksOf([bought, received], order)

    const response = await erase(email)
    expect(await response.json()).toEqual({
      vouchersBought: 1,
      vouchersReceived: 1,
      orders: 1,
      inquiries: 1,
      messages: 1,
      appointments: 1,
    })
    expect(await rowsSaying(email)).toEqual([])
    expect((await rowsSaying(lastName)).filter((said) => said.includes(order.id))).toEqual([])
    expect(
      await world.rows('select deducted_pence, deduction_reason from cancellation where order_id = $1', [
        order.id,
      ]),
    ).toEqual([{ deducted_pence: 1200, deduction_reason: '' }])
    for (const id of [bought, received]) {
      expect((await rowsSaying(NAME)).filter((said) => said.includes(id))).toEqual([])
    }
    expect(await booksOf([bought, received], order)).toEqual(before)
    expect((await find({ email })).status).toBe(404)
    expect(
      await world.rows(
        `select actor, after from activity where action = 'customer_erased' order by id desc limit 1`,
      ),
    ).toEqual([{ actor: owner.adminId, after: expect.objectContaining({ orders: 1 }) }])
    expect((await erase(email)).status).toBe(200)
  })

  it('takes them out of the purchase of a gift that went to somebody else since', async () => {
    const { email } = newPerson()
    const gift = await voucherOf({ recipientName: NAME, recipientEmail: email })
    const { email: next } = newPerson()
    const change = { voucherId: gift, actor: owner.adminId }
    await reissueVoucher(world.services, change, { recipientEmail: next, code: undefined })
    await sendEmails(world.services)
    const purchase = async () =>
      world.rows<{ of: string }>(
        'select purchase::text as of from payment where id = (select payment_id from gift_voucher where id = $1)',
        [gift],
      )
    expect((await purchase())[0]!.of).toContain(email)
    expect((await erase(email)).status).toBe(200)
    const [{ of }] = (await purchase()) as [{ of: string }]
    expect([of.includes(email), of.includes(NAME), of.includes('buyerEmail')]).toEqual([false, false, true])
  })

  it('leaves the other person of a voucher unchanged', async () => {
    const { email } = newPerson()
    const other = newPerson().email
    const id = await voucherOf({ buyerEmail: email, recipientEmail: other, recipientName: 'The other' })
    await refundVoucher(world.services, id, owner.adminId)
    await sendEmails(world.services)
    expect((await erase(email)).status).toBe(200)
    expect(
      await world.rows(
        'select buyer_name, buyer_email, recipient_name, recipient_email from gift_voucher where id = $1',
        [id],
      ),
    ).toEqual([{ buyer_name: '', buyer_email: '', recipient_name: 'The other', recipient_email: other }])
    expect(await list(`?search=${other}`)).toHaveLength(1)
  })

  it.each<[string, (email: string) => Promise<unknown>, RegExp]>([
    ['a voucher they bought can be used', (email) => voucherOf({ buyerEmail: email }), /gift voucher/],
    ['a voucher they received can be used', (email) => voucherOf({ recipientEmail: email }), /gift voucher/],
    ['an order waits for them', orderBy, /not been handed over/],
    ['they are paying', (email) => startPayment(5000, { buyerEmail: email }), /has not finished, so/],
  ])('is refused while %s, and changes nothing', async (_, happens, reason) => {
    const { email } = newPerson()
    await happens(email)
    const before = await rowsSaying(email)
    const response = await erase(email)
    expect(response.status).toBe(409)
    expect(await response.json()).toMatchObject({
      code: 'still_open',
      message: expect.stringMatching(reason),
    })
    expect(await rowsSaying(email)).toEqual(before)
  })

  it('is refused while an email to them is being sent', async () => {
    const { email } = newPerson()
    const order = await orderOf(world)
    await writeAll(email, order.product)
    await world.rows(`update outbox set sent_at = null where recipient = $1`, [email])
    expect(await (await erase(email)).json()).toMatchObject({ message: expect.stringMatching(/on its way/) })
    await sendEmails(world.services)
    expect((await erase(email)).status).toBe(200)
  })
})

/** The values of vouchers and an order that the books need. */
async function booksOf(vouchers: string[], order: Order) {
  return await world.rows(
    `select payment.id, payment.stripe_payment_intent_id, payment.state, payment.amount_pence, paid_at, original_pence,
       balance_pence, issued_at, placed_at, quantity, (select count(*) from refund where payment_id = payment.id) as refunds
     from payment left join gift_voucher voucher on voucher.payment_id = payment.id
       left join orders on orders.payment_id = payment.id
     where voucher.id = any($1) or orders.id = $2 order by payment.id`,
    [vouchers, order.id],
  )
}
