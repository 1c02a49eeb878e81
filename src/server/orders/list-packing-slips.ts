import { sql } from 'kysely'
import type { OrderDetail, PackedOrder } from '#contract/admin-orders.ts'
import type { Db } from '#server/db/db.ts'
import { ORDER_COLUMNS, toAdminOrder, type OrderRow } from '#server/orders/list-orders.ts'

type Row = OrderRow & Pick<OrderDetail, 'phone' | 'shippingAddress'>

/** Returns what the packing slips of these orders need, by product, as they are picked from the shelf. */
export async function listPackingSlips(db: Db, ids: string[]): Promise<PackedOrder[]> {
  const rows = await db.run(sql<Row>`
    select ${ORDER_COLUMNS}, phone, nullif(shipping_address, '{}') as shipping_address
    from orders where id = any(${ids}::uuid[]) order by product_name, placed_at, id`)
  return rows.map((row) => ({ ...row, ...toAdminOrder(row) }))
}
