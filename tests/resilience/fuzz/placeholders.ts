import { randomUUID } from 'node:crypto'
import { parse } from 'valibot'
import { ImportRowSchema } from '#contract/vouchers/voucher-import.ts'
import { hashSecret } from '#server/auth/secret-tokens.ts'
import { sendEmails } from '#server/email/send-emails.ts'
import { purchaseToken } from '#server/links/purchase-link.ts'
import { settlePayment } from '#server/money/settle/settle-payment.ts'
import { importVouchers } from '#server/vouchers/import/import-vouchers.ts'
import { redeemVoucher } from '#server/vouchers/ledger/change-balance.ts'
import { addProductWithStock, orderOf, purchaseOf, startPaying } from '#tests/harness/order-buyer.ts'
import { siteId } from '#tests/harness/site-id.ts'
import type { World } from '#tests/harness/start-world.ts'
import { buy, payStarted, startPayment } from '#tests/harness/voucher-buyer.ts'

const id = (nth: number) => `00000000-0000-4000-8000-${String(nth).padStart(12, '0')}`

/** Values in generated requests for ids that exist only at run time, so that a seed generates the same requests. */
export const PLACEHOLDER = {
  voucher: id(1),
  entry: id(2),
  product: id(3),
  order: id(4),
  payment: id(5),
  unmatchedPayment: id(6),
  mail: id(7),
  picture: id(8),
  customer: id(9),
  appointment: id(10),
  voucherCode: 'STANDINCODE',
  paidSecret: 'pi_PAID_secret_PAID',
  unpaidSecret: 'pi_UNPAID_secret_UNPAID',
  orderSecret: 'pi_ORDER_secret_ORDER',
  reservedSecret: 'pi_HELD_secret_HELD',
  paidIntent: 'pi_PAIDINTENT',
  resetToken: 'RESET-TOKEN',
  purchaseToken: 'PURCHASE-TOKEN',
  owner: 'owner@stand-in.example',
  writer: 'writer@stand-in.example',
} as const

/** The import that requests repeat and take back. */
export const FUZZED_IMPORT = '10000000-0000-4000-8000-000000000003'

export type PlaceholderValues = Record<keyof typeof PLACEHOLDER, string>

interface Owner {
  id: string
  email: string
}

/** Creates one row of everything that a request may concern, and resets the rate limits. Resolves to the real values. */
export async function seedDatabase(world: World, owner: Owner): Promise<PlaceholderValues> {
  await world.rows('delete from throttle')
  const rows = [parse(ImportRowSchema, { code: 'SEEDED-1', balance: '20.00' })]
  const wanted = { importId: FUZZED_IMPORT, dryRun: false, rows }
  await importVouchers(world.services, wanted, owner.id)
  const order = await orderOf(world)
  return {
    ...(await addVouchers(world, owner)),
    ...(await addOrders(world)),
    order: order.id,
    unmatchedPayment: await addUnmatchedPayment(world),
    ...(await insertRows(world, owner)),
    owner: owner.email,
  }
}

async function addVouchers(world: World, owner: Owner) {
  const [paid, unpaid] = [await buy(world), await startPayment()]
  const settled = await settlePayment(world.services, paid.intentId)
  if (settled.outcome !== 'fulfilled') throw new Error(settled.outcome)
  const change = { voucherId: settled.voucher.id, actor: owner.id }
  const { entry } = await redeemVoucher(world.services, change, { amount: 500, description: undefined })
  await sendEmails(world.services)
  const [payment] = await world.rows<{ id: string }>(
    'select payment_id as id from gift_voucher where id = $1',
    [settled.voucher.id],
  )
  return {
    voucher: settled.voucher.id,
    payment: payment!.id,
    purchaseToken: purchaseToken(payment!.id),
    voucherCode: settled.voucher.code,
    entry: entry.id,
    paidSecret: paid.clientSecret,
    paidIntent: paid.intentId,
    unpaidSecret: unpaid.clientSecret,
  }
}

/** Starts two orders and pays one of them. */
async function addOrders(world: World) {
  const product = await addProductWithStock(world, 10_000)
  const [ordered, held] = [await startPaying(purchaseOf(product)), await startPaying(purchaseOf(product))]
  await payStarted(world, ordered)
  await settlePayment(world.services, ordered.intentId)
  return { product, orderSecret: ordered.clientSecret, reservedSecret: held.clientSecret }
}

/** Pays an intent of this site that has no record in the database. */
async function addUnmatchedPayment(world: World): Promise<string> {
  const intent = await world.services.stripe.paymentIntents.create({
    amount: 7000,
    currency: 'gbp',
    payment_method: 'pm_card_visa',
    confirm: true,
    return_url: 'http://localhost:4321/',
    metadata: { payment_id: randomUUID(), purpose: 'gift_voucher', site: await siteId(world) },
  })
  await settlePayment(world.services, intent.id)
  const [row] = await world.rows<{ id: string }>(
    'select id from payment where stripe_payment_intent_id = $1',
    [intent.id],
  )
  return row!.id
}

/** Inserts rows that would take many requests to create. */
async function insertRows({ rows }: World, owner: Owner) {
  const [mail, picture, token, name] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  const appointment = randomUUID()
  const writer = `${name}@example.com`
  await rows(
    `insert into outbox (id, key, template, recipient, data, created_at, due_at, failed_at)
     select $1::uuid, 'failed:' || $1::uuid, template, recipient, data, now(), now(), now()
     from outbox where template = 'voucher-gift' and data is not null limit 1`,
    [mail],
  )
  await rows(
    `insert into picture (id, content_type, bytes, created_at) values ($1::uuid, 'image/png', convert_to($1::uuid::text, 'UTF8'), now())`,
    [picture],
  )
  await rows(`insert into password_reset values ($1, $2, now() + interval '30 minutes')`, [
    hashSecret(token),
    owner.id,
  ])
  await rows(
    `insert into contact_message (id, first_name, last_name, email, subject, message, created_at)
     values (gen_random_uuid(), 'First', 'Last', $1, 'A question', 'A question', now())`,
    [writer],
  )
  await rows(
    `insert into appointment (id, first_name, last_name, email, phone, service, created_at)
     values ($1, 'First', 'Last', $2, '0151 496 0123', 'massage', now())`,
    [appointment, writer],
  )
  const [customer] = await rows<{ id: string }>('select id from customer where email = $1', [writer])
  return { mail, picture, resetToken: token, writer, customer: customer!.id, appointment }
}

/** Replaces the placeholders in a text with the real values. */
export const fillPlaceholders = (text: string, values: PlaceholderValues): string =>
  Object.entries(PLACEHOLDER).reduce(
    (filled, [name, placeholder]) => filled.replaceAll(placeholder, values[name as keyof PlaceholderValues]),
    text,
  )
