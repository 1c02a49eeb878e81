import { sql } from 'kysely'
import type { OrderDetail, PackedOrder } from '#contract/admin-orders.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import type { Services } from '#server/clients/services.ts'
import { ORDER_COLUMNS, toAdminOrder, type OrderRow } from '#server/orders/list-orders.ts'

type Row = OrderRow & Pick<OrderDetail, 'phone' | 'shippingAddress'>

/**
 * Returns what the packing slips of these orders need, by product, as they are picked from the shelf. Records it, because
 * they hold names and addresses.
 */
export async function listPackingSlips(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  ids: string[],
  actor: string,
): Promise<PackedOrder[]> {
  const isPacked = sql`id = any(${ids}::uuid[])`
  const rows = await db.run(sql<Row>`
    with packed as (select count(*)::int as count from orders where ${isPacked}),
    activity_entry as (${recordActivity(
      { at: clock.now(), actor, action: 'packing_slips_opened', after: { count: sql`packed.count` } },
      sql`from packed where packed.count > 0`,
    )})
    select ${ORDER_COLUMNS}, phone, nullif(shipping_address, '{}') as shipping_address
    from orders where ${isPacked} order by product_name, placed_at, id`)
  return rows.map((row) => ({ ...row, ...toAdminOrder(row) }))
}
