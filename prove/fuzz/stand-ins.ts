import { randomUUID } from 'node:crypto'
import { sendMail } from '../../src/server/mail/send-mail.ts'
import { settlePayment } from '../../src/server/payments/settle-payment.ts'
import { orderOf, startPaying, purchaseOf, stockUp } from '../../tests/support/order-buyer.ts'
import type { World } from '../../tests/support/start-world.ts'
import { buy, startPayment } from '../../tests/support/voucher-buyer.ts'

const id = (nth: number) => `00000000-0000-4000-8000-00000000000${nth}`

/**
 * What a request says instead of the names of things that come to be only when it is made: so a seed makes the same
 * requests again.
 */
export const STAND_IN = {
  voucher: id(1),
  entry: id(2),
  product: id(3),
  order: id(4),
  payment: id(5),
  mail: id(6),
  picture: id(7),
  customer: id(8),
  paidSecret: 'pi_PAID_secret_PAID',
  unpaidSecret: 'pi_UNPAID_secret_UNPAID',
  orderSecret: 'pi_ORDER_secret_ORDER',
  paidIntent: 'pi_PAIDINTENT',
  owner: 'owner@stand-in.example',
} as const

export type StandIns = Record<keyof typeof STAND_IN, string>

/** A clinic in full swing: one of everything that a request may be about, and nobody who has called too often. */
export async function openShop(world: World, owner: string): Promise<StandIns> {
  await world.rows('delete from throttle')
  const [paid, unpaid] = [await buy(world), await startPayment()]
  const settled = await settlePayment(world.services, paid.intentId)
  if (settled.outcome !== 'fulfilled') throw new Error(settled.outcome)
  const order = await orderOf(world)
  const held = await startPaying(purchaseOf(order.product))
  const product = await stockUp(world, 10_000)
  await sendMail(world.services)
  const [row] = await world.rows<Record<string, string>>(FOUND, [
    settled.voucher.id,
    randomUUID(),
    randomUUID(),
  ])
  return {
    ...(row as Pick<StandIns, 'payment' | 'entry' | 'mail' | 'picture' | 'customer'>),
    voucher: settled.voucher.id,
    product,
    order: order.id,
    paidSecret: paid.clientSecret,
    unpaidSecret: unpaid.clientSecret,
    orderSecret: held.clientSecret,
    paidIntent: paid.intentId,
    owner,
  }
}

const FOUND = `
  with mail as (
    insert into outbox (id, key, template, recipient, data, created_at, due_at, failed_at)
    select $2::uuid, 'failed:' || $2::uuid, template, recipient, data, now(), now(), now() from outbox where template = 'voucher-gift' limit 1
    returning id
  ),
  picture as (
    insert into picture (id, content_type, bytes, created_at) values ($3::uuid, 'image/png', convert_to($3::uuid::text, 'UTF8'), now()) returning id
  )
  select payment_id as payment, (select id from voucher_entry where voucher_id = voucher.id limit 1) as entry,
    (select id from mail) as mail, (select id from picture) as picture, (select id from customer limit 1) as customer
  from gift_voucher voucher where voucher.id = $1`

/** The text with the names of real things. */
export const named = (text: string, standIns: StandIns): string =>
  Object.entries(STAND_IN).reduce(
    (said, [thing, standIn]) => said.replaceAll(standIn, standIns[thing as keyof StandIns]),
    text,
  )
