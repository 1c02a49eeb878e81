import type { World } from '#tests/harness/start-world.ts'

/** Changes that were confirmed to a caller by a response of 200. */
export interface Acknowledged {
  /** Intents whose client secret was returned. */
  started: { intent: string }[]
  vouchers: { id: string; code: string; intent: string; pence: number }[]
  orders: { id: string; intent: string; product: string; quantity: number }[]
  redemptions: { entry: string; voucher: string; pence: number }[]
  voucherRefunds: { voucher: string; pence: number }[]
  orderRefunds: { order: string; pence: number; restocked: number }[]
}

export const nothingAcknowledged = (): Acknowledged => ({
  started: [],
  vouchers: [],
  orders: [],
  redemptions: [],
  voucherRefunds: [],
  orderRefunds: [],
})

/** For each kind, the columns of an acknowledged change and the query that must find it. */
const LOOKUPS: Record<keyof Acknowledged, { columns: string; query: string }> = {
  started: {
    columns: 'intent text',
    query: 'select from payment where stripe_payment_intent_id = said.intent',
  },
  vouchers: {
    columns: 'id uuid, code text, intent text, pence int',
    query: `select from gift_voucher voucher join payment on payment.id = voucher.payment_id
      where voucher.id = said.id and voucher.code = replace(said.code, '-', '') and original_pence = said.pence
        and stripe_payment_intent_id = said.intent and payment.state in ('fulfilled', 'refunding', 'refunded')`,
  },
  orders: {
    columns: 'id uuid, intent text, product uuid, quantity int',
    query: `select from orders join payment on payment.id = orders.payment_id
        join stock_movement sale on sale.payment_id = payment.id and sale.kind = 'sale'
      where orders.id = said.id and orders.product_id = said.product and stripe_payment_intent_id = said.intent
        and sale.product_id = said.product and sale.quantity = -said.quantity`,
  },
  redemptions: {
    columns: 'entry uuid, voucher uuid, pence int',
    query: `select from voucher_entry entry
      where entry.id = said.entry and voucher_id = said.voucher and entry.pence = -said.pence and kind = 'redeem'`,
  },
  voucherRefunds: {
    columns: 'voucher uuid, pence int',
    query: `select from refund join gift_voucher voucher on voucher.payment_id = refund.payment_id
        join voucher_entry entry on entry.refund_id = refund.id and entry.pence = -said.pence
      where voucher.id = said.voucher and refund.pence = said.pence and refund.state = 'succeeded'`,
  },
  orderRefunds: {
    columns: '"order" uuid, pence int, restocked int',
    query: `select from refund join orders on orders.payment_id = refund.payment_id
        left join stock_movement back on back.refund_id = refund.id
      where orders.id = said."order" and refund.pence = said.pence and refund.state = 'succeeded'
        and coalesce(back.quantity, 0) = said.restocked`,
  },
}

type Missing = { kind: keyof Acknowledged; said: unknown }

/** Returns the acknowledged changes that the database does not contain. */
export async function findMissing(
  { rows }: Pick<World, 'rows'>,
  acknowledged: Acknowledged,
): Promise<Missing[]> {
  const missing = await Promise.all(
    (Object.keys(LOOKUPS) as (keyof Acknowledged)[]).map(async (kind) => {
      const { columns, query } = LOOKUPS[kind]
      const found = await rows<{ said: unknown }>(
        `select to_jsonb(said) as said from jsonb_to_recordset($1::jsonb) as said (${columns}) where not exists (${query})`,
        [JSON.stringify(acknowledged[kind])],
      )
      return found.map(({ said }) => ({ kind, said }))
    }),
  )
  return missing.flat()
}

export const countAcknowledged = (acknowledged: Acknowledged): number =>
  Object.values(acknowledged).reduce((sum, kind: unknown[]) => sum + kind.length, 0)
