import { beforeAll, describe, expect, it } from 'vitest'
import { KEPT_DATA } from '#clinic/kept-data.ts'
import { londonDay } from '#contract/base/send-date.ts'
import { ProductPurchaseSchema } from '#contract/orders/orders.ts'
import { PersonSchema, type Person } from '#contract/reports/customers.ts'
import { VoucherPurchaseSchema } from '#contract/vouchers/vouchers.ts'
import { settlePayment } from '#server/money/settle/settle-payment.ts'
import { signInNewAdmin } from '#tests/harness/admin-session.ts'
import { callFunction } from '#tests/harness/call-function.ts'
import { functions } from '#tests/harness/every-function.ts'
import { orderOf, PERSON, purchaseOf, startPaying } from '#tests/harness/order-buyer.ts'
import { buy, startPayment } from '#tests/harness/voucher-buyer.ts'
import { useWorld } from '#tests/harness/world.ts'

const { appointments, contact, exportCustomer, productInquiries, recordCancellation } = functions

const world = useWorld()

/** Tables that hold people, where the export has their rows, and columns that have another name there. */
const PEOPLE: Record<string, { rows: (person: Person) => object[]; renamed?: Record<string, string> }> = {
  customer: { rows: ({ customer }) => [customer] },
  gift_voucher: {
    rows: ({ vouchers }) => vouchers,
    renamed: {
      code: 'codeEnd',
      original_pence: 'originalAmount',
      balance_pence: 'currentBalance',
      issued_at: 'date',
      expires_at: 'expiryDate',
    },
  },
  voucher_entry: {
    rows: ({ vouchers }) => vouchers.flatMap(({ entries }) => entries),
    renamed: { pence: 'amount', created_at: 'date', private_notes: 'adminNotes' },
  },
  orders: { rows: ({ orders }) => orders, renamed: { placed_at: 'date', amount_pence: 'amount' } },
  payment: {
    rows: ({ unfinished }) => unfinished,
    renamed: { created_at: 'date', amount_pence: 'amount', purchase: 'typed' },
  },
  cancellation: {
    rows: ({ cancellations }) => cancellations,
    renamed: { recorded_at: 'date', deducted_pence: 'deducted' },
  },
  product_inquiry: {
    rows: ({ inquiries }) => inquiries,
    renamed: { created_at: 'date', product_id: 'productName' },
  },
  contact_message: { rows: ({ messages }) => messages, renamed: { created_at: 'date' } },
  appointment: { rows: ({ appointments: requests }) => requests, renamed: { created_at: 'date' } },
  outbox: {
    rows: ({ emails }) => emails,
    renamed: {
      created_at: 'date',
      template: 'what',
      sent_at: 'state',
      failed_at: 'state',
      withdrawn_at: 'state',
      bounced_at: 'state',
      delayed_at: 'state',
    },
  },
}

/** Columns of these tables that the export leaves out, by reason. */
const LEFT_OUT = {
  'the address for which the export is made': [
    'product_inquiry.email',
    'contact_message.email',
    'appointment.email',
    'outbox.recipient',
  ],
  'made from other columns, for searching': [
    'appointment.words',
    'contact_message.words',
    'customer.words',
    'gift_voucher.words',
    'orders.words',
    'product_inquiry.words',
  ],
  'a key of ours, which says nothing about the person': [
    'gift_voucher.payment_id',
    'gift_voucher.import_id',
    'voucher_entry.id',
    'voucher_entry.position',
    'voucher_entry.voucher_id',
    'voucher_entry.reverses',
    'voucher_entry.refund_id',
    'voucher_entry.dispute_id',
    'orders.payment_id',
    'cancellation.id',
    'cancellation.voucher_id',
    'cancellation.order_id',
    'orders.product_id',
    'payment.id',
    'payment.link_id',
    'payment.request_id',
    'payment.request_hash',
    'payment.stripe_payment_intent_id',
    'product_inquiry.id',
    'product_inquiry.request_id',
    'contact_message.id',
    'contact_message.request_id',
    'appointment.id',
    'appointment.request_id',
    'outbox.id',
    'outbox.key',
    'outbox.about',
    'outbox.message_id',
  ],
  'repeats the records that the email is about': ['outbox.data'],
  'a keyed hash of an address, kept for a day': ['payment.caller'],
  'who of the clinic made the entry': ['voucher_entry.actor', 'cancellation.actor'],
  'when the entry counts in the accounts': ['voucher_entry.happened_at', 'voucher_entry.effective_at'],
  'follows from the amounts of the entries': ['voucher_entry.kind', 'voucher_entry.balance_after'],
  'how the site handles the row, not who the person is or what they did': [
    'customer.named_at',
    'gift_voucher.disputed_from',
    'gift_voucher.corrections',
    'gift_voucher.code_generated',
    'gift_voucher.taken_back',
    'payment.pay_by',
    'payment.paid_at',
    'payment.effective_at',
    'payment.settled_at',
    'payment.disputed_from',
    'payment.dispute_syncs',
    'payment.lost_pence',
    'payment.declines',
    'payment.currency',
    'payment.replaced',
    'appointment.confirmations',
    'outbox.due_at',
    'outbox.first_due_at',
    'outbox.attempts',
    'outbox.claimed_until',
    'outbox.unanswered_at',
    'outbox.last_error',
    'outbox.send_before',
    'outbox.dismissed_at',
  ],
}

/** A column with such a name, or of JSON, may hold a person. */
const MAY_HOLD_A_PERSON =
  /(^|_)(name|e?mail|address|phone|message|note|notes|reason|recipient|buyer|holder|caller|actor|ip|birth\w*|insurance|subject|text|comment|description|born)($|_)/

/** Columns of all other tables that look as if they held a person, by reason. */
const NOT_OF_A_CUSTOMER = {
  'about a product': ['product.name', 'product.description'],
  'about the staff, whose names are in no export': [
    'admin_user.email',
    'admin_user.name',
    'passkey.name',
    'activity.actor',
    'stock_movement.actor',
    'voucher_import.actor',
  ],
  'ids, amounts and states (a test of erasing looks for names in every table)': [
    'activity.before',
    'activity.after',
    'idempotent_result.answer',
    'reconciliation.steps_at',
  ],
  'what the clinic says of itself': ['website_version.website'],
  'an id of Stripe or Postmark': ['difference.subject', 'email_event.message_id'],
  'whether the buyer replaced the code': ['retired_code.by_buyer'],
  'a keyed hash of an address, which belongs to no name': [
    'failed_sign_in.address',
    'sign_in_failure.address',
    'stock_reservation.holder',
  ],
}

interface Column {
  table: string
  column: string
  type: string
}

const listColumns = () =>
  world.rows<Column>(
    `select table_name as table, column_name as column, data_type as type
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'kysely%'`,
  )

const camelCase = (name: string) => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

const PHONE = '0151 496 0777'

/** Exports a person who has everything. */
async function exportSomebody(): Promise<Person> {
  const { product, email } = await orderOf(world)
  const settled = await settlePayment(
    world.services,
    (await buy(world, 5000, { buyerEmail: email })).intentId,
  )
  if (settled.outcome !== 'fulfilled') throw new Error(settled.outcome)
  const { headers } = await signInNewAdmin(world)
  const cancelled = await callFunction(recordCancellation, {
    path: '/api/admin/records',
    headers,
    params: { id: settled.voucher.id },
    body: { sentOn: londonDay(world.clock.now()) },
  })
  expect(cancelled.status).toBe(200)
  await startPayment(5000, { buyerEmail: email })
  await startPaying(purchaseOf(product, { purchaseData: { ...PERSON, email, phone: PHONE } }))
  const sender = { firstName: 'First', lastName: 'Last', email, phone: PHONE }
  const sent = [
    await callFunction(contact, {
      path: '/api/contact',
      body: { ...sender, subject: 'Hello', message: 'Hello' },
    }),
    await callFunction(appointments, { path: '/api/appointments', body: { ...sender, service: 'massage' } }),
    await callFunction(productInquiries, {
      path: '/api/product-inquiries',
      body: { ...sender, productId: product },
    }),
  ]
  expect(sent.map(({ status }) => status)).toEqual([200, 200, 200])
  const response = await callFunction(exportCustomer, {
    path: '/api/admin/customers/export',
    headers,
    body: { email },
  })
  return (await response.json()) as Person
}

const keysOf = (rows: object[]) => new Set(rows.flatMap(Object.keys))

describe('the export of a person', () => {
  let person: Person
  beforeAll(async () => void (person = await exportSomebody()))

  it('has every column of the tables that hold people, or a reason why not', async () => {
    const columns = await listColumns()
    const missing = Object.entries(PEOPLE).flatMap(([table, { rows, renamed = {} }]) => {
      const exported = keysOf(rows(person))
      const own = columns.filter((one) => one.table === table)
      expect(own, table).not.toEqual([])
      return own
        .filter(({ column }) => !exported.has(renamed[column] ?? camelCase(column)))
        .map(({ column }) => `${table}.${column}`)
    })
    expect(missing.toSorted()).toEqual(Object.values(LEFT_OUT).flat().toSorted())
  })

  it('has every field of the purchase forms, for purchases that were never paid', () => {
    const typed = PersonSchema.entries.unfinished.item.entries.typed.entries
    const fields = { ...VoucherPurchaseSchema.entries, ...ProductPurchaseSchema.entries }
    // The amount is exported beside the form's input.
    expect(Object.keys(fields).filter((field) => !(field in typed))).toEqual(['originalAmount'])
  })
})

it('no other table has a column that looks like a person’s, except those with a reason here', async () => {
  const others = (await listColumns()).filter(({ table }) => !(table in PEOPLE))
  const suspicious = others
    .filter(({ column, type }) => MAY_HOLD_A_PERSON.test(column) || type.startsWith('json'))
    .map(({ table, column }) => `${table}.${column}`)
  expect(suspicious.toSorted()).toEqual(Object.values(NOT_OF_A_CUSTOMER).flat().toSorted())
})

/** Tables that are in no line of the privacy policy, by reason. */
const OF_NOBODY = {
  'about products': ['picture', 'product'],
  'how the website is set': ['settings', 'site'],
  'when a job ran, a service was down or a build started': ['outage', 'reconciliation', 'website_build'],
  'numbers of a day': ['code_guess'],
}

it('every table is in a line of the privacy policy, or here with a reason why it says nothing of a person', async () => {
  const columns = await listColumns()
  const all = new Set(columns.map(({ table }) => table))
  const promised = Object.values<{ tables: readonly string[] }>(KEPT_DATA).flatMap(({ tables }) => tables)
  const ofNobody = Object.values(OF_NOBODY).flat()
  expect([...new Set([...promised, ...ofNobody])].toSorted()).toEqual([...all].toSorted())
  expect(ofNobody.filter((table) => promised.includes(table))).toEqual([])
  // What looks like a person's is there about products and the website itself.
  const suspicious = columns.filter(
    ({ table, column, type }) =>
      ofNobody.includes(table) && (MAY_HOLD_A_PERSON.test(column) || type.startsWith('json')),
  )
  expect(suspicious.map(({ table, column }) => `${table}.${column}`).toSorted()).toEqual([
    'product.description',
    'product.name',
    'reconciliation.steps_at',
  ])
})
